// The keyboard's way over a board: from point to point as seen from above. Geometry only.
import type { Point, View } from "../net/protocol";
import { groundPoints, stones } from "./points";

export type Direction = "left" | "right" | "up" | "down";

const kSteps: Record<Direction, readonly [number, number]> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, 1],
  down: [0, -1],
};

function plan([level, column, row]: Point): [number, number] {
  return [column + level / 2, row + level / 2];
}

/** Of the points that share a place in the plan only the highest is seen from above. */
export function seenFromAbove(points: readonly Point[]): Point[] {
  const tops = new Map<string, Point>();
  for (const point of points) {
    const key = plan(point).join();
    const top = tops.get(key);
    if (!top || point[0] > top[0]) tops.set(key, point);
  }
  return [...tops.values()];
}

/** Where the keyboard may stand: on the board itself, on what stands there, and wherever one may play. */
export function reachable(view: View, places: readonly { at: Point }[]): Point[] {
  return seenFromAbove([...groundPoints(view), ...stones(view).map((stone) => stone.at), ...places.map((place) => place.at)]);
}

/** These points in rows as seen from above, the farthest first, each from left to right. */
export function inRows(points: readonly Point[]): Point[][] {
  const rows = new Map<number, Point[]>();
  for (const point of points) {
    const [, y] = plan(point);
    const row = rows.get(y);
    if (row) row.push(point);
    else rows.set(y, [point]);
  }
  return [...rows].sort(([a], [b]) => b - a).map(([, row]) => row.sort((a, b) => plan(a)[0] - plan(b)[0]));
}

/** The next point in a direction within 45 degrees of it, nearest first; `from` itself when there is none. */
export function step(points: readonly Point[], from: Point, direction: Direction): Point {
  const [dx, dy] = kSteps[direction];
  const [x, y] = plan(from);
  let best = from;
  let least = Infinity;
  for (const point of points) {
    const [px, py] = plan(point);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (along <= 0 || aside > along) continue;
    const cost = along + 2 * aside;
    if (cost < least) [least, best] = [cost, point];
  }
  return best;
}
