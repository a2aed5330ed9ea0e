// What pages say of puzzles, and where they lead.
import { phrases, t, tn } from "../lang/text";
import { sizeText } from "../state/board_size";
import { titleOf } from "../state/posed_puzzle";
import { kDifficulties, kThemes, puzzleQuery, type PuzzleWish, type Theme } from "../state/puzzle_collection";
import type { Core } from "../wasm/core";

export const doneText = (solved: number, n: number): string =>
  solved === 0 ? tn("{n} puzzle", "{n} puzzles", n) : solved === n ? t("All solved") : t("{done} of {n} solved", { done: solved, n });

const behind = (query: string): string => (query === "" ? "" : `#${query}`);
export const collectionPath = (wish: PuzzleWish): string => `/learn/puzzles${behind(puzzleQuery(wish))}`;
export const puzzlePath = (id: string, wish: PuzzleWish): string => `/puzzle/${id}${behind(puzzleQuery(wish))}`;

/** Game and size, difficulty, theme: "All games, Hard, Zombie" */
export function wishText(core: Core, { game, size, difficulty, theme }: PuzzleWish): string {
  const step = kDifficulties.find((one) => one.name === difficulty);
  const parts = [
    game === "" ? t("All games##every kind") : [t(titleOf(core, game)), ...(size === "" ? [] : [sizeText(size)])].join(" "),
    step ? t(step.text) : "",
    theme === "" ? "" : t(kThemes[theme as Theme]),
  ];
  return phrases(parts.filter((part) => part !== ""));
}
