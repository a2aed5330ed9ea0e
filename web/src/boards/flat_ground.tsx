// A flat board without its pieces: squares or lines, star points, coordinates, and what a board without edges shows of them.
import { Fragment } from "preact";
import { memo } from "preact/compat";
import { useId } from "preact/hooks";
import type { BoardState, Label } from "../state/board_state";
import { groundOf } from "../state/surface";
import { kDarkWood, kGround } from "./scene/flat_colours";
import { starPoints } from "./scene/stars";
import { kBeyond } from "./use_scroll";
import { grainOf } from "./wood";

/** Where columns and rows are seen, in units of one place; the first row is at the bottom. */
export interface Plan {
  columns: number;
  rows: number;
  margin: number; // around the outermost places
  xs(column: number): number[];
  ys(row: number): number[];
}

export const groundColours = ({ board, dark }: Pick<BoardState, "board" | "dark">) => (board === "wood" && dark ? kDarkWood : kGround[board]);

/** How large the coordinates are, so that they can be read on large boards too. */
export const letterSize = (places: number): number => Math.min(0.62, Math.max(0.28, 0.034 * places));

const upTo = (count: number) => [...Array(count).keys()];

/** The lines of a board as one path; `edge`: how far they go on beyond the outermost places. */
function linesOf({ columns, rows, xs, ys }: Plan, edge: number): string {
  const down = upTo(columns)
    .flatMap(xs)
    .map((x) => `M${x} ${-edge}v${rows - 1 + 2 * edge}`);
  const across = upTo(rows)
    .flatMap(ys)
    .map((y) => `M${-edge} ${y}h${columns - 1 + 2 * edge}`);
  return [...down, ...across].join("");
}

interface GroundProps {
  state: BoardState;
  plan: Plan;
}

/** Whether the ground of a board is as it was, whatever happened upon it; one that scrolls is drawn each time. */
function sameGround(before: GroundProps, after: GroundProps): boolean {
  const [a, b] = [before.state, after.state];
  const same = a.surface === b.surface && a.columns === b.columns && a.rows === b.rows && a.board === b.board && a.dark === b.dark && a.labels === b.labels;
  return same && before.plan.margin === after.plan.margin && !groundOf(a).endless;
}

export const Ground = memo(function Ground({ state, plan }: GroundProps) {
  const { columns, rows } = plan;
  const on = groundOf(state);
  const { ground, endless } = on;
  const edge = endless ? kBeyond + 0.5 : 0;
  const { line } = groundColours(state);
  return (
    <>
      {ground === "squares" &&
        upTo(columns).map((column) =>
          upTo(rows).map((row) => (
            <rect x={column - 0.5} y={row - 0.5} width={1} height={1} fill={(column + row) % 2 ? "#00000018" : "#ffffff14"} stroke={line} stroke-width={0.02} />
          )),
        )}
      {ground === "lines" && <path d={linesOf(plan, edge)} stroke={line} stroke-width={0.035} stroke-linecap="square" fill="none" data-lines />}
      {starPoints(on, columns, rows).map(([, column, row]) => (
        <circle cx={column} cy={row} r={0.11} fill={line} data-star />
      ))}
      {ground === "lines" && !endless && <rect x={0} y={0} width={columns - 1} height={rows - 1} fill="none" stroke={line} stroke-width={0.07} />}
      {ground === "holes" && upTo(columns).map((column) => upTo(rows).map((row) => <circle cx={column} cy={row} r={0.3} fill="#00000055" />))}
      {endless && <Seam plan={plan} colour={line} />}
    </>
  );
}, sameGround);

/**
 * What the board is made of: wood with its grain, or plain slate; lighter above, as a lamp has it. A drawing of its own in a
 * layer of its own: it is drawn once, whatever happens upon it.
 */
export const Body = memo(function Body({ width, height, colour, grained }: { width: number; height: number; colour: string; grained: boolean }) {
  const id = useId();
  const whole = { width, height, rx: 0.18 };
  return (
    <svg class="board-body" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <linearGradient id={`${id}-lamp`} x1="0" y1="0" x2="0.35" y2="1">
          <stop offset="0" stop-color="#fff" stop-opacity={0.14} />
          <stop offset="0.5" stop-color="#fff" stop-opacity={0} />
          <stop offset="1" stop-color="#000" stop-opacity={0.1} />
        </linearGradient>
      </defs>
      <rect {...whole} fill={colour} />
      {grained && (
        <g fill="none" stroke="#6f3f14" data-grain>
          {grainOf(width, height).map((grain) => (
            <path key={grain.path} d={grain.path} stroke-width={grain.width} stroke-opacity={grain.opacity} />
          ))}
        </g>
      )}
      <rect {...whole} fill={`url(#${id}-lamp)`} />
    </svg>
  );
});

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

export const Coordinates = memo(function Coordinates({ state, plan: { columns, rows, margin, xs, ys } }: GroundProps) {
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
    <g fill={groundColours(state).ink} font-size={size} text-anchor="middle" font-weight="600" data-testid="coordinates">
      {groundOf(state).endless && <LetterBands plan={{ columns, rows, margin, xs, ys }} width={1.36 * size} colour={groundColours(state).board} />}
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
}, sameGround);
