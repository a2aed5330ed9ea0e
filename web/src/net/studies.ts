// Studies: games with variations and comments that the server keeps for an account.
import { ask } from "./api";
import type { GameRecord } from "./records";
import { freshId } from "./table_connection";

export type StudyAccess = "private" | "link" | "public";

export interface StudyCard {
  number: number;
  id: string;
  name: string;
  game: string;
  table: string | null; // the finished table whose game it is
  access: StudyAccess;
  /** By a moderator: its owner alone reads it, whatever its access. */
  hidden: boolean;
  owner: string;
  yours: boolean;
  version: number;
  nodes: number;
  created: number;
  changed: number;
}

export interface Study extends StudyCard {
  record: GameRecord;
  remarks?: string[];
}

export function fetchStudy(id: string): Promise<Study> {
  return ask("GET", `/api/studies/${encodeURIComponent(id)}`);
}

export function fetchStudies(before: number | null = null): Promise<{ studies: StudyCard[]; next: number | null }> {
  return ask("GET", `/api/studies${before === null ? "" : `?before=${before}`}`);
}

export interface StudyWish {
  name: string;
  access: StudyAccess;
}

export function addStudy(wish: StudyWish, record: GameRecord): Promise<Study> {
  return ask("POST", "/api/studies", { ...wish, record: JSON.stringify(record), request: freshId() });
}

/** A study that stands beside a finished table: its game, and then what was made of it. */
export async function addTableStudy(wish: StudyWish, table: string, record: GameRecord): Promise<Study> {
  const made = await ask<Study>("POST", "/api/studies", { ...wish, table, request: freshId() });
  return setStudy(made, wish, record);
}

export function setStudy(card: Pick<StudyCard, "id" | "version">, wish: StudyWish, record: GameRecord): Promise<Study> {
  return ask("PUT", `/api/studies/${encodeURIComponent(card.id)}`, { ...wish, version: card.version, record: JSON.stringify(record) });
}

export function endStudy(id: string): Promise<unknown> {
  return ask("DELETE", `/api/studies/${encodeURIComponent(id)}`);
}
