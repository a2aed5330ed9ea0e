// What was said at a table, as one may hear it: put together from what was asked for and what came on the line.
import type { Remark, Room } from "../net/talk";

export interface Talk {
  rooms: readonly Room[]; // that one may hear
  say: Room | null; // where one may say something
  said: readonly Remark[]; // of all rooms, removals too
  known: boolean; // the server was asked
  problem: string | null;
}

export const kNoTalk: Talk = { rooms: [], say: null, said: [], known: false, problem: null };

/** Each remark once. What was removed stays so, in whatever order the news of it comes. */
export function withRemarks(said: readonly Remark[], fresh: readonly Remark[]): Remark[] {
  const all = new Map([...said, ...fresh].map((one) => [one.id, one]));
  for (const { removes } of [...all.values()]) {
    const gone = removes === undefined ? undefined : all.get(removes);
    if (gone) all.set(gone.id, removed(gone));
  }
  return [...all.values()].sort((a, b) => a.number - b.number);
}

export const removed = ({ id, room, number, at }: Remark): Remark => ({ id, room, number, at, removed: true });

/** What of a room is read by people. */
export const saidIn = (talk: Talk, room: Room): Remark[] => talk.said.filter((one) => one.room === room && one.removes === undefined);

const kReadKey = "cairn.talk";
const kMostRead = 50; // tables

type ReadUpTo = [table: string, at: number]; // milliseconds since 1970

function readTables(): ReadUpTo[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(kReadKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one): one is ReadUpTo => Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "number") : [];
  } catch {
    return []; // forbidden, or by something else
  }
}

/** When the last remark of a table that was seen in this browser was made. */
export const readUpTo = (table: string): number => readTables().find(([id]) => id === table)?.[1] ?? 0;

export function keepReadUpTo(table: string, at: number): void {
  const others = readTables().filter(([id]) => id !== table);
  try {
    localStorage.setItem(kReadKey, JSON.stringify([...others, [table, at]].slice(-kMostRead)));
  } catch {
    // Forbidden or full: it is new again at the next visit.
  }
}

/** How much was said since then. */
export const unread = ({ said, rooms }: Talk, since: number): number =>
  said.filter(({ at, removes, removed: gone, room }) => at > since && removes === undefined && !gone && rooms.includes(room)).length;
