// Boards of several tables, studies or puzzles at once, and the games being played now.
import { ask } from "./api";
import type { Board, Boards, Running } from "./api_types";

export type { Board, RunningCard } from "./api_types";

/** So many the server tells at once (kMostBoards of server/library/small_boards.h). */
export const kMostBoards = 24;

export async function fetchBoards(tables: readonly string[]): Promise<Board[]> {
  const { boards } = await ask<Boards>("GET", `/api/boards?tables=${tables.map(encodeURIComponent).join(",")}`);
  return boards;
}

export async function fetchStudyBoards(studies: readonly string[]): Promise<Board[]> {
  const { boards } = await ask<Boards>("GET", `/api/study-boards?studies=${studies.map(encodeURIComponent).join(",")}`);
  return boards;
}

export async function fetchPuzzleBoards(days: readonly string[]): Promise<Board[]> {
  const { boards } = await ask<Boards>("GET", `/api/puzzle-boards?days=${days.join(",")}`);
  return boards;
}

/** `query`: "game" and "rated", where not all are wanted. */
export function fetchRunning(query: URLSearchParams): Promise<Running> {
  return ask("GET", `/api/running?${query.toString()}`);
}
