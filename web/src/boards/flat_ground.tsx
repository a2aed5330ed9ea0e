// A flat board without its pieces: squares or lines, star points, coordinates, and what a board without edges shows of them.
import { Fragment } from "preact";
import type { BoardState, Label } from "../state/board_state";
import { groundOf } from "../state/surface";
import { starPoints } from "./scene/stars";
import { kBeyond } from "./use_scroll";

/** Where columns and rows are seen, in units of one place; the first row is at the bottom. */
export interface Plan {
  columns: number;
  rows: number;
  margin: number; // around the outermost places
  xs(column: number): number[];
  ys(row: number): number[];
}

const kWood = { board: "#c9985f", line: "#5d3a1c", ink: "#3d240f" };
const kSlate = { board: "#4a5258", line: "#a7b1b8", ink: "#e3e9ed" };
export const groundColours = (board: BoardState["board"]) => (board === "wood" ? kWood : kSlate);

/** How large the coordinates are, so that they can be read on large boards too. */
export const letterSize = (places: number): number => Math.min(0.62, Math.max(0.28, 0.034 * places));

const upTo = (count: number) => [...Array(count).keys()];

export function Ground({ state, plan }: { state: BoardState; plan: Plan }) {
  const { columns, rows, margin, xs, ys } = plan;
  const on = groundOf(state);
  const { ground, endless } = on;
  const edge = endless ? kBeyond + 0.5 : 0;
  const { board, line } = groundColours(state.board);
  return (
    <>
      <rect x={-margin} y={-margin} width={columns - 1 + 2 * margin} height={rows - 1 + 2 * margin} rx={0.18} fill={board} />
      {ground === "squares" &&
        upTo(columns).map((column) =>
          upTo(rows).map((row) => (
            <rect x={column - 0.5} y={row - 0.5} width={1} height={1} fill={(column + row) % 2 ? "#00000018" : "#ffffff14"} stroke={line} stroke-width={0.02} />
          )),
        )}
      {ground === "lines" && (
        <g stroke={line} stroke-width={0.03} stroke-linecap="square">
          {upTo(columns)
            .flatMap(xs)
            .map((x) => (
              <line x1={x} x2={x} y1={-edge} y2={rows - 1 + edge} />
            ))}
          {upTo(rows)
            .flatMap(ys)
            .map((y) => (
              <line y1={y} y2={y} x1={-edge} x2={columns - 1 + edge} />
            ))}
        </g>
      )}
      {starPoints(on, columns, rows).map(([, column, row]) => (
        <circle cx={column} cy={row} r={0.12} fill={line} data-star />
      ))}
      {ground === "holes" && upTo(columns).map((column) => upTo(rows).map((row) => <circle cx={column} cy={row} r={0.3} fill="#00000055" />))}
      {endless && <Seam plan={plan} colour={line} />}
    </>
  );
}

/** Where a board without edges was cut open to be named: between the last column and A, and between the last row and 1. */
function Seam({ plan: { columns, rows, xs, ys }, colour }: { plan: Plan; colour: string }) {
  const edge = kBeyond + 0.5;
  return (
    <g stroke={colour} stroke-width={0.07} stroke-dasharray="0.16 0.2" data-testid="seam">
      {xs(-0.5).map((x) => (
        <line x1={x} x2={x} y1={-edge} y2={rows - 1 + edge} />
      ))}
      {ys(rows - 0.5).map((y) => (
        <line y1={y} y2={y} x1={-edge} x2={columns - 1 + edge} />
      ))}
    </g>
  );
}

/** What lies beyond the edges is seen twice: there it is paler. */
export function Veil({ plan: { columns, rows, margin }, colour }: { plan: Plan; colour: string }) {
  const [right, bottom] = [columns - 0.5, rows - 0.5];
  const whole = columns - 1 + 2 * margin;
  const bars = [
    [-margin, -margin, whole, margin - 0.5],
    [-margin, bottom, whole, margin - 0.5],
    [-margin, -0.5, margin - 0.5, rows],
    [right, -0.5, margin - 0.5, rows],
  ] as const;
  return (
    <Fragment>
      {bars.map(([x, y, width, height]) => (
        <rect x={x} y={y} width={width} height={height} fill={colour} opacity={0.5} pointer-events="none" />
      ))}
    </Fragment>
  );
}

/** Where the board goes on to its rim, letters stand on bands that hide what would be seen under them. */
function LetterBands({ plan: { columns, rows, margin }, width, colour }: { plan: Plan; width: number; colour: string }) {
  const [wide, high] = [columns - 1 + 2 * margin, rows - 1 + 2 * margin];
  return (
    <path
      d={`M${-margin + 0.18} ${-margin}h${width - 0.18}v${high - width}h${wide - width}v${width - 0.18}q0 .18-.18 .18h${0.36 - wide}q-.18 0-.18-.18v${0.36 - high}q0-.18 .18-.18z`}
      fill={colour}
      data-letter-bands
    />
  );
}

export function Coordinates({ state, plan: { columns, rows, margin, xs, ys } }: { state: BoardState; plan: Plan }) {
  if (!state.labels) return null;
  const size = letterSize(Math.max(columns, rows));
  const inside = (place: number, count: number) => place > -0.5 && place <= count - 0.5;
  const far = margin - 0.68 * size; // so that two digits stay on the board
  const label = (one: Label, x: number, y: number) => (
    <text x={x} y={y + (one.minor ? 0.25 : 0.35) * size} font-size={one.minor ? 0.72 * size : undefined}>
      {one.text}
    </text>
  );
  return (
    <g fill={groundColours(state.board).ink} font-size={size} text-anchor="middle" font-weight="600" data-testid="coordinates">
      {groundOf(state).endless && <LetterBands plan={{ columns, rows, margin, xs, ys }} width={1.36 * size} colour={groundColours(state.board).board} />}
      {state.labels.columns.flatMap((one) =>
        xs(one.at)
          .filter((x) => inside(x, columns))
          .map((x) => label(one, x, rows - 1 + far)),
      )}
      {state.labels.rows.flatMap((one) =>
        ys(one.at)
          .filter((y) => inside(y, rows))
          .map((y) => label(one, -far, y)),
      )}
    </g>
  );
}
