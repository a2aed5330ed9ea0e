// What stands on a flat board: pieces, their shapes, signs and an engine's advice, drawn in units of one place.
import type { Advice, Colour, Owner, Sign } from "../state/board_state";
import { kFill, kGrade, kInkOn } from "./scene/flat_colours";
import type { Middle } from "./scene/middles";

/** How often a move wins, and how often it was tried. */
export function Adviser({ advice, x, y }: { advice: Advice; x: number; y: number }) {
  const best = advice.grade === "best";
  return (
    <g text-anchor="middle" fill="#fff" data-advice={advice.grade}>
      <circle cx={x} cy={y} r={best ? 0.45 : 0.42} fill={kGrade[advice.grade]} stroke="#fff" stroke-width={best ? 0.07 : 0.02} />
      <text x={x} y={y + 0.06} font-size="0.36" font-weight="700">
        {advice.rate}
      </text>
      <text x={x} y={y + 0.3} font-size="0.21" font-weight="600">
        {advice.visits}
      </text>
    </g>
  );
}

export function Ball({ x, y, r, colour }: { x: number; y: number; r: number; colour: Colour }) {
  return (
    <g>
      <circle cx={x} cy={y} r={r} fill={kFill[colour]} stroke="#000" stroke-opacity={0.45} stroke-width={0.03} />
      <ellipse cx={x - r * 0.3} cy={y - r * 0.42} rx={r * 0.32} ry={r * 0.2} fill="#fff" opacity={0.35} />
    </g>
  );
}

const kShapes: Record<Colour, string> = {
  white: "",
  black: "0,-0.18 0.15,0 0,0.18 -0.15,0",
  red: "0,-0.18 0.18,0.13 -0.18,0.13",
  blue: "-0.14,-0.14 0.14,-0.14 0.14,0.14 -0.14,0.14",
  none: "-0.16,-0.05 0.16,-0.05 0.16,0.05 -0.16,0.05",
};

/** The colour-blind shape of a side. */
export function Symbol({ x, y, colour, size = 1 }: { x: number; y: number; colour: Colour; size?: number }) {
  const ink = kInkOn[colour];
  return (
    <g transform={`translate(${x} ${y}) scale(${size})`} data-symbol={colour}>
      {colour === "white" ? <circle r={0.14} fill="none" stroke={ink} stroke-width={0.06} /> : <polygon points={kShapes[colour]} fill={ink} />}
    </g>
  );
}

const kCorner = 0.72; // of a piece's radius, both ways from its middle
const kClose = 0.25; // the same where pieces overlap: just so far that no badge touches another piece's, or its own piece's

/** From the middle of a piece to its corners. */
const cornerAt = (r: number, close: boolean): number => (close ? kClose : kCorner * r);

/** Corners of a piece, as right and down of its middle, the most wished first. */
export const kCorners = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
] as const;
export type Corner = (typeof kCorners)[number];

/** The shape where something else has the middle of the piece. */
export function CornerSymbol({ x, y, r, colour, corner, close }: { x: number; y: number; r: number; colour: Colour; corner: Corner; close: boolean }) {
  const [cx, cy] = [x + cornerAt(r, close) * corner[0], y + cornerAt(r, close) * corner[1]];
  const disc = close ? 0.15 : 0.18;
  return (
    <g>
      <circle cx={cx} cy={cy} r={disc} fill={kFill[colour]} stroke={kInkOn[colour]} stroke-width={0.025} />
      <Symbol x={cx} y={cy} colour={colour} size={3.8 * disc} />
    </g>
  );
}

/** Where a piece may leave the board, beside the letter that may stand there. */
export function WayOut({ x, y, up }: { x: number; y: number; up: boolean }) {
  const away = up ? -1 : 1;
  return <path d={`M${x - 0.17} ${y - 0.24 * away}h.34l-.17 ${0.13 * away}z`} fill="#fff4dc" pointer-events="none" data-way-out />;
}

export function MoveNumber({ x, y, number, ink }: { x: number; y: number; number: number; ink: string }) {
  return (
    <text x={x} y={y + 0.14} font-size={number > 99 ? 0.34 : 0.42} font-weight="600" text-anchor="middle" fill={ink}>
      {number}
    </text>
  );
}

/** Whose a point is; on a piece (`r`: its radius) beside what has the middle. */
export function Land({ owner, x, y, r, middle }: { owner: Owner; x: number; y: number; r: number | null; middle: Middle | undefined }) {
  const aside = r !== null && middle !== undefined && middle !== "dead";
  const side = (aside ? 0.3 : 0.5) * Math.sqrt(owner.share);
  const [cx, cy] = aside ? [x - kCorner * r, y + kCorner * r] : [x, y];
  return (
    <rect
      data-owner={owner.colour}
      x={cx - side / 2}
      y={cy - side / 2}
      width={side}
      height={side}
      fill={kFill[owner.colour]}
      opacity={0.35 + 0.5 * owner.share}
    />
  );
}

