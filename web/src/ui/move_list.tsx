// The moves so far; each is a button that shows the board as it stood.
import { useEffect, useRef } from "preact/hooks";
import { phrases, t, tn } from "../lang/text";
import type { Move } from "../net/protocol";
import { colourOf, type SideNames } from "../state/board_model";
import { IconButton } from "./icon_button";
import { Marble } from "./icons";

interface Props {
  moves: readonly Move[];
  sides: SideNames;
  captures(ply: number): readonly string[]; // of move `ply`, counted from 1
  listed(move: Move, ply: number): { text: string; sentence: boolean };
  mark(ply: number): string; // what an engine thinks of it: "", "?!", "?", "??"
  shown: number; // moves on the board shown
  canReview: boolean;
  onShow(ply: number): void;
  turnOf?(ply: number): string; // of a game whose turns have several steps: the number of the turn that move `ply` is of
}

export function MoveList({ moves, sides, captures, listed, mark, shown, canReview, onShow, turnOf }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !current) return;
    const [outer, inner] = [box.getBoundingClientRect(), current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }, [shown, moves.length]);
  const steps = [
    { name: "first", label: t("Go to the start"), to: 0 },
    { name: "back", label: t("Previous move"), to: shown - 1 },
    { name: "forward", label: t("Next move"), to: shown + 1 },
    { name: "last", label: t("Go to the latest move"), to: moves.length },
  ] as const;
  return (
    <section class="panel moves" aria-labelledby="moves-title">
      <div class="panel-head">
        <h2 id="moves-title">{t("Moves")}</h2>
        <div class="step-buttons">
          {steps.map((step) => (
            <IconButton
              small
              key={step.name}
              icon={step.name}
              label={step.label}
              off={!canReview || step.to < 0 || step.to > moves.length || step.to === shown}
              onClick={() => onShow(step.to)}
            />
          ))}
        </div>
      </div>
      {moves.length === 0 ? (
        <p class="quiet">{t("No moves yet.")}</p>
      ) : (
        <ol class="move-grid" ref={list} tabIndex={0} aria-label={t("Moves played")}>
          {turns(moves, turnOf).map((turn) => (
            <li key={turn[0]?.ply} class={turnOf ? "move-turn" : turn[0] && listed(turn[0].move, turn[0].ply).sentence ? "move-sentence" : undefined}>
              {turnOf && turn[0] && <span class="turn-number">{numberOf(turnOf(turn[0].ply))}</span>}
              {turn.map(({ move, ply }) => {
                const taken = captures(ply);
                const { text, sentence } = listed(move, ply);
                return (
                  <button
                    type="button"
                    class={sentence ? "move sentence" : "move"}
                    key={ply}
                    disabled={!canReview}
                    aria-current={shown === ply ? "step" : undefined}
                    onClick={() => onShow(ply)}
                  >
                    {!turnOf && <span class="move-number">{ply}</span>}
                    {ply === turn[0]?.ply && <Marble colour={colourOf(move.side, sides)} />}
                    <span class={move.refused ? "move-word refused" : "move-word"}>
                      {text}
                      {move.refused && <span class="unseen">{t(", illegal")}</span>}
                      {mark(ply) && <span class="move-mark">{mark(ply)}</span>}
                    </span>
                    {taken.length > 0 && (
                      <span class="taken" title={t("captures {list}", { list: phrases(taken) })}>
                        <span aria-hidden="true">{turnOf ? `(x${taken.join(", x")})` : `×${taken.length}`}</span>
                        <span class="unseen">{tn("captures {n} piece", "captures {n} pieces", taken.length)}</span>
                      </span>
                    )}
                  </button>
                );
              })}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What comes before the first turn has no number. */
const numberOf = (turn: string): string => (turn === "0" || turn === "" ? "" : `${turn}.`);

type Numbered = { move: Move; ply: number };

function turns(moves: readonly Move[], turnOf: Props["turnOf"]): Numbered[][] {
  const list: Numbered[][] = [];
  moves.forEach((move, i) => {
    const one = { move, ply: i + 1 };
    const last = list[list.length - 1];
    const before = last?.[0];
    if (last && before && turnOf && before.move.seat === move.seat && turnOf(before.ply) === turnOf(one.ply)) last.push(one);
    else list.push([one]);
  });
  return list;
}
