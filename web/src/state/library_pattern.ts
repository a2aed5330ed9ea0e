// A pattern that is looked for in a library: part of a board, in a corner or on a side. "?" is anything, "." an empty
// point, and a piece is the letter of its side. Rows go from the edge inwards. Pure.
import type { SmallView } from "./board_picture";
import { groundOf } from "./surface";

export const kPatternPlaces = ["corner", "side"] as const;
export type PatternPlace = (typeof kPatternPlaces)[number];

const kMostCells = 9; // in each direction

/** Whether a board of this kind has corners and sides that patterns lie in. */
export function takesPatterns(view: SmallView): boolean {
  const { ground, stacked, endless } = groundOf(view);
  return ground === "lines" && !stacked && !endless;
}

/** The cells that can be filled: of a corner, or of a piece of the upper side. */
export function patternCells(view: Pick<SmallView, "columns" | "rows">, pattern: string): string[] {
  const columns = Math.min(kMostCells, view.columns);
  const rows = Math.min(kMostCells, view.rows);
  const known = pattern === "" ? [] : pattern.split("|");
  return [...Array(rows).keys()].map((row) => (known[row] ?? "").slice(0, columns).padEnd(columns, "?"));
}

export function withCell(cells: readonly string[], row: number, column: number, cell: string): string[] {
  return cells.map((line, at) => (at === row ? line.slice(0, column) + cell + line.slice(column + 1) : line));
}

/** What a cell becomes next: anything, each side in turn, empty. */
export function nextCell(cell: string, letters: readonly string[]): string {
  const order = ["?", ...letters, "."];
  return order[(order.indexOf(cell) + 1) % order.length] ?? "?";
}

/** As the server is asked: without the cells beyond the pattern; "" where no piece is in it. */
export function patternText(cells: readonly string[], place: PatternPlace): string {
  if (!cells.some((line) => /[^?.]/.test(line))) return "";
  const used = (column: number) => cells.some((line) => line[column] !== "?");
  const width = cells[0]?.length ?? 0;
  let [from, to] = [0, width];
  while (to > 0 && !used(to - 1)) --to;
  while (place === "side" && !used(from)) ++from;
  let rows = cells.length;
  while (!/[^?]/.test(cells[rows - 1] ?? ".")) --rows;
  return cells
    .slice(0, rows)
    .map((line) => line.slice(from, to))
    .join("|");
}
