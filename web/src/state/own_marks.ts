// What a player notes on a board whose half he does not see. Kept in this browser, for as long as the game is.
/** Taps go through these: an enemy stone is thought to be there, surely none, something to think of. */
export const kOwnMarks = ["●", "○", "?"] as const;

const kPrefix = "cairn.marks.";

export function readMarks(table: string): ReadonlyMap<string, string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(kPrefix + table) ?? "{}");
    const known = Object.entries(kept ?? {}).filter(([key, mark]) => /^\d+,\d+,\d+$/.test(key) && (kOwnMarks as readonly unknown[]).includes(mark));
    return new Map(known as [string, string][]);
  } catch {
    return new Map();
  }
}

export function nextMark(marks: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  const after = new Map(marks);
  const next = kOwnMarks[kOwnMarks.indexOf(marks.get(key) as (typeof kOwnMarks)[number]) + 1];
  if (next) after.set(key, next);
  else after.delete(key);
  return after;
}

export function keepMarks(table: string, marks: ReadonlyMap<string, string>): void {
  try {
    if (marks.size === 0) localStorage.removeItem(kPrefix + table);
    else localStorage.setItem(kPrefix + table, JSON.stringify(Object.fromEntries(marks)));
  } catch {
    // Forbidden or full: they last for this visit.
  }
}
