// What became of a puzzle, in a word.
import { msg, t } from "../lang/text";
import type { PuzzleTry } from "../net/puzzles";
import { Icon } from "./icons";
import "./puzzle.css";

export const kMarks = { open: msg("started"), solved: msg("solved"), failed: msg("not solved"), "given-up": msg("given up") } as const;

/** In a list, after its puzzle. */
export function PuzzleMark({ state }: Pick<PuzzleTry, "state">) {
  return (
    <span class={state === "solved" ? "puzzle-solved" : "quiet"}>
      {state === "solved" && <Icon name="check" />} {t(kMarks[state])}
    </span>
  );
}
