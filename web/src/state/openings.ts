// The opening explorer: its address, the core's game behind it, and what the board shows of the counts. Pure.
import type { OpeningMove } from "../net/archive";
import type { Game } from "../net/protocol";
import type { Advice } from "./board_state";
import type { Place } from "../wasm/core";
import { countText } from "./analysis";
import { smallView, type SmallView } from "./board_picture";
import type { Rules } from "./replica";

const kShown = 12; // moves with figures on the board, and with a picture of it
const kSizeOption = "size";

/** A game as openings are counted: with its size, where it has one. */
export interface OpeningKind {
  game: string;
  options: Record<string, string>;
  library?: string; // whose games are counted; without it those of the archive
}

/** "NAME-9" or "NAME"; the other options stand in the query. */
export function kindName({ game, options }: OpeningKind): string {
  const size = options[kSizeOption];
  return size ? `${game}-${size}` : game;
}

/** null where no such game is known. */
export function kindOf(name: string, query: URLSearchParams, games: readonly Game[]): OpeningKind | null {
  const dash = name.lastIndexOf("-");
  const whole = games.find((game) => game.name === name);
  const game = whole ?? games.find((one) => dash > 0 && one.name === name.slice(0, dash));
  if (!game) return null;
  const options: Record<string, string> = whole ? {} : { [kSizeOption]: name.slice(dash + 1) };
  const usual = game.options.find((spec) => spec.name === kSizeOption)?.default;
  if (usual !== undefined && !options[kSizeOption]) options[kSizeOption] = usual;
  for (const spec of game.options) {
    const value = query.get(spec.name);
    if (value !== null && spec.name !== kSizeOption) options[spec.name] = value;
  }
  const library = query.get("library");
  return { game: game.name, options, ...(library ? { library } : {}) };
}

/** Options beside the size, for the server's query. */
export function otherOptions({ options }: OpeningKind): Record<string, string> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== kSizeOption));
}

export function openingsPath(kind: OpeningKind, moves: readonly string[]): string {
  const query = new URLSearchParams(otherOptions(kind));
  if (kind.library) query.set("library", kind.library);
  if (moves.length > 0) query.set("moves", moves.join(" "));
  const hash = query.toString();
  return `/openings/${encodeURIComponent(kindName(kind))}${hash ? `#${hash}` : ""}`;
}

/** Per cent, whole numbers that make 100 together; the largest takes what rounding leaves. */
export function shares({ won, drawn, lost }: Pick<OpeningMove, "won" | "drawn" | "lost">): [number, number, number] {
  const all = won + drawn + lost;
  if (all === 0) return [0, 0, 0];
  const parts = [won, drawn, lost].map((part) => Math.round((100 * part) / all)) as [number, number, number];
  const most = [won, drawn, lost].indexOf(Math.max(won, drawn, lost)) as 0 | 1 | 2;
  parts[most] += 100 - parts[0] - parts[1] - parts[2];
  return parts;
}

/** Where the moves that are pictured lead. */
export function boardsAfter(next: readonly OpeningMove[], rules: Pick<Rules, "check">, seat: number | null): Map<string, SmallView> {
  const after = (word: string) => (seat === null ? undefined : rules.check(seat, word).view);
  return new Map(
    next.slice(0, kShown).flatMap(({ word }) => {
      const view = after(word);
      return view ? [[word, smallView(view)] as const] : [];
    }),
  );
}

/** The share won and how often, on the places of the moves. */
export function figures(next: readonly OpeningMove[], places: readonly Place[]): Advice[] {
  return next.slice(0, kShown).flatMap((move, i): Advice[] => {
    const at = places.find((place) => place.word === move.word)?.at;
    if (!at) return [];
    const grade = i === 0 ? "best" : "good";
    return [{ at, grade, rate: String(shares(move)[0]), visits: countText(move.games), candidate: i }];
  });
}
