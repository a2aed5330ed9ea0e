// What became of the puzzles of the collection in this browser.
import type { PuzzleTry } from "../net/puzzles";

type Store = Pick<Storage, "getItem" | "setItem">;
/** As the server tells it of a daily puzzle. */
export interface Attempt extends Pick<PuzzleTry, "state" | "tried"> {
  again?: true; // after the solution was seen
}
export type Progress = ReadonlyMap<string, Attempt>; // by the puzzle's id

export const kTries = 3;
export const kProgressKey = "cairn.puzzles";
const kStates: readonly unknown[] = ["open", "solved", "failed", "given-up"] satisfies Attempt["state"][];

function isAttempt(value: unknown): value is Attempt {
  const { state, tried, again } = (value ?? {}) as Partial<Record<keyof Attempt, unknown>>;
  if (!kStates.includes(state) || (again !== undefined && again !== true)) return false;
  return Array.isArray(tried) && tried.every((word) => typeof word === "string");
}

export function readProgress(store: Store): Progress {
  try {
    const kept: unknown = JSON.parse(store.getItem(kProgressKey) ?? "{}");
    return new Map(Object.entries(kept ?? {}).filter((entry): entry is [string, Attempt] => isAttempt(entry[1])));
  } catch {
    return new Map();
  }
}

export function noteAttempt(store: Store, id: string, attempt: Attempt): Progress {
  const progress = new Map(readProgress(store)).set(id, attempt);
  try {
    store.setItem(kProgressKey, JSON.stringify(Object.fromEntries(progress)));
  } catch {
    // Forbidden or full: it is known as long as the page is.
  }
  return progress;
}

/** After another move; the same one again changes nothing, and neither does any once the puzzle is settled. */
export function afterTry(before: Attempt | null, word: string, right: string): Attempt {
  const known = before ?? { state: "open", tried: [] };
  if (known.state !== "open" || known.tried.includes(word)) return known;
  const now = [...known.tried, word];
  return { ...known, tried: now, state: word === right ? "solved" : now.length >= kTries ? "failed" : "open" };
}

export const givenUp = (before: Attempt | null): Attempt => ({ tried: [], ...before, state: "given-up" });

/** From the start once more; a puzzle whose solution was seen is not solved on the first try any more. */
export const kAgain: Attempt = { state: "open", tried: [], again: true };
