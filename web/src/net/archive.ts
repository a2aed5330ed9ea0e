// Finished games and what was played in them.
import { ask } from "./api";
import type { SeatInfo } from "./protocol";
import type { GameRecord } from "./records";

export interface ArchiveCard {
  id: string;
  game: string;
  title: string;
  options: Record<string, string>;
  clock: string;
  rated: boolean;
  seats: SeatInfo[];
  created: number;
  class: string;
  result: string;
  how: string;
  winner: number | null; // a seat
  moves: number;
  ended: number;
}

export interface ArchiveList {
  games: ArchiveCard[];
  next: string | null;
}

export interface OpeningMove {
  word: string;
  games: number;
  won: number; // by who played it
  drawn: number;
  lost: number;
}

export interface Openings {
  games: number;
  next: OpeningMove[];
}

export function fetchArchive(query: URLSearchParams): Promise<ArchiveList> {
  return ask("GET", `/api/archive?${query.toString()}`);
}

/** `moves`: words from the start, a side before a colon where several may act. */
export function fetchOpenings(kind: string, moves: readonly string[], options: Record<string, string>): Promise<Openings> {
  const query = new URLSearchParams({ ...options, moves: moves.join(" ") });
  return ask("GET", `/api/openings/${encodeURIComponent(kind)}?${query.toString()}`);
}

/** The record of a table's game. */
export function fetchRecord(table: string): Promise<GameRecord> {
  return ask("GET", `/api/tables/${encodeURIComponent(table)}/game.json`);
}
