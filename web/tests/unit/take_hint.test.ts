// Which groups a beginner is told to capture: those that may be captured now.
import { expect, it } from "vitest";
import type { Point, View } from "../../src/net/protocol";
import { hintNow, hintsOf } from "../../src/state/hints";

const kKo: Point = [0, 1, 1];
const kOpen: Point = [0, 4, 0];
const group = (piece: Point, freedom: Point) => ({ side: 1, pieces: [piece], freedoms: [freedom] });
const view = {
  sides: [
    { name: "black", seat: 0 },
    { name: "white", seat: 1 },
  ],
  lives_on: "liberties",
  facts: {},
  marks: [],
  groups: [group([0, 2, 1], kKo), group([0, 4, 1], kOpen)],
} as unknown as View;

/** What the hint to capture points at for black, who may play at `open` alone. */
const shown = (open: readonly Point[]) => {
  const places = [kKo, kOpen].map((at) => ({ at, reason: open.includes(at) ? "" : "ko" }));
  return hintNow(hintsOf("go", view, false), { view, you: 0, legal: [], gone: [], places }, (id) => id !== "take")?.points ?? null;
};

it("a group is to be captured only where its last liberty is open to the player", () => {
  expect(shown([kKo, kOpen])).toEqual([[0, 2, 1], kKo, [0, 4, 1], kOpen]);
  expect(shown([kOpen])).toEqual([[0, 4, 1], kOpen]);
  expect(shown([])).toBe(null);
});
