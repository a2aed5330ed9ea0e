// The star points of a board with lines and edges: on the fourth line, on the third of small boards, and in the middle.
import type { Point } from "../../net/protocol";
import type { Ground } from "../../state/surface";

/** The lines of one direction that they are on, but for the middle one of the board. */
function linesOf(side: number): number[] {
  if (side < 7) return [];
  const near = side < 13 ? 2 : 3;
  const far = side - 1 - near;
  return side % 2 === 1 && side >= 15 ? [near, (side - 1) / 2, far] : [near, far];
}

export function starPoints({ ground, endless }: Ground, columns: number, rows: number): Point[] {
  if (ground !== "lines" || endless || Math.min(columns, rows) < 5) return [];
  const points = linesOf(columns).flatMap((column) => linesOf(rows).map((row): Point => [0, column, row]));
  const middle: Point = [0, (columns - 1) / 2, (rows - 1) / 2];
  if (columns % 2 === 0 || rows % 2 === 0 || Math.min(columns, rows) >= 15) return points;
  return [...points, middle];
}
