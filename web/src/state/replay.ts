// Games with comments: how their turns are walked. What happens on the board is the core's word.
import { coreSentence } from "../lang/core_text";
import type { AnnotatedGame } from "../skins/lesson";
import { kStart, nodeOf, treeOf, type Tree } from "./tree";
import type { Core } from "../wasm/core";

/** The moves that one side makes on end. */
export interface Turn {
  number: number; // from 1
  seat: number;
  words: readonly string[];
  last: number; // ply
}

/** Throws CoreError where it is no game; where a move cannot be played the reader's own words. */
export function readReplay(core: Core, game: string, { moves, options }: AnnotatedGame): Tree {
  const { record, faults } = core.readFile({ text: moves, game, options });
  const [fault] = faults;
  if (fault) throw new Error(coreSentence(fault));
  return treeOf(record);
}

export function turnsOf(tree: Tree): Turn[] {
  const turns: Turn[] = [];
  let ply = 0;
  for (let id = nodeOf(tree, kStart).children[0]; id !== undefined; id = nodeOf(tree, id).children[0]) {
    const [seat, word] = nodeOf(tree, id).data.move ?? [];
    if (seat === undefined || word === undefined) continue;
    ++ply;
    const before = turns[turns.length - 1];
    if (before?.seat === seat) turns[turns.length - 1] = { ...before, words: [...before.words, word], last: ply };
    else turns.push({ number: turns.length + 1, seat, words: [word], last: ply });
  }
  return turns;
}

/** The number of the turn that a ply belongs to; 0 is the start. */
export const turnAt = (turns: readonly Turn[], ply: number): number => (ply === 0 ? 0 : (turns.find((turn) => turn.last >= ply)?.number ?? turns.length));

/** The end of the next turn (or of the one before) that has a comment; null where there is none. */
export function commented({ comments }: AnnotatedGame, turns: readonly Turn[], ply: number, way: "next" | "previous"): number | null {
  const ends = Object.keys(comments).map((number) => turns[Number(number) - 1]?.last ?? 0);
  const there = ends.filter((end) => (way === "next" ? end > ply : end < ply));
  return there.length === 0 ? null : way === "next" ? Math.min(...there) : Math.max(...there);
}

/** Where the analysis board opens it, at the shown move. */
export function analysisLink(game: string, { moves, options }: AnnotatedGame, ply: number): string {
  const hash = new URLSearchParams({ new: game, options: JSON.stringify(options), moves, at: String(ply) });
  return `/analysis#${hash.toString()}`;
}
