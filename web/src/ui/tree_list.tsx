// The tree of variations as lines of moves; each move is a button that shows the board as it stands after it.
import { useEffect, useMemo, useRef } from "preact/hooks";
import { msg, t } from "../lang/text";
import type { MoveMark } from "../net/records";
import { shortText } from "../state/move_words";
import { nodeOf, plyOf, wholeRun, type Run, type Tree } from "../state/tree";
import { colourOf } from "../state/board_model";
import type { Side } from "../net/protocol";
import { Marble } from "./icons";

export const kMarkSigns: Record<MoveMark, string> = {
  good: "!",
  "very-good": "!!",
  bad: "?",
  "very-bad": "??",
  interesting: "!?",
  doubtful: "?!",
};
export const kMarkNames: Record<MoveMark, string> = {
  good: msg("good"),
  "very-good": msg("very good"),
  bad: msg("bad"),
  "very-bad": msg("very bad"),
  interesting: msg("interesting"),
  doubtful: msg("doubtful"),
};

interface Props {
  tree: Tree;
  at: number;
  sides: readonly Side[];
  onGo(id: number): void;
}

export function TreeList({ tree, at, sides, onGo }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const run = useMemo(() => wholeRun(tree), [tree]);
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !current) return;
    const [outer, inner] = [box.getBoundingClientRect(), current.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
  }, [at, tree]);
  if (!run) return <p class="quiet">{t("No moves yet. Play on the board: your moves become the main line, and other moves become variations.")}</p>;
  return (
    <div class="tree" ref={list} role="group" tabIndex={0} aria-label={t("Moves and variations")}>
      <Line run={run} ply={0} tree={tree} at={at} sides={sides} onGo={onGo} />
    </div>
  );
}

function Line({ run, ply, ...rest }: Props & { run: Run; ply: number }) {
  const { tree, at, sides, onGo } = rest;
  let count = ply;
  return (
    <ol class="tree-line">
      {run.nodes.map(({ id, variations }, i) => {
        const { data } = nodeOf(tree, id);
        const before = count;
        if (data.move) ++count;
        const name = sides.find((side) => side.seat === data.move?.[0])?.name;
        const words = data.move ? shortText(data.move[1]) : data.position ? t("position set up") : t("comment");
        return [
          <li key={id}>
            <button type="button" class={`tree-move ${data.move ? "" : "quiet"}`} aria-current={id === at ? "step" : undefined} onClick={() => onGo(id)}>
              {data.move && <span class="move-number">{count}</span>}
              {data.move && (i === 0 || sides.length > 2) && <Marble colour={colourOf(name, sides)} />}
              {data.move && <span class="unseen">{t(name ?? "")} </span>}
              <span class="move-word">
                {words}
                {data.mark && <span class="tree-mark">{kMarkSigns[data.mark]}</span>}
              </span>
              {data.mark && <span class="unseen">, {t(kMarkNames[data.mark])}</span>}
            </button>
          </li>,
          data.comment && (
            <li class="tree-comment" key={`${id} comment`}>
              {data.comment}
            </li>
          ),
          variations.length > 0 && (
            <li class="tree-fork" key={`${id} fork`}>
              <ul aria-label={t("Variations instead of {words}", { words })}>
                {variations.map((one) => (
                  <li key={one.nodes[0]?.id}>
                    <Line {...rest} run={one} ply={before} />
                  </li>
                ))}
              </ul>
            </li>
          ),
        ];
      })}
    </ol>
  );
}

/** "Move 12 of 30", for people. */
export function placeText(tree: Tree, at: number, line: readonly number[]): string {
  const ply = plyOf(tree, at);
  const all = line.filter((id) => nodeOf(tree, id).data.move).length;
  return ply === 0 ? (all === 0 ? t("Start") : t("Start (move 0 of {all})", { all })) : t("Move {ply} of {all}", { ply, all });
}
