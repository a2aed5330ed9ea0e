// What is looked for in a library: as the form has it, as the address keeps it, and as the server is asked. Pure.
import type { View } from "../net/protocol";
import type { SmallView } from "./board_picture";
import { isHalfTyped, sizeOf } from "./board_size";

export interface LibraryWish {
  player: string;
  against: string;
  event: string;
  game: string;
  size: string;
  since: string;
  until: string;
  result: string;
  position: string; // rows of a board with | between them; "": any
  pattern: string; // part of a board (library_pattern.ts); "": any
  place: string; // of a pattern: "corner" or "side"
}

const kFields = ["player", "against", "event", "game", "size", "since", "until", "result", "position", "pattern", "place"] as const;

export const kAnyLibraryGame: LibraryWish = {
  player: "",
  against: "",
  event: "",
  game: "",
  size: "",
  since: "",
  until: "",
  result: "",
  position: "",
  pattern: "",
  place: "",
};

// Fields that say nothing without another one.
const kNeeds: Partial<Record<(typeof kFields)[number], keyof LibraryWish>> = { size: "game", position: "game", pattern: "size", place: "pattern" };

/** Only what is asked for; also what the address keeps behind its "#". */
export function libraryQuery(wish: LibraryWish): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of kFields) {
    const value = wish[name].trim();
    const needed = kNeeds[name];
    if (value === "" || (name === "size" && isHalfTyped(value)) || (needed !== undefined && !query.has(needed))) continue;
    query.set(name, value);
  }
  return query;
}

export function libraryWish(query: URLSearchParams): LibraryWish {
  const wish = { ...kAnyLibraryGame };
  for (const name of kFields) wish[name] = query.get(name) ?? "";
  return wish;
}

/** The games with the position of a board. `sized`: whether the game has boards of several sizes. */
export function withPosition(game: string, sized: boolean, view: Pick<View, "board" | "columns" | "rows">): LibraryWish {
  return { ...kAnyLibraryGame, game, size: sized ? sizeOf(view.columns, view.rows) : "", position: view.board.join("|") };
}

/** A picture of the position that is looked for; null where it is none that can be drawn. `like`: a board of the game. */
export function positionPicture(position: string, like: SmallView | null): SmallView | null {
  if (position === "" || like === null) return null;
  return { ...like, board: position.split("|"), last: [] };
}
