// Studies: games with variations and comments that the server keeps for an account.
import { ask } from "./api";
import { pageQuery } from "./page_query";
import type * as api from "./api_types";
import type { GameRecord } from "./records";
import { freshId } from "./table_connection";

export type { StudyAccess, StudyCard } from "./api_types";
/** The document leaves records to docs/notation.md. */
export interface Study extends api.Study {
  record: GameRecord;
}
export type StudyWish = Pick<api.StudyEdit, "name" | "access">;

export function fetchStudy(id: string): Promise<Study> {
  return ask("GET", `/api/studies/${encodeURIComponent(id)}`);
}

/** Your own. `game`: only those of this game, "" for all; `before`: the `next` of the last answer. */
export function fetchStudies(game: string, before: number | null): Promise<api.StudyList> {
  const query = pageQuery(game, before).toString();
  return ask("GET", `/api/studies${query && `?${query}`}`);
}

export function addStudy(wish: StudyWish, record: GameRecord): Promise<Study> {
  return ask("POST", "/api/studies", { ...wish, record: JSON.stringify(record), request: freshId() });
}

/** A study that stands beside a finished table: its game, and then what was made of it. */
export async function addTableStudy(wish: StudyWish, table: string, record: GameRecord): Promise<Study> {
  const made = await ask<Study>("POST", "/api/studies", { ...wish, table, request: freshId() });
  return setStudy(made, wish, record);
}

export function setStudy(card: Pick<Study, "id" | "version">, wish: StudyWish, record: GameRecord): Promise<Study> {
  return ask("PUT", `/api/studies/${encodeURIComponent(card.id)}`, { ...wish, version: card.version, record: JSON.stringify(record) });
}

export function endStudy(id: string): Promise<unknown> {
  return ask("DELETE", `/api/studies/${encodeURIComponent(id)}`);
}

/** Tells the moderators of it. */
export function reportStudy(id: string, why: string): Promise<unknown> {
  return ask("POST", `/api/studies/${encodeURIComponent(id)}/report`, { why });
}
