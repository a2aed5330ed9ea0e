// A turn of several steps while it is put together: how many are left, the way back, and the word that sends it.
import { t, tn } from "../lang/text";
import type { TableState } from "../net/protocol";
import { Icon } from "./icons";
import type { Sketch } from "../boards/use_sketch";

interface Props {
  table: TableState;
  turn: Sketch | null; // of the viewer
  busy: boolean;
  onSend(words: string[]): void;
}

export function TurnPanel({ table, turn, busy, onSend }: Props) {
  const view = turn?.view ?? table.view;
  const { facts } = view;
  if (facts["score"] === undefined || ["arranging", "placing"].includes(facts["phase"] ?? "")) return null;
  const own = turn !== null && turn.moves.length > 0;
  const complete = own && (turn.mover !== table.you || view.over);
  const left = complete ? 0 : Number(facts["steps_left"]);
  return (
    <section class="panel turn-panel" aria-label={t("The turn")}>
      <p>
        <strong data-testid="score">{facts["score"]}</strong> <span class="quiet">{t("points (captures), black’s first")}</span>
      </p>
      {facts["match"] !== undefined && <p>{t("Game {game} of the match, {match}", { game: facts["game"] ?? "", match: facts["match"] })}</p>}
      {!view.over && left > 0 && <p role="status">{tn("{n} step is left.", "{n} steps are left.", left)}</p>}
      {facts["must_change"] === "yes" && <p class="quiet">{t("The position may not stay as it is in this turn.")}</p>}
      {Number(facts["quiet_turns"] ?? 0) >= 30 && (
        <p class="quiet">{tn("{n} turn without a point or a capture; sixty make a draw.", "{n} turns without a point or a capture; sixty make a draw.", Number(facts["quiet_turns"]))}</p>
      )}
      {own && <p class="draft">{turn.moves.map((move) => move.word).join("; ")}</p>}
      {complete && <p role="status">{t("Your turn is complete. Nobody sees it before you send it.")}</p>}
      {own && (
        <div class="buttons">
          <button type="button" class="button primary" aria-describedby={complete ? undefined : "turn-lacks"} disabled={busy || !complete} onClick={() => onSend(turn.moves.map((move) => move.word))}>
            <Icon name="check" />
            {t("Send the turn")}
          </button>
          <button type="button" class="button" disabled={busy} onClick={turn.back}>
            <Icon name="undo" />
            {t("Take a step back")}
          </button>
          {!complete && (
            <p class="quiet" id="turn-lacks">
              {tn("It can be sent after {n} more step.", "It can be sent after {n} more steps.", left)}
            </p>
          )}
        </div>
      )}
    </section>
  );
}
