// Words that take a piece from one place to another ("d2>d3"), as pieces and places of a board. Reads names alone.
import type { Point, View } from "../net/protocol";
import type { Place } from "../wasm/core";
import { skinOf } from "../skins/skins";
import { groupAt } from "./board_model";
import { isStep } from "./move_words";
import { emptyPoints, stones } from "./points";
import type { Rules } from "./replica";

export interface StepWords {
  of(piece: Point): readonly Place[]; // where it may step, beyond the edge too
  off(piece: Point): readonly string[]; // words that take it off the board, or do something else with it
}

const kStep = /^([A-Za-z]+\d+)>(.+)$/;
const kAbout = /^[a-z]+:([A-Za-z]+\d+)$/; // "dead:D4": of the whole group of that piece

/** Whether a word brings in a piece that stands nowhere on the board. */
export const comesIn = (word: string): boolean => isStep(word) && !kStep.test(word);

/** null where no word moves or names a piece that stands. */
export function stepsOf(view: View, rules: Rules, legal: readonly string[], game: string): StepWords | null {
  const words = legal.filter((word) => kStep.test(word) || kAbout.test(word));
  if (words.length === 0) return null;
  const at = new Map(emptyPoints(view).map((point) => [rules.name(point), point]));
  const steps = new Map<string, Place[]>();
  const offs = new Map<string, string[]>();
  const abouts = new Map<string, string[]>();
  for (const word of words) {
    const [, from = "", to = ""] = kStep.exec(word) ?? [];
    const about = kAbout.exec(word)?.[1];
    const target = at.get(to);
    if (about !== undefined) abouts.set(about, [...(abouts.get(about) ?? []), word]);
    else if (target) steps.set(from, [...(steps.get(from) ?? []), { at: target, word, reason: "" }]);
    else offs.set(from, [...(offs.get(from) ?? []), word]);
  }
  const named = new Map(stones(view).map((stone) => [stone.at.join(), rules.name(stone.at)]));
  const { ways, step } = skinOf(game);
  for (const { at: stands } of offs.size > 0 ? stones(view) : []) {
    const from = named.get(stands.join()) ?? "";
    const [word] = offs.get(from) ?? [];
    const off = word === undefined ? [] : (ways?.(view, stands) ?? []).map((at) => ({ at, word, reason: "", said: step?.(word) ?? word }));
    if (off.length > 0) steps.set(from, [...(steps.get(from) ?? []), ...off]);
  }
  const name = (piece: Point) => named.get(piece.join()) ?? "";
  return {
    of: (piece) => steps.get(name(piece)) ?? [],
    off: (piece) => {
      const group = groupAt(view, piece)?.pieces ?? [piece];
      return [...(offs.get(name(piece)) ?? []), ...group.flatMap((one) => abouts.get(name(one)) ?? [])];
    },
  };
}

/** Whether a turn of this game may have several steps. */
export const hasSteps = ({ facts }: Pick<View, "facts">): boolean => facts["steps_left"] !== undefined;

/** Of the turn that is played: as the game counts where it tells, else since its beginning. */
export const turnNumber = ({ facts, turn }: Pick<View, "facts" | "turn">): string => facts["turn"] ?? String(turn.number);
