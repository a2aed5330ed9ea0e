// What people say at a table, and the note that each keeps of it.
import { ask, askAgain } from "./api";
import type { Note, Remark, Room, Talk } from "./api_types";
import { freshId } from "./table_connection";

export type { Remark, Room };

export const kMostTalk = 500; // letters of a remark, and of why something is reported
export const kMostNote = 4_000;

const at = (table: string, what: string) => `/api/tables/${encodeURIComponent(table)}/${what}`;

export const fetchTalk = (table: string, room: Room | null, after: number): Promise<Talk> =>
  askAgain("GET", at(table, room === null ? "talk" : `talk?room=${room}&after=${after}`));
export const say = (table: string, text: string): Promise<Remark> => askAgain("POST", at(table, "talk"), { request: freshId(), text });
export const removeSaid = (table: string, id: string): Promise<unknown> => ask("DELETE", at(table, `talk/${id}`));
export const reportSaid = (table: string, id: string, why: string): Promise<unknown> => ask("POST", at(table, `talk/${id}/report`), { why });
export const fetchNote = (table: string): Promise<Note> => ask("GET", at(table, "note"));
export const setNote = (table: string, text: string): Promise<Note> => askAgain("PUT", at(table, "note"), { text });
