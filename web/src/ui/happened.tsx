// The line under the board: what the last move did, or why another is not allowed. The announcer says it to who does not see it.
import type { Explained } from "../state/explain";
import { Icon } from "./icons";
import type { useTold } from "./use_explained_move";

/** The same of a board that is not a table's; nothing where explanations are not wished. */
export const Told = ({ on, told }: { on: boolean; told: ReturnType<typeof useTold> }) =>
  on ? <Happened explained={told.shown} kind={told.kind} alert={told.alert && told.shown !== null} /> : null;

/** `alert`: what was tried in vain is said at once. */
export function Happened({ explained, kind, alert }: { explained: Explained | null; kind: "told" | "refused"; alert: boolean }) {
  return (
    <p class={`happened ${kind}`} data-testid="happened">
      {explained && kind === "refused" && <Icon name="info" />}
      {explained && (
        <span key={`${alert} ${explained.text}`} role={alert ? "alert" : undefined}>
          {explained.text}
        </span>
      )}
    </p>
  );
}
