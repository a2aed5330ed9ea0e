// A turn of several steps while it is put together: how many are left, the way back, and the word that sends it.
import { t, tn } from "../lang/text";
import type { TableState } from "../net/protocol";
import { Icon } from "./icons";
import type { Sketch } from "../boards/use_sketch";
import { skinOf } from "../skins/skins";

interface Props {
  table: TableState;
  turn: Sketch | null; // of the viewer
  busy: boolean;
  onSend(words: string[]): void;
}

export function TurnPanel({ table, turn, busy, onSend }: Props) {
  const view = turn?.view ?? table.view;
  const { facts } = view;
  const words = skinOf(table.game).turn?.(facts) ?? null;
  if (!words && !turn) return null;
  const own = turn !== null && turn.moves.length > 0;
  const complete = own && (turn.mover !== table.you || view.over);
  const left = complete ? 0 : Number(facts["steps_left"]);
  return (
    <section class="panel turn-panel" aria-label={t("This turn")}>
      {words && (
        <p>
          <strong data-testid="score">{words.score}</strong> <span class="quiet">{words.unit}</span>
        </p>
      )}
      {words?.heads.map((head) => (
        <p key={head}>{head}</p>
      ))}
      {!view.over && left > 0 && <p role="status">{tn("{n} step left.", "{n} steps left.", left)}</p>}
      {words?.notes.map((note) => (
        <p class="quiet" key={note}>
          {note}
        </p>
      ))}
      {own && <p class="draft">{turn.moves.map((move) => move.word).join("; ")}</p>}
      {complete && <p role="status">{t("Your turn is complete. Nobody sees it until you send it.")}</p>}
      {own && (
        <div class="buttons">
          <button
            type="button"
            class="button primary"
            aria-describedby={complete ? undefined : "turn-lacks"}
            disabled={busy || !complete}
            onClick={() => onSend(turn.moves.map((move) => move.word))}
          >
            <Icon name="check" />
            {t("Send turn")}
          </button>
          <button type="button" class="button" disabled={busy} onClick={turn.back}>
            <Icon name="undo" />
            {t("Undo step")}
          </button>
          {!complete && (
            <p class="quiet" id="turn-lacks">
              {tn("You can send it after {n} more step.", "You can send it after {n} more steps.", left)}
            </p>
          )}
        </div>
      )}
    </section>
  );
}
