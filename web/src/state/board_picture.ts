// A small picture of a board as a few SVG paths, one for each colour, so that a list of many stays light. Pure.
import type { Board } from "../net/boards";
import type { Point, View } from "../net/protocol";
import type { Colour } from "./board_state";
import { coloursOf } from "./board_model";
import { stones } from "./points";
import { groundOf } from "./surface";

export type SmallView = Pick<Board, "surface" | "columns" | "rows" | "levels" | "board" | "sides" | "last">;

/** Of a whole view. */
export function smallView({ surface, columns, rows, levels, board, sides, marks }: View): SmallView {
  return { surface, columns, rows, levels, board, sides, last: marks.flatMap(({ kind, points }) => (kind === "last" ? points : [])) };
}

export interface Pieces {
  colour: Colour;
  level: number;
  path: string;
}
export interface BoardPaths {
  box: string; // the drawing's view box: a place is one unit wide
  lines: string; // of a board with lines
  dark: string; // every other square
  holes: string; // of a board with levels
  pieces: Pieces[]; // from below to above
  last: { path: string; on: Colour | null }[]; // signs of the last move; null: on an empty place
}

const kRadius = { lines: 0.48, squares: 0.38, holes: 0.5 } as const;
const kMargin = { lines: 0.7, squares: 0.5, holes: 0.62 } as const;

const digits = (value: number): string => String(Math.round(value * 100) / 100);
const disc = (x: number, y: number, r: number): string =>
  `M${digits(x - r)} ${digits(y)}a${r} ${r} 0 1 0 ${digits(2 * r)} 0a${r} ${r} 0 1 0 ${digits(-2 * r)} 0z`;
const upTo = (count: number) => [...Array(count).keys()];

export function boardPaths(view: SmallView): BoardPaths {
  const { columns, rows } = view;
  const { ground, stacked, endless } = groundOf(view);
  const margin = endless ? 0.5 : kMargin[ground];
  const edge = endless ? 0.5 : 0; // lines of a board without edges go on to the rim
  const spot = ([level, column, row]: Point): [x: number, y: number] => {
    const shift = stacked ? level / 2 : 0;
    return [column + shift, rows - 1 - row - shift];
  };
  const across = upTo(rows).map((row) => `M${-edge} ${row}h${columns - 1 + 2 * edge}`);
  const down = upTo(columns).map((column) => `M${column} ${-edge}v${rows - 1 + 2 * edge}`);
  const places = upTo(rows).flatMap((row) => upTo(columns).map((column) => ({ row, column })));
  const colours = coloursOf(view.sides);
  const ofLetter = new Map(view.sides.map((side) => [side.letter, colours.get(side.name)]));
  const groups = new Map<string, Pieces>();
  const under = new Map<string, Colour>();
  for (const { at, letter } of stones(view)) {
    const colour = ofLetter.get(letter) ?? "none";
    under.set(at.join(), colour);
    const key = `${at[0]} ${colour}`;
    const group = groups.get(key) ?? { colour, level: at[0], path: "" };
    group.path += disc(...spot(at), kRadius[ground]);
    groups.set(key, group);
  }
  return {
    box: `${-margin} ${-margin} ${digits(columns - 1 + 2 * margin)} ${digits(rows - 1 + 2 * margin)}`,
    lines: ground === "lines" ? [...across, ...down].join("") : "",
    dark:
      ground === "squares"
        ? places
            .filter(({ row, column }) => (row + column) % 2 === 1)
            .map(({ row, column }) => `M${column - 0.5} ${row - 0.5}h1v1h-1z`)
            .join("")
        : "",
    holes: ground === "holes" ? places.map(({ row, column }) => disc(column, row, 0.2)).join("") : "",
    pieces: [...groups.values()].sort((a, b) => a.level - b.level),
    last: view.last.map((at) => ({ path: disc(...spot(at), 0.2), on: under.get(at.join()) ?? null })),
  };
}
