// The star points of a board with lines and edges: on the fourth line, on the third of small boards, and in the middle.
import type { Point } from "../../net/protocol";
import type { Ground } from "../../state/surface";

export function starPoints({ ground, endless }: Ground, columns: number, rows: number): Point[] {
  if (ground !== "lines" || endless || columns !== rows || columns < 5) return [];
  const odd = columns % 2 === 1;
  const middle = (columns - 1) / 2;
  const near = columns < 13 ? 2 : 3;
  const far = columns - 1 - near;
  const corners = columns < 7 ? [] : [near, far];
  const lines = odd && columns >= 15 ? [near, middle, far] : corners;
  const points = lines.flatMap((column) => lines.map((row): Point => [0, column, row]));
  return odd && columns < 15 ? [...points, [0, middle, middle]] : points;
}
