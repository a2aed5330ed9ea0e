// Small helpers on points and boards as the View writes them. Geometry of the text form only; no rules.
import type { Point, View } from "../net/protocol";
import { hasLevels } from "./surface";

export function pointKey([level, column, row]: Point): string {
  return `${level},${column},${row}`;
}

export function samePoint(a: Point | null, b: Point | null): boolean {
  return a !== null && b !== null && pointKey(a) === pointKey(b);
}

export interface Stone {
  at: Point;
  letter: string;
}

/** The occupied points of a view, bottom level first. */
export function stones(view: Pick<View, "surface" | "board">): Stone[] {
  const found: Stone[] = [];
  const levels = hasLevels(view) ? view.board.map((level) => level.split("/")) : [view.board];
  levels.forEach((rows, level) => {
    rows.forEach((text, down) => {
      [...text].forEach((letter, column) => {
        if (letter !== ".") found.push({ at: [level, column, rows.length - 1 - down], letter });
      });
    });
  });
  return found;
}

/** The points on the board itself, without levels. */
export const groundPoints = ({ columns, rows }: Pick<View, "columns" | "rows">): Point[] =>
  Array.from({ length: columns * rows }, (_, i): Point => [0, i % columns, Math.floor(i / columns)]);

/** The empty points of a board without levels. */
export function emptyPoints(view: View): Point[] {
  if (hasLevels(view)) return [];
  return view.board.flatMap((row, down) => [...row].flatMap((letter, column): Point[] => (letter === "." ? [[0, column, view.board.length - 1 - down]] : [])));
}

/** Whether a point of a board without levels lies on it, and not beyond its edge where pieces leave it. */
export const isOnBoard = (view: Pick<View, "columns" | "rows">, [, column, row]: Point): boolean =>
  column >= 0 && column < view.columns && row >= 0 && row < view.rows;

/** Splits a name like "AB12" into its column and row part. */
export function splitName(name: string): [string, string] {
  const match = /^([A-Za-z]+)(\d+)$/.exec(name);
  return match ? [match[1] ?? "", match[2] ?? ""] : [name, ""];
}

export const isOccupied = (view: View, at: Point): boolean => stones(view).some((stone) => samePoint(stone.at, at));
