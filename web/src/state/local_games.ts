// Games that this browser keeps itself, one entry of its storage each. Broken entries are passed over.
import { msg, t } from "../lang/text";
import type { LogEntry } from "../wasm/table";
import { inSentence } from "./words";

export interface LocalGame {
  id: string;
  game: string;
  title: string;
  options: Record<string, string>; // those that differ from the usual
  seats: { name: string; kind: "guest" | "bot" }[];
  you: number;
  level: number; // of the bots
  seed: number;
  log: LogEntry[];
  moves: number;
  over: boolean;
  saved: number; // ms since 1970
}

export const kLevels = [1, 2, 3, 4, 5, 6] as const;
export const kLevelNames = [msg("Beginner"), msg("Novice"), msg("Casual"), msg("Steady"), msg("Skilled"), msg("Strong")] as const;

export function levelName(level: number): string {
  return t("Level {level}, {name}", { level, name: inSentence(kLevelNames[level - 1] ?? "") });
}

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;
const kPrefix = "cairn.local.";
const kMost = 40; // games kept; the oldest go first

export function readLocalGame(text: string | null): LocalGame | null {
  try {
    const game = JSON.parse(text ?? "null") as LocalGame | null;
    const whole =
      game !== null &&
      [game.id, game.game, game.title].every((one) => typeof one === "string") &&
      [game.you, game.level, game.seed, game.moves, game.saved].every((one) => Number.isFinite(one)) &&
      typeof game.options === "object" &&
      Array.isArray(game.seats) &&
      Array.isArray(game.log);
    return whole ? game : null;
  } catch {
    return null;
  }
}

/** With its bots named in the language in use, which may be another than when the game began. */
export function loadLocalGame(store: Store, id: string): LocalGame | null {
  const game = readLocalGame(store.getItem(kPrefix + id));
  return game && { ...game, seats: game.seats.map((seat) => (seat.kind === "bot" ? { ...seat, name: levelName(game.level) } : seat)) };
}

/** The newest first. */
export function listLocalGames(store: Store): LocalGame[] {
  const games: LocalGame[] = [];
  for (let i = 0; i < store.length; ++i) {
    const key = store.key(i);
    const game = key?.startsWith(kPrefix) ? readLocalGame(store.getItem(key)) : null;
    if (game) games.push(game);
  }
  return games.sort((a, b) => b.saved - a.saved);
}

/** Throws when the browser stores nothing more. */
export function saveLocalGame(store: Store, game: LocalGame): void {
  const others = listLocalGames(store).filter((old) => old.id !== game.id);
  for (const old of others.slice(kMost - 1)) removeLocalGame(store, old.id);
  store.setItem(kPrefix + game.id, JSON.stringify(game));
}

export function removeLocalGame(store: Store, id: string): void {
  store.removeItem(kPrefix + id);
}
