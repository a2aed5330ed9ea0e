// What a board of each surface is like. Views name the surface; nothing else of the client knows the names.
import type { View } from "../net/protocol";

export interface Ground {
  ground: "lines" | "squares" | "holes"; // what pieces stand on: crossings of lines, squares, holes
  stacked: boolean; // pieces lie on pieces: the view writes a level a string
  endless: boolean; // what leaves it on one side comes back on the other
}

const kGrid: Ground = { ground: "lines", stacked: false, endless: false };
const kGrounds: Readonly<Record<string, Ground>> = {
  grid: kGrid,
  torus: { ground: "lines", stacked: false, endless: true },
  squares: { ground: "squares", stacked: false, endless: false },
  pyramid: { ground: "holes", stacked: true, endless: false },
};

export const groundOf = ({ surface }: Pick<View, "surface">): Ground => kGrounds[surface] ?? kGrid;

const kWidest = 2; // a longer board lies in a frame of this shape

/** Width over height of a frame around a board of lines, its margins included; undefined where a square does. */
export function shapeOf(view: Pick<View, "surface" | "columns" | "rows">): number | undefined {
  if (groundOf(view).ground !== "lines" || view.columns === view.rows) return undefined;
  return Math.min(kWidest, Math.max(1 / kWidest, (view.columns + 1) / (view.rows + 1)));
}

export const hasLevels = (view: Pick<View, "surface">): boolean => groundOf(view).stacked;
