// Option specs of a game ("2..19", "2..25[x2..25]", "yes|no", "a|b|c") as what a form can show. The server checks the values.
import { isHalfTyped } from "./board_size";
import { msg } from "../lang/text";
import type { Game, OptionSpec } from "../net/protocol";

export type Field =
  | { kind: "number"; name: string; low: number; high: number; step: number; fallback: string; help: string }
  | SizeField
  | { kind: "flag"; name: string; fallback: string; help: string }
  | { kind: "choice"; name: string; values: string[]; fallback: string; help: string }
  | { kind: "text"; name: string; form: string; fallback: string; help: string };

/** The sides of a board; `rectangles`: they may differ. */
export interface SizeField {
  kind: "size";
  name: string;
  low: number;
  high: number;
  rectangles: boolean;
  fallback: string;
  help: string;
}

/** The value of an option that the server chooses by the other options. */
export const kUsual = msg("usual");

export function fieldOf(spec: OptionSpec): Field {
  const { name, help } = spec;
  const fallback = /"usual"/.test(spec.values) ? kUsual : spec.default;
  if (spec.values === "yes|no") return { kind: "flag", name, fallback, help };
  const sides = /^(\d+)\.\.(\d+)(\[x\1\.\.\2\])?$/.exec(spec.values);
  if (sides && (name === "size" || sides[3]))
    return { kind: "size", name, low: Number(sides[1]), high: Number(sides[2]), rectangles: sides[3] !== undefined, fallback, help };
  const range = /^(-?[\d.]+)\.\.(-?[\d.]+?)( in steps of ([\d.]+))?$/.exec(spec.values);
  if (range) {
    const [low, high, step] = [Number(range[1]), Number(range[2]), Number(range[4] ?? 1)];
    return { kind: "number", name, low, high, step, fallback, help };
  }
  if (/^[\w-]+(\|[\w-]+)+$/.test(spec.values)) return { kind: "choice", name, values: spec.values.split("|"), fallback, help };
  return { kind: "text", name, form: spec.values, fallback, help };
}

/** The board's size, where a game lets one choose it. */
export function sizeField(game: Game): SizeField | null {
  const spec = game.options.find((option) => option.name === "size");
  const field = spec && fieldOf(spec);
  return field?.kind === "size" ? field : null;
}

/** Where players have another word than the option's name. */
const kTitles: Readonly<Record<string, string>> = { swap: msg("Pie rule"), hostile: msg("Hostile setup"), terse: msg("Terse referee") };

/** "can_pass" -> "Can pass" */
export function optionTitle(name: string): string {
  const title = kTitles[name];
  if (title) return title;
  const words = name.replace(/_/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Only what differs from the defaults, for a request and for a caption. */
export function changedOptions(game: Game, values: Record<string, string>): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const spec of game.options) {
    const value = values[spec.name];
    const field = fieldOf(spec);
    if (value === undefined || value === "" || value === field.fallback || (field.kind === "size" && isHalfTyped(value))) continue;
    changed[spec.name] = value;
  }
  return changed;
}
