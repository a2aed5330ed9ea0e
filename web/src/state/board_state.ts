// All that a board shows. The boards (3D and flat) draw this and know no rules; whoever makes it knows no pixels.
import type { Point } from "../net/protocol";

/** How a piece is coloured; "none" is a neutral blocker. */
export type Colour = "white" | "black" | "red" | "blue" | "none";

export interface Piece {
  at: Point;
  colour: Colour;
}

/** A place that can be pointed at. `legal` decides how it looks and answers, not whether it can be pointed at. */
export interface Spot {
  at: Point;
  legal: boolean;
}

/** The piece that would be placed. */
export interface Ghost {
  at: Point;
  colour: Colour;
  legal: boolean;
}

/**
 * A sign on a point. On a piece it faces the viewer, on an empty point it lies flat.
 * `text` is used by "count" and "own" (the viewer's mark); `colour` names the side that the sign belongs to.
 */
export interface Sign {
  kind:
    "last" | "capture" | "zombie" | "buried" | "danger" | "freedom" | "count" | "member" | "cursor" | "ko" | "dead" | "proposed" | "tried" | "own" | "planned";
  at: Point;
  on: "piece" | "empty";
  colour?: Colour;
  text?: string;
}

/** What an engine thinks of a move to a point. */
export interface Advice {
  at: Point;
  grade: "best" | "good" | "fair" | "poor";
  rate: string; // "54": per cent
  visits: string; // "1.2k"
  candidate: number; // its place in the list
}

/** A move of an expected line. */
export interface LineStep {
  at: Point;
  colour: Colour;
  number: number;
}

/** When a piece was played. */
export interface Numbered {
  at: Point;
  number: number;
}

/** Who will own a point; `share` 0..1 tells how surely. */
export interface Owner {
  at: Point;
  colour: Colour;
  share: number;
}

/** One coordinate at the board's edge. `at` counts places of the board level; a minor one stands between two. */
export interface Label {
  at: number;
  text: string;
  minor: boolean;
}

export interface Labels {
  columns: readonly Label[];
  rows: readonly Label[];
}

export interface BoardState {
  surface: string; // state/surface.ts
  columns: number;
  rows: number;
  levels: number;
  pieces: readonly Piece[];
  spots: readonly Spot[];
  ghost: Ghost | null;
  signs: readonly Sign[];
  cuts: readonly (readonly [Point, Point])[]; // severed links, drawn through everything
  advice: readonly Advice[]; // drawn through everything
  line: readonly LineStep[]; // likewise
  owners: readonly Owner[]; // on a flat board
  numbers: readonly Numbered[];
  labels: Labels | null;
  peel: number; // levels below this number are drawn
  xray: boolean; // "buried" signs shine through the pieces above
  symbols: boolean; // shapes on the pieces beside the colours
  hints: boolean; // dots on legal spots
  board: "wood" | "slate";
  dark: boolean;
}
