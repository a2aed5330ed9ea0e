// The line under the board: what is pointed at, what waits for a yes, whose turn it is, what went wrong.
import type { ComponentChildren } from "preact";
import { t } from "../lang/text";
import type { TablePage } from "../state/table";
import { resultHeadline, resultText, turnText } from "../state/words";
import { Icon } from "./icons";
import { previewText, type Play } from "./use_play";

interface Props {
  page: TablePage;
  play: Play;
  pointed: string | null; // the selected group or the keyboard's place, in words
  reviewing: boolean;
  onLive(): void;
  children?: ComponentChildren; // buttons for a finished game
}

export function StatusLine({ page, play, pointed, reviewing, onLive, children }: Props) {
  const table = page.table;
  if (!table) return null;
  const { preview, chosen } = play;
  if (chosen && preview) {
    const legal = preview.checked.reason === "";
    return (
      <div class={`status ${legal ? "asking" : "refused"}`} data-testid="status">
        <span class="status-words">{previewText(preview)}</span>
        {legal && (
          <button type="button" class="button primary" onClick={play.confirm}>
            <Icon name="check" />
            {t("Place")}
          </button>
        )}
        <button type="button" class="button" onClick={play.cancel}>
          {legal ? t("Cancel") : t("Close")}
        </button>
      </div>
    );
  }
  if (reviewing)
    return (
      <div class="status looking" data-testid="status">
        <span class="status-words">{t("Looking back")}</span>
        <button type="button" class="button" onClick={onLive}>
          {t("To the game")}
        </button>
      </div>
    );
  if (page.notice)
    return (
      <div class="status refused" role="alert" data-testid="status">
        <span class="status-words">{page.notice}</span>
      </div>
    );
  if (table.view.over && !preview && !pointed)
    return (
      <div class="status result" data-testid="status">
        <span class="status-words">
          <strong data-testid="result">{resultHeadline(table)}</strong>
          <span class="result-detail">{resultText(table.view)}</span>
        </span>
        {children}
      </div>
    );
  const legal = preview?.checked.reason === "";
  const words = preview ? previewText(preview) : (pointed ?? turnText(table));
  const yours = !preview && !pointed && table.you !== null && table.view.to_act.includes(table.you);
  return (
    <div class={`status ${preview && !legal ? "refused" : ""} ${yours ? "yours" : ""}`} data-testid="status">
      {page.pending ? <span class="status-words">{t("Sending …")}</span> : <span class="status-words">{words}</span>}
    </div>
  );
}
