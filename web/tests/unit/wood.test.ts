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
  for (const { path } of grain) {
    const [xs] = [[...path.matchAll(/M(-?[\d.]+) /g)].map(([, x]) => Number(x))];
    expect(Math.max(...xs) - Math.min(...xs)).toBeLessThan(4); // a part of the board needs few of the paths
  }
});

it("lines of one strength never touch, so that it makes no difference how they are parted into paths", () => {
  for (const size of [5, 9, 13, 19, 25]) {
    const grain = grainOf(size + 1, size + 1);
    for (const thick of new Set(grain.map(({ width }) => width))) {
      const lines = grain.filter(({ width }) => width === thick).flatMap(({ path }) => path.split("M").slice(1).map(pointsOf));
      expect(lines.length).toBeGreaterThan(2);
      for (const [i, line] of lines.slice(1).entries()) {
        const gaps = line.map((x, j) => x - (lines[i]?.[j] ?? Infinity));
        expect(Math.min(...gaps), `line ${i + 1} of ${size}`).toBeGreaterThan(thick);
      }
    }
  }
});

/** How far right a line is, at equal steps downwards; its curves have their middles at equal heights too. */
function pointsOf(line: string): number[] {
  const [start, ...pieces] = line.split("S").map((piece) => piece.split(" ").map(Number));
  let [x, y] = start as [number, number];
  let [outX, outY] = [x, y]; // the first control point of the next curve
  const seen: number[] = [];
  for (const [midX, midY, endX, endY] of pieces as [number, number, number, number][]) {
    for (let part = 0; part <= 1; part += 0.05) {
      const [a, b, c, d] = [(1 - part) ** 3, 3 * part * (1 - part) ** 2, 3 * part ** 2 * (1 - part), part ** 3];
      seen.push(a * x + b * outX + c * midX + d * endX);
    }
    [outX, outY] = [2 * endX - midX, 2 * endY - midY];
    [x, y] = [endX, endY];
  }
  expect(outY).toBeGreaterThan(y);
  return seen;
}