/** How many freedoms a group has: in the middle of a piece, or at its corner. */
function Freedoms({ sign, x, y, r, aside, close }: { sign: Sign; x: number; y: number; r: number; aside: Corner | null; close: boolean }) {
  const text = sign.text ?? "";
  const far = cornerAt(r, close);
  const [cx, cy] = aside ? [x + far * aside[0], y + far * aside[1]] : [x, y];
  const disc = close ? (aside ? 0.15 : 0.2) : aside ? 0.2 : 0.25;
  const size = (text.length > 1 ? 1.3 : 1.55) * disc;
  return (
    <g data-freedoms={text}>
      <circle cx={cx} cy={cy} r={disc} fill={sign.kind === "danger" ? "#c92a2a" : "#0b4f9e"} stroke="#fff" stroke-width={0.03} />
      <text x={cx} y={cy + 0.35 * size} font-size={size} font-weight="700" text-anchor="middle" fill="#fff">
        {text}
      </text>
    </g>
  );
}

interface SignProps {
  sign: Sign;
  x: number;
  y: number;
  r: number; // of a piece there
  under: Colour | undefined;
  middle: Middle | undefined; // what has the middle of the piece
  corner: Corner | undefined; // for its freedoms, where something else has the middle
  close: boolean; // pieces overlap
}

const kLetters: Partial<Record<Sign["kind"], string>> = { zombie: "Z", buried: "↓", capture: "×", ko: "□" };
const kMiddles: readonly Sign["kind"][] = ["capture", "dead", "zombie", "buried", "own"];
const kApart = 0.13; // so that both colours may share a place

export function FlatSign({ sign, x, y, r, under, middle, corner, close }: SignProps) {
  const ink = under ? kInkOn[under] : "#15171a";
  if (under && kMiddles.includes(sign.kind) && middle !== sign.kind) return null;
  switch (sign.kind) {
    case "last":
      return <circle cx={x} cy={y} r={middle ? r - 0.13 : 0.17} fill="none" stroke={under === "white" ? "#b93a08" : "#ffa51f"} stroke-width={0.08} />;
    case "member":
      return <circle cx={x} cy={y} r={r - 0.05} fill="none" stroke="#35b5e8" stroke-width={0.06} />;
    case "freedom": {
      const [dx, dy] = { white: [-1, -1], black: [1, 1], red: [-1, 1], blue: [1, -1], none: [0, 0] }[sign.colour ?? "none"];
      return <circle cx={x + kApart * (dx ?? 0)} cy={y + kApart * (dy ?? 0)} r={0.1} fill={kFill[sign.colour ?? "none"]} stroke="#777" stroke-width={0.02} />;
    }
    case "danger":
    case "count":
      if (middle === sign.kind) return <Freedoms sign={sign} x={x} y={y} r={r} aside={null} close={close} />;
      return corner ? <Freedoms sign={sign} x={x} y={y} r={r} aside={corner} close={close} /> : null;
    case "dead":
      return <path d={`M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4`} stroke="#e03131" stroke-width={0.1} stroke-linecap="round" data-sign="dead" />;
    case "proposed":
      return <circle cx={x} cy={y} r={r - 0.05} fill="none" stroke="#e03131" stroke-width={0.06} stroke-dasharray="0.11 0.1" />;
    case "tried":
      return <path d={`M${x - 0.16} ${y - 0.16}l.32 .32m0 -.32l-.32 .32`} stroke={ink} stroke-width={0.07} stroke-linecap="round" opacity={0.75} />;
    case "own":
      return (
        <text x={x} y={y + 0.17} font-size="0.48" font-weight="700" text-anchor="middle" fill={under ? ink : "#0b4f9e"}>
          {sign.text}
        </text>
      );
    case "planned":
      return (
        <rect x={x - 0.36} y={y - 0.36} width={0.72} height={0.72} rx={0.1} fill="none" stroke="#0a6fd6" stroke-width={0.08} stroke-dasharray="0.16 0.09" />
      );
    case "cursor": {
      const half = r < 0.3 ? r : 0.46; // beyond the edge there is little room
      return <rect x={x - half} y={y - half} width={2 * half} height={2 * half} fill="none" stroke="#2aa7ff" stroke-width={0.06} />;
    }
    default:
      return (
        <text x={x} y={y + 0.16} font-size="0.46" font-weight="700" text-anchor="middle" fill={sign.kind === "capture" ? "#e03131" : ink}>
          {kLetters[sign.kind]}
        </text>
      );
  }
}
