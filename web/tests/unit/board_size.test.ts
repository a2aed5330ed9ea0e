import { describe, expect, it } from "vitest";
import { isHalfTyped, isSize, sidesOf, sizeOf, sizeText, withColumns, withRows } from "../../src/state/board_size";

describe("the size of a board", () => {
  it("has one text for each board", () => {
    expect([sizeOf(13, 9), sizeOf("9", 9), sizeOf("", "9")]).toEqual(["13x9", "9", "x9"]);
    expect(["13x9", "9", "x9"].map(sidesOf)).toEqual([
      ["13", "9"],
      ["9", "9"],
      ["", "9"],
    ]);
    expect(["13x9", "9"].map(sizeText)).toEqual(["13 × 9", "9 × 9"]);
  });

  it("stays a square while columns are typed, as long as that is wished", () => {
    expect(["1", "13", ""].reduce((size, columns) => withColumns(size, columns, true), "9")).toBe("");
    expect(["8", "9", "10"].reduce((size, columns) => withColumns(size, columns, false), "7x9")).toBe("10x9");
    expect(withRows(withColumns("9", "13", true), "9")).toBe("13x9");
    expect([withColumns("13x9", "9", false), withRows("13x9", "13"), sizeOf("09", "9")]).toEqual(["9", "13", "09"]);
    expect(["x9", "13x", "13x9", "9", ""].map(isHalfTyped)).toEqual([true, true, false, false, true]);
  });

  it("is complete when both sides are numbers within the limits", () => {
    const limits = { low: 2, high: 25 };
    expect(["9", "13x9", "2x25"].every((size) => isSize(size, limits))).toBe(true);
    expect(["", "x9", "13x", "1x9", "26", "9x26", "-9", "9.5", "9x9x9"].some((size) => isSize(size, limits))).toBe(false);
  });
});
