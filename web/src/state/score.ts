// What a player has so far: a number, and what it counts.
import { tn } from "../lang/text";
import type { Side, View } from "../net/protocol";

export interface Tally {
  count: number;
  unit: string;
  captures: boolean; // that is what it counts
}

/** The score, or what was captured while points are not counted yet. */
export function tallyOf({ tally }: View, side: Side): Tally {
  if (tally === "captures") {
    const count = side.captures ?? 0;
    return { count, unit: tn("capture", "captures", count), captures: true };
  }
  const { score } = side;
  return { count: score, unit: tally === "balls" ? tn("ball", "balls", score) : tn("point", "points", score), captures: false };
}
