// The turns of a game; each is a button that shows the board as it stood after it.
import { useEffect, useRef } from "preact/hooks";
import { t } from "../lang/text";
import type { Turn } from "../state/replay";
import type { AnnotatedGame } from "../skins/lesson";
import type { Side } from "../net/protocol";
import { colourOf } from "../state/board_model";
import { Marble } from "./icons";

interface Props {
  turns: readonly Turn[];
  captured: readonly (readonly string[])[]; // by ply
  sides: readonly Side[];
  comments: AnnotatedGame["comments"];
  at: number; // the turn that is shown
  onShow(ply: number): void;
}

const kShown = 3; // captured pieces that are named; more are counted

export function ReplayTurns({ turns, captured, sides, comments, at, onShow }: Props) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !current) return;
    const [outer, inner] = [box.getBoundingClientRect(), current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }, [at]);
  const taken = (ply: number) => {
    const names = captured[ply] ?? [];
    return names.length === 0 ? "" : names.length > kShown ? ` ×${names.length}` : ` ×${names.join(",")}`;
  };
  const long = turns.some((turn) => turn.words.length > 1);
  return (
    <section class="panel moves replay-turns" aria-labelledby="turns-title">
      <h2 id="turns-title">{t("Moves")}</h2>
      <ol class={`move-grid ${long ? "long-turns" : ""}`} ref={list} tabIndex={0} aria-label={t("Moves played")}>
        {turns.map(({ number, seat, words, last }) => {
          const side = sides.find((one) => one.seat === seat)?.name;
          const said = comments[number] !== undefined;
          return (
            <li key={number}>
              <button type="button" class={`move ${said ? "commented" : ""}`} aria-current={number === at ? "step" : undefined} onClick={() => onShow(last)}>
                <span class="move-number">{number}</span>
                <Marble colour={colourOf(side, sides)} />
                <span class="unseen">{t(side ?? "")} </span>
                <span class="replay-words">
                  {words.map((word, i) => (
                    <span key={i}>{`${word}${taken(last - words.length + 1 + i)}`} </span>
                  ))}
                </span>
                {said && <span class="unseen">{t(", with a comment")}</span>}
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
