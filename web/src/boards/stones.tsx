// Stones of slate and shell for boards with lines: gradients and a few curves, each stone a little unlike its neighbours.
import { memo } from "preact/compat";
import type { Colour } from "../state/board_state";

export type StoneColour = Extract<Colour, "black" | "white">;
export const isStone = (colour: Colour): colour is StoneColour => colour === "black" || colour === "white";

interface Stop {
  at: number;
  colour: string;
}
const kShell: readonly Stop[] = [
  { at: 0, colour: "#ffffff" },
  { at: 0.5, colour: "#f8f5ee" },
  { at: 0.82, colour: "#e2dccf" },
  { at: 1, colour: "#a49c8a" },
];
const kSlate: readonly Stop[] = [
  { at: 0, colour: "#75787e" },
  { at: 0.32, colour: "#3d3f44" },
  { at: 0.75, colour: "#1c1d20" },
  { at: 1, colour: "#0a0b0c" },
];
const kStops: Record<StoneColour, readonly Stop[]> = { white: kShell, black: kSlate };

/** Where the light falls on a stone, as parts of its width: no two neighbours lie quite alike. */
const kLights = [
  { x: 0.34, y: 0.28, r: 0.78 },
  { x: 0.4, y: 0.25, r: 0.8 },
  { x: 0.3, y: 0.33, r: 0.76 },
] as const;

/** Lines of growth on a shell of radius 1, each from its start by a curve: some stones have many, some few. */
type Curve = readonly [x: number, y: number, midX: number, midY: number, endX: number, endY: number];
const kGrowth: readonly (readonly Curve[])[] = [
  [
    [-0.78, -0.42, 0.78, -0.36, 1.56, 0],
    [-0.93, -0.1, 0.93, -0.4, 1.86, 0],
    [-0.93, 0.22, 0.93, -0.42, 1.86, 0],
    [-0.8, 0.52, 0.8, -0.42, 1.6, 0],
  ],
  [
    [-0.86, -0.3, 0.86, -0.32, 1.72, 0],
    [-0.95, 0.1, 0.95, -0.4, 1.9, 0],
    [-0.78, 0.5, 0.78, -0.34, 1.56, 0],
  ],
  [
    [-0.66, -0.58, 0.66, -0.22, 1.32, 0],
    [-0.84, -0.36, 0.84, -0.28, 1.68, 0],
    [-0.94, -0.1, 0.94, -0.34, 1.88, 0],
    [-0.95, 0.16, 0.95, -0.38, 1.9, 0],
    [-0.84, 0.44, 0.84, -0.38, 1.68, 0],
  ],
];
const kTurns = 8;
const short = (value: number): string => String(Math.round(value * 1000) / 1000);

/** Every way that a shell may lie, for a stone of radius `r`: behind "M x y", its middle, and back there after each curve. */
function shellsOf(r: number): readonly string[] {
  return [...Array(kTurns).keys()].flatMap((turn) => {
    const [cos, sin] = [Math.cos((Math.PI * turn) / kTurns) * r, Math.sin((Math.PI * turn) / kTurns) * r];
    const at = (x: number, y: number) => `${short(x * cos - y * sin)} ${short(x * sin + y * cos)}`;
    return kGrowth.map((curves) =>
      curves.map(([x, y, midX, midY, endX, endY]) => `m${at(x, y)}q${at(midX, midY)} ${at(endX, endY)}m${at(-x - endX, -y - endY)}`).join(""),
    );
  });
}
const shells = new Map<number, readonly string[]>(); // by radius

/** A number of the point: what its stone is like does not change while it lies there. */
const lotOf = (column: number, row: number): number => (Math.imul(column + 1, 73856093) ^ Math.imul(row + 1, 19349663)) >>> 3;

/** What stones are filled with; `id` is the drawing's own. */
export const StonePaints = memo(function StonePaints({ id }: { id: string }) {
  return (
    <defs>
      {(["black", "white"] as const).flatMap((colour) =>
        kLights.map(({ x, y, r }, i) => (
          <radialGradient id={`${id}-${colour}-${i}`} key={`${colour}-${i}`} cx={x} cy={y} r={r}>
            {kStops[colour].map((stop) => (
              <stop key={stop.at} offset={stop.at} stop-color={stop.colour} />
            ))}
          </radialGradient>
        )),
      )}
    </defs>
  );
});

/** A shadow is softer at its rim: discs upon each other. */
const kShadows = [
  { wider: 1.02, opacity: 0.26 },
  { wider: 1.13, opacity: 0.15 },
] as const;
const kShadowRight = 0.04;
const kShadowDown = 0.07;

export interface PlacedStone {
  key: string; // of its point's copy
  x: number; // where it is drawn
  colour: StoneColour;
  column: number; // of its point
  row: number;
  opacity: number; // less than 1: dead, or taken by the hand; it throws no shadow
}

interface RowProps {
  id: string; // of the paints
  y: number;
  r: number;
  stones: readonly PlacedStone[];
}
const sameStone = (a: PlacedStone, b: PlacedStone | undefined): boolean =>
  b !== undefined && a.key === b.key && a.x === b.x && a.colour === b.colour && a.column === b.column && a.row === b.row && a.opacity === b.opacity;

/** Whether a row is drawn as it was. */
export const sameRow = (a: RowProps, b: RowProps): boolean =>
  a.id === b.id && a.y === b.y && a.r === b.r && a.stones.length === b.stones.length && a.stones.every((one, i) => sameStone(one, b.stones[i]));

/** The stones that lie beside each other: drawn anew only when one of them changes. */
export const StoneRow = memo(function StoneRow({ id, y, r, stones }: RowProps) {
  const lying = stones.filter((one) => one.opacity === 1);
  const shell = shells.get(r) ?? shellsOf(0.98 * r);
  shells.set(r, shell);
  const shadow = (wide: number) =>
    lying.map(({ x }) => `M${x + kShadowRight - wide} ${y + kShadowDown}a${wide} ${wide} 0 1 0 ${2 * wide} 0a${wide} ${wide} 0 1 0 ${-2 * wide} 0z`).join("");
  const growth = (of: readonly PlacedStone[]) =>
    of.map(({ x, colour, column, row }) => (colour === "white" ? `M${x} ${y}${shell[lotOf(column, row) % shell.length]}` : "")).join("");
  return (
    <>
      {kShadows.map(({ wider, opacity }) => (
        <path key={wider} d={shadow(wider * r)} fill-opacity={opacity} />
      ))}
      {stones.map(({ key, x, colour, column, row, opacity }) => (
        <circle
          key={key}
          cx={x}
          cy={y}
          r={r}
          fill={`url(#${id}-${colour}-${lotOf(column, row) % kLights.length})`}
          opacity={opacity === 1 ? undefined : opacity}
          data-stone={colour}
        />
      ))}
      <path d={growth(lying)} fill="none" stroke="#9c8f76" stroke-opacity={0.3} stroke-width={0.022} />
    </>
  );
}, sameRow);
