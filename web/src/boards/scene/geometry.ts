// Where points lie in space. One unit is a ball's diameter; y is up, the board's surface is y = 0, row 0 is nearest.
import { BoxGeometry, Vector3 } from "three";
import type { Point } from "../../net/protocol";

export const kRadius = 0.5;
export const kHole = 0.33; // radius of a hole's rim
export const kSeat = Math.sqrt(kRadius * kRadius - kHole * kHole); // height of a ball's centre over its hole
export const kLevelHeight = Math.SQRT1_2; // four touching balls carry a fifth this much higher
export const kMargin = 0.95; // from the outermost hole's centre to the board's edge
export const kThickness = 0.55;

export interface BoardSize {
  columns: number;
  rows: number;
}

export function centre(size: BoardSize, [level, column, row]: Point, into = new Vector3()): Vector3 {
  return into.set(column + level / 2 - (size.columns - 1) / 2, kSeat + level * kLevelHeight, (size.rows - 1) / 2 - row - level / 2);
}

export function boardWidth(count: number): number {
  return count - 1 + 2 * kMargin;
}

/** A number in [0, 1) from a point, the same on every visit: each marble keeps its own veins. */
export function grain([level, column, row]: Point, salt = 0): number {
  const x = Math.sin(level * 127.1 + column * 311.7 + row * 74.7 + salt * 53.3) * 43758.5453;
  return x - Math.floor(x);
}

/**
 * A box with rounded edges around its centre. `segments` is odd: the middle ones are the flat faces. (The rounded box
 * that comes with three.js bends the normals of its flat faces when a side is much longer than one unit.)
 */
export function roundedSlab(width: number, height: number, depth: number, segments: number, radius: number): BoxGeometry {
  const slab = new BoxGeometry(1, 1, 1, segments, segments, segments);
  const position = slab.getAttribute("position");
  const normal = slab.getAttribute("normal");
  const half = 0.5 / segments;
  const inner = new Vector3(width, height, depth).multiplyScalar(0.5).subScalar(radius);
  const sign = new Vector3();
  const out = new Vector3();
  for (let i = 0; i < position.count; ++i) {
    out.fromBufferAttribute(position, i);
    sign.set(Math.sign(out.x), Math.sign(out.y), Math.sign(out.z));
    out.addScaledVector(sign, -half).normalize();
    normal.setXYZ(i, out.x, out.y, out.z);
    out.multiplyScalar(radius).add(sign.multiply(inner));
    position.setXYZ(i, out.x, out.y, out.z);
  }
  return slab;
}
