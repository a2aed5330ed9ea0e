// What was worked on at the analysis board and not saved, kept in this browser: one game of no study, and one of each study.
import type { GameRecord } from "../net/records";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export interface Draft {
  record: GameRecord;
  at: number; // the node that was looked at, in the record's order
  version: number; // of the study it began from; 0 without one
  table: string | null; // the finished table whose game it was
}

const kPrefix = "cairn.analysis.";
const kOwn = "board";

export function readDraft(store: Store, study: string | null): Draft | null {
  try {
    const draft = JSON.parse(store.getItem(kPrefix + (study ?? kOwn)) ?? "null") as Draft | null;
    const whole = draft !== null && Array.isArray(draft.record?.nodes) && Number.isInteger(draft.at) && Number.isInteger(draft.version);
    return whole ? draft : null;
  } catch {
    return null;
  }
}

export function keepDraft(store: Store, study: string | null, draft: Draft): void {
  try {
    store.setItem(kPrefix + (study ?? kOwn), JSON.stringify(draft));
  } catch {
    // Forbidden or full: it lasts for this visit.
  }
}

export function dropDraft(store: Store, study: string | null): void {
  try {
    store.removeItem(kPrefix + (study ?? kOwn));
  } catch {
    // nothing was kept then
  }
}
