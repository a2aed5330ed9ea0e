// What the end of a game says of its deciding moves, as far as its analysis has come.
import { isValidElement, toChildArray, type ComponentChildren, type VNode } from "preact";
import { describe, expect, it } from "vitest";
import { Deciding } from "../../src/ui/deciding_moves";
import type { ReportedMove } from "../../src/wasm/engine";

/** The words that are shown; those of a button in brackets. */
function words(shown: ComponentChildren): string {
  return toChildArray(shown)
    .map((one) => {
      if (!isValidElement(one)) return String(one);
      const { type, props } = one as VNode<{ children?: ComponentChildren }>;
      const inside = words(props.children);
      return type === "button" ? `[${inside}]` : inside;
    })
    .join("");
}

const move = (ply: number, loss: number | null): ReportedMove => ({
  ply,
  move: "C3",
  by: "black",
  first_wins: 0.5,
  score: null,
  visits: 1,
  loss,
  mark: "",
  best: null,
  line: [],
  proof: null,
  gave_away: null,
});
const kNothing = { allowed: true, graph: true, moves: [], complete: false, on: false, start: () => {} };
const said = (part: Partial<Parameters<typeof Deciding>[0]["analysis"]>, sides = 2): string =>
  words(Deciding({ analysis: { ...kNothing, ...part }, sides, onShow: () => {} }));

const kAsk = "[Find the deciding moves]";
const kNone = "No single move decided this game.";

describe("the deciding moves", () => {
  it("are asked for first, and looked for while the analysis runs", () => {
    expect(said({})).toBe(kAsk);
    expect(said({ on: true })).toContain("Looking through the game");
    expect(said({ on: true, moves: [move(0, null), move(1, 0.5)] })).toContain("Looking through the game");
  });

  it("are asked for again where the analysis was stopped midway", () => {
    expect(said({ moves: [move(0, null), move(1, 0)] })).toBe(kAsk);
    expect(said({ moves: [move(0, null), move(1, 0.5)] })).toBe(kAsk);
  });

  it("are told when all moves were looked at, whether the analysis goes on or not", () => {
    for (const on of [true, false]) {
      expect(said({ on, complete: true, moves: [move(0, null), move(1, 0)] })).toBe(`Deciding moves${kNone}`);
      const found = said({ on, complete: true, moves: [move(0, null), move(1, 0.5)] });
      expect(found).toMatch(/^Deciding moves\[.*C3.*\]$/);
    }
  });

  it("are not offered where there is no report: with hidden information, for three players, while it is not allowed", () => {
    expect(said({ graph: false })).toBe("");
    expect(said({ graph: false, on: true })).toBe("");
    expect(said({}, 3)).toBe("");
    expect(said({ allowed: false })).toBe("");
  });
});
