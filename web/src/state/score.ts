// What a player has so far: a number, and what it counts.
import { tn } from "../lang/text";
import type { Side, View } from "../net/protocol";

export interface Tally {
  count: number;
  unit: string;
  captures: boolean; // that is what it counts
}

/** Where points are counted at the end (Go) they would confuse before it: until then it is what was captured. */
export function tallyOf(view: View, side: Side): Tally {
  const counted = view.over ? view.result?.how === "count" : view.facts["phase"] !== "play";
  if (view.facts["scoring"] !== undefined && !counted) {
    const count = side.captures ?? 0;
    return { count, unit: tn("capture", "captures", count), captures: true };
  }
  const { score } = side;
  return { count: score, unit: view.surface === "pyramid" ? tn("ball", "balls", score) : tn("point", "points", score), captures: false };
}
