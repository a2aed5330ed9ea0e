// All daily puzzles so far as sets to work through, one a game.
import { ask } from "./api";
import type { PuzzleList } from "./puzzles";

export type PuzzleCard = PuzzleList["puzzles"][number];

export interface PuzzleSet {
  game: string;
  title: string;
  puzzles: readonly PuzzleCard[]; // the first day first
  solved: number;
}

const kMostAsked = 40; // lists of a hundred days

/** Every day's card, the last day first. */
export async function fetchAllPuzzles(): Promise<PuzzleCard[]> {
  const cards: PuzzleCard[] = [];
  let path = "/api/puzzles";
  for (let i = 0; i < kMostAsked; ++i) {
    const { puzzles, next } = await ask<PuzzleList>("GET", path);
    cards.push(...puzzles);
    if (next === null) break;
    path = `/api/puzzles?before=${next}`;
  }
  return cards;
}

export function puzzleSets(cards: readonly PuzzleCard[]): PuzzleSet[] {
  const games = [...new Set(cards.map((card) => card.game))].sort();
  return games.map((game) => {
    const puzzles = cards.filter((card) => card.game === game).reverse();
    return { game, title: puzzles[0]?.title ?? game, puzzles, solved: puzzles.filter((card) => card.you?.state === "solved").length };
  });
}
