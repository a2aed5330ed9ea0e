import { expect, it } from "vitest";
import { grainOf } from "../../src/boards/wood";

it("grain is the same each time, runs over the whole board, and stays within what a browser draws quickly", () => {
  const grain = grainOf(20, 20);
  expect(grainOf(20, 20)).toBe(grain);
  const starts = grain.flatMap(({ path }) => [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]));
  expect(Math.min(...starts.map(([x]) => x ?? 0))).toBeLessThan(1.5);
  expect(Math.max(...starts.map(([x]) => x ?? 0))).toBeGreaterThan(18);
  expect(new Set(starts.map(([, y]) => y))).toEqual(new Set([0]));
  expect(grain.reduce((sum, { path }) => sum + path.length, 0)).toBeLessThan(25_000);
  expect(grain.map(({ path }) => path).join()).not.toContain("NaN");
});
