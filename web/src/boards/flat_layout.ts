// Where the things of a flat board are drawn: in places to the right and downwards, from the middle of A's last row.
import type { ComponentChildren } from "preact";
import type { Point } from "../net/protocol";
import type { BoardState, Colour, Piece } from "../state/board_state";
import { groundOf } from "../state/surface";
import { letterSize, type Plan } from "./flat_ground";
import { kCorners, type Corner } from "./flat_signs";
import { middles, type Middle } from "./scene/middles";
import { copies, copyOf, kBeyond, type Scroll } from "./use_scroll";

const kBall = 0.48;
const kInSquare = 0.36;
const kRim = 0.78; // from the middle of an edge's places to where pieces leave the board

/** The place two levels up, which hides this one from above. */
export const above = ([level, column, row]: Point): Point => [level + 2, column - 1, row - 1];

export interface Layout {
  plan: Plan;
  box: string; // the drawing's own view box
  pieces: readonly Piece[]; // of the levels that are shown
  colours: ReadonlyMap<string, Colour>; // of the pieces, by place
  out(point: Point): boolean; // beyond the edge, where pieces leave the board
  placeAt(x: number, y: number): Point | null; // at a spot of the drawing
  at<T extends ComponentChildren>(point: Point, draw: (x: number, y: number) => T): T[]; // draws wherever the point is seen
  key(point: Point, x: number, y: number): string; // of what is drawn there: the same wherever a board without edges is scrolled to
  radius(point: Point): number;
  shift(point: Point): number; // of a level against the board
  middle(point: Point): Middle | undefined;
  corners(point: Point): { shape: Corner | undefined; freedoms: Corner | undefined };
  covered(point: Point): boolean; // another piece stands straight above it, so that nothing of it is seen
}

export function layoutOf(state: BoardState, scroll: Pick<Scroll, "x" | "y">): Layout {
  const { columns, rows } = state;
  const { ground, stacked, endless } = groundOf(state);
  const outside = (row: number): boolean => row < 0 || row >= rows;
  const left = state.spots.some((spot) => outside(spot.at[2])); // now a piece may leave the board
  const margin = Math.max(1, 0.5 + 1.36 * letterSize(Math.max(columns, rows))) + (endless ? kBeyond : 0);
  const shift = (point: Point) => (stacked ? point[0] / 2 : 0);
  const xs = (column: number) => (endless ? copies(column + scroll.x, columns) : [column]);
  const ys = (row: number) => (endless ? copies(rows - 1 - row + scroll.y, rows) : outside(row) ? [row < 0 ? rows - 1 + kRim : -kRim] : [rows - 1 - row]);
  const pieces = state.pieces.filter((piece) => !stacked || piece.at[0] < state.peel);
  const colours = new Map(pieces.map((piece) => [piece.at.join(), piece.colour]));
  const middle = middles(state);
  return {
    plan: { columns, rows, margin, xs, ys },
    box: `${-margin} ${-margin} ${columns - 1 + 2 * margin} ${rows - 1 + 2 * margin}`,
    pieces,
    colours,
    out: (point) => outside(point[2]),
    placeAt: (x, y) => {
      const [column, row] = [Math.round(x), rows - 1 - Math.round(y)];
      if (outside(row)) return left ? [0, Math.min(columns - 1, Math.max(0, column)), row < 0 ? -1 : rows] : null;
      return column >= 0 && column < columns ? [0, column, row] : null;
    },
    at: (point, draw) => xs(point[1] + shift(point)).flatMap((x) => ys(point[2] + shift(point)).map((y) => draw(x, y))),
    key: (point, x, y) => `${point.join()} ${copyOf(x, columns)} ${copyOf(y, rows)}`,
    radius: (point) => (outside(point[2]) ? 0.2 : stacked ? Math.max(0.34, kBall - 0.03 * point[0]) : ground === "squares" ? kInSquare : kBall),
    shift,
    middle: (point) => middle.get(point.join()),
    // None of the four upon it hides them.
    corners: ([level, column, row]) => {
      const free = kCorners.filter(([right, down]) => !colours.has([level + 1, right > 0 ? column : column - 1, down > 0 ? row - 1 : row].join()));
      const shape = state.symbols ? free[0] : undefined;
      const others = free.filter((one) => one !== shape);
      return { shape, freedoms: others.find(([right, down]) => right > 0 && down < 0) ?? others[0] };
    },
    covered: (point) => stacked && colours.has(above(point).join()),
  };
}
