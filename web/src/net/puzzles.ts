// The daily puzzles: what is asked, and what became of one's tries.
import { ask, beGuest } from "./api";
import type * as api from "./api_types";

/** The document leaves records to docs/notation.md; these have no variations. */
export interface Puzzle extends api.Puzzle {
  record: { options: Record<string, string>; moves: [number, string][] };
}
export type { PuzzleAnswer, PuzzleList, PuzzleTry } from "./api_types";

export function fetchPuzzle(day: string): Promise<Puzzle> {
  return ask("GET", `/api/puzzles/${day}`);
}

export function fetchPuzzles(): Promise<api.PuzzleList> {
  return ask("GET", "/api/puzzles");
}

/** Whoever is nobody yet becomes a guest, so that his tries count. */
export async function tryPuzzle(day: string, answer: api.PuzzleAnswer, name: string): Promise<Puzzle> {
  await beGuest(name);
  return ask("POST", `/api/puzzles/${day}`, answer);
}
