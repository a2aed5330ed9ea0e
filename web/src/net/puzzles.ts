// The daily puzzles: what is asked, and what became of one's tries.
import { ask, beGuest } from "./api";
import type { View } from "./protocol";

export interface PuzzleTry {
  day: string;
  tried: string[];
  state: "open" | "solved" | "failed" | "given-up";
  on_day: boolean;
  at: number;
}

export interface Puzzle {
  day: string; // "2026-11-22"
  game: string;
  title: string;
  record: { options: Record<string, string>; moves: [number, string][] };
  seat: number;
  view: View;
  legal: string[];
  tries: number;
  you: PuzzleTry | null;
  right: string[] | null; // told when it is settled
  line: string[] | null;
}

export interface PuzzleCard {
  day: string;
  game: string;
  title: string;
  you: PuzzleTry | null;
}
export interface PuzzleList {
  puzzles: PuzzleCard[];
  next: string | null;
  score: { tried: number; solved: number; at_once: number; streak: number; longest: number } | null;
}

export function fetchPuzzle(day: string): Promise<Puzzle> {
  return ask("GET", `/api/puzzles/${day}`);
}

export function fetchPuzzles(): Promise<PuzzleList> {
  return ask("GET", "/api/puzzles");
}

/** Whoever is nobody yet becomes a guest, so that his tries count. */
export async function tryPuzzle(day: string, answer: { word: string } | { give_up: true }, name: string): Promise<Puzzle> {
  await beGuest(name);
  return ask("POST", `/api/puzzles/${day}`, answer);
}
