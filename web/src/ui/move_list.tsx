// The moves so far; each is a button that shows the board as it stood.
import { useEffect, useRef } from "preact/hooks";
import { t, tn } from "../lang/text";
import type { Move } from "../net/protocol";
import { colourOf } from "../state/board_model";
import { Icon, Marble } from "./icons";

interface Props {
  moves: readonly Move[];
  captures(ply: number): readonly string[]; // of move `ply`, counted from 1
  mark(ply: number): string; // what an engine thinks of it: "", "?!", "?", "??"
  shown: number; // moves on the board shown
  canReview: boolean;
  onShow(ply: number): void;
}

export function MoveList({ moves, captures, mark, shown, canReview, onShow }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !current) return;
    const [outer, inner] = [box.getBoundingClientRect(), current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom)
      box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }, [shown, moves.length]);
  const steps = [
    { name: "first", label: t("To the start"), to: 0 },
    { name: "back", label: t("One move back"), to: shown - 1 },
    { name: "forward", label: t("One move on"), to: shown + 1 },
    { name: "last", label: t("To the newest move"), to: moves.length },
  ] as const;
  return (
    <section class="panel moves" aria-labelledby="moves-title">
      <div class="panel-head">
        <h2 id="moves-title">{t("Moves")}</h2>
        <div class="step-buttons">
          {steps.map((step) => (
            <button
              type="button"
              class="icon-button small"
              key={step.name}
              aria-label={step.label}
              title={step.label}
              disabled={!canReview || step.to < 0 || step.to > moves.length || step.to === shown}
              onClick={() => onShow(step.to)}
            >
              <Icon name={step.name} />
            </button>
          ))}
        </div>
      </div>
      {moves.length === 0 ? (
        <p class="quiet">{t("No move yet.")}</p>
      ) : (
        <ol class="move-grid" ref={list} tabIndex={0} aria-label={t("Moves played")}>
          {moves.map((move, i) => {
            const taken = captures(i + 1);
            return (
              <li key={i}>
                <button
                  type="button"
                  class="move"
                  disabled={!canReview}
                  aria-current={shown === i + 1 ? "step" : undefined}
                  onClick={() => onShow(i + 1)}
                >
                  <span class="move-number">{i + 1}</span>
                  <Marble colour={colourOf(move.side)} />
                  <span class={move.refused ? "move-word refused" : "move-word"}>
                    {move.word ?? "?"}
                    {move.refused && <span class="unseen">{t(", refused")}</span>}
                    {mark(i + 1) && <span class="move-mark">{mark(i + 1)}</span>}
                  </span>
                  {taken.length > 0 && (
                    <span class="taken" title={t("captures {list}", { list: taken.join(", ") })}>
                      <span aria-hidden="true">×{taken.length}</span>
                      <span class="unseen">{tn("captures {n} ball", "captures {n} balls", taken.length)}</span>
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
