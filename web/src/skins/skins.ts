// The skins of the games that have one.
import { kGoSkin } from "./go/skin";
import { kMargritesSkin } from "./margrites/skin";
import type { Skin } from "./skin";

const kSkins: Readonly<Record<string, Skin>> = { go: kGoSkin, phantom: kGoSkin, margrites: kMargritesSkin };
const kNone: Skin = {};

export const skinOf = (game: string): Skin => kSkins[game] ?? kNone;

/** The options with a setup, unless they say something of it themselves. */
export function withStart(game: string, options: Record<string, string>): Record<string, string> {
  const { start } = skinOf(game);
  const told = !start || [...start.others, ...Object.keys(start.options)].some((name) => name in options);
  return told ? options : { ...start.options, ...options };
}
