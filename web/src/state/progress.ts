// Which exercises were solved in this browser.
type Store = Pick<Storage, "getItem" | "setItem">;

const kKey = "cairn.learn";

export const exerciseName = (game: string, id: string): string => `${game}/${id}`;

export function readSolved(store: Store): ReadonlySet<string> {
  try {
    const list: unknown = JSON.parse(store.getItem(kKey) ?? "[]");
    return new Set(Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : []);
  } catch {
    return new Set();
  }
}

export function noteSolved(store: Store, name: string): ReadonlySet<string> {
  const solved = new Set([...readSolved(store), name]);
  try {
    store.setItem(kKey, JSON.stringify([...solved]));
  } catch {
    // Forbidden or full: it is known as long as the page is.
  }
  return solved;
}
