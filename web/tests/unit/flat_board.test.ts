// What of a flat board is drawn anew, and what stays as it is.
import { describe, expect, it } from "vitest";
import { layoutOf } from "../../src/boards/flat_layout";
import { sameProps, type Target } from "../../src/boards/flat_targets";
import { sameRow, type PlacedStone } from "../../src/boards/stones";
import type { BoardState } from "../../src/state/board_state";
import type { Point } from "../../src/net/protocol";

const board = (part: Partial<BoardState>): BoardState =>
  ({
    surface: "grid",
    columns: 9,
    rows: 9,
    levels: 1,
    pieces: [],
    spots: [],
    signs: [],
    numbers: [],
    peel: 1,
    symbols: false,
    ...part,
  }) as unknown as BoardState;

/** By what every place of a board is known, each copy of it. */
function keysOf(state: BoardState, scroll: { x: number; y: number }): string[] {
  const { at, key } = layoutOf(state, scroll);
  const all: string[] = [];
  for (let level = 0; level < state.levels; ++level)
    for (let column = 0; column < state.columns - level; ++column)
      for (let row = level === 0 ? -1 : 0; row < state.rows - level + (level === 0 ? 1 : 0); ++row)
        all.push(...at([level, column, row] as Point, (x, y) => key([level, column, row], x, y)));
  return all;
}

describe("what is drawn on a flat board", () => {
  it.each([
    ["grid", 1],
    ["squares", 1],
    ["pyramid", 5],
    ["torus", 1],
  ])("is known by its place on a %s, no two by the same", (surface, levels) => {
    for (const x of [0, 0.3, 4, 8.6]) {
      const keys = keysOf(board({ surface, levels, peel: levels }), { x, y: x / 2 });
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  it("keeps its name while a board without edges is scrolled", () => {
    const torus = board({ surface: "torus" });
    const known = new Set(keysOf(torus, { x: 2, y: 3 }));
    const scrolled = keysOf(torus, { x: 2.4, y: 3.4 });
    expect(scrolled.filter((key) => !known.has(key)).length).toBeLessThan(scrolled.length / 4);
  });
});

describe("where a board can be clicked", () => {
  const target = (key: string, part: Partial<Target> = {}): Target => ({ key, at: [0, 1, 2], x: 1, y: 6, r: 0.45, active: true, ...part });
  const [rest, onHover, onTap] = [{ begin: () => {}, end: () => false }, () => {}, () => {}];
  const props = (pieces: Target[], spots: Target[]) => ({ pieces, spots, rest, onHover, onTap });

  it("is drawn anew only where a target has changed", () => {
    const before = props([target("a")], [target("b")]);
    expect(sameProps(before, props([target("a", { at: [0, 1, 2] })], [target("b")]))).toBe(true);
    expect(sameProps(before, props([target("b")], [target("a")]))).toBe(false);
    expect(sameProps(before, props([target("a")], []))).toBe(false);
    expect(sameProps(before, props([target("a"), target("c")], [target("b")]))).toBe(false);
    for (const part of [{ x: 2 }, { y: 2 }, { r: 0.34 }, { active: false }]) expect(sameProps(before, props([target("a")], [target("b", part)]))).toBe(false);
    expect(sameProps(before, { ...before, onTap: () => {} })).toBe(false);
  });
});

describe("a row of stones", () => {
  const stone = (part: Partial<PlacedStone> = {}): PlacedStone => ({ key: "a", x: 1, colour: "black", column: 1, row: 2, opacity: 1, ...part });
  const row = (stones: PlacedStone[]) => ({ id: "i", y: 6, r: 0.48, stones });

  it("is drawn anew only where a stone has changed", () => {
    const before = row([stone()]);
    expect(sameRow(before, row([stone()]))).toBe(true);
    expect(sameRow(before, row([]))).toBe(false);
    expect(sameRow(before, row([stone(), stone({ key: "b", x: 2, column: 2 })]))).toBe(false);
    for (const part of [{ x: 2 }, { colour: "white" as const }, { column: 2 }, { row: 3 }, { opacity: 0.5 }])
      expect(sameRow(before, row([stone(part)]))).toBe(false);
    for (const part of [{ id: "j" }, { y: 5 }, { r: 0.4 }]) expect(sameRow(before, { ...before, ...part })).toBe(false);
  });
});
