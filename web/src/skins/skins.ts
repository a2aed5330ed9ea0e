// The skins of the games that have one.
import type { View } from "../net/protocol";
import { kMargritesSkin } from "./margrites/skin";
import type { Skin } from "./skin";

const kSkins: Readonly<Record<string, Skin>> = { margrites: kMargritesSkin };
const kNone: Skin = {};

export const skinOf = (game: string): Skin => kSkins[game] ?? kNone;

/** Where several may act: who is to say something first, if a game tells. */
export function awaitedSeat(view: View): number | null {
  for (const { awaits } of Object.values(kSkins)) {
    const seat = awaits?.(view) ?? null;
    if (seat !== null) return seat;
  }
  return null;
}

/** The options with a setup, unless they say something of it themselves. */
export function withStart(game: string, options: Record<string, string>): Record<string, string> {
  const { start = {} } = skinOf(game);
  const told = ["hostile", ...Object.keys(start)].some((name) => name in options);
  return told ? options : { ...start, ...options };
}
