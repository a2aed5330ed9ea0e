// Finished games and what was played in them.
import { ask } from "./api";
import type { ArchiveList, Openings } from "./api_types";
import type { GameRecord } from "./records";

export type { ArchiveCard, ArchiveList, Openings } from "./api_types";
export type OpeningMove = Openings["next"][number];

export function fetchArchive(query: URLSearchParams): Promise<ArchiveList> {
  return ask("GET", `/api/archive?${query.toString()}`);
}

/** `library`: whose games are counted; "": those of the archive. `moves`: words from the start, a side before a colon where several may act. */
export function fetchOpenings(kind: string, moves: readonly string[], options: Record<string, string>, library: string): Promise<Openings> {
  const query = new URLSearchParams({ ...options, moves: moves.join(" "), ...(library ? { library } : {}) });
  return ask("GET", `/api/openings/${encodeURIComponent(kind)}?${query.toString()}`);
}

/** The record of a table's game. */
export function fetchRecord(table: string): Promise<GameRecord> {
  return ask("GET", `/api/tables/${encodeURIComponent(table)}/game.json`);
}
