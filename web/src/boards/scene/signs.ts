// Which glyph, size and colour a sign of the board state gets in the 3D scene.
import { Vector3 } from "three";
import { adviceCell } from "./advice_atlas";
import type { BoardState, Colour, Sign } from "../../state/board_state";
import { kGrade } from "./flat_colours";
import { centre, kRadius, kSeat } from "./geometry";
import { middles, type Middle } from "./middles";
import { numberCell } from "./number_atlas";
import type { Drawn } from "./sign_layer";
import type { Glyph } from "./sign_atlas";

const kAccent = "#ffa51f";
const kDanger = "#d92b2b";
const kDark = "#15171a";
const kLight = "#ffffff";

/** A shape for each colour, and what contrasts with it. */
export const kSymbols: Record<Colour, Glyph> = {
  white: "circle",
  black: "diamond",
  red: "triangle",
  blue: "square",
  none: "bar",
};
const kInk: Record<Colour, string> = { white: kDark, black: kLight, red: kLight, blue: kLight, none: kDark };
const kBody: Record<Colour, string> = {
  white: "#f7f3ea",
  black: "#17181c",
  red: "#c0302a",
  blue: "#2b5fc4",
  none: "#8b8a86",
};

/** Signs that stand in the middle of a piece, or not at all. */
const kMiddles: ReadonlySet<Sign["kind"]> = new Set(["capture", "dead", "zombie", "buried", "own"]);
const kCorner = 0.25; // from the middle of a piece, both ways

export interface Layers {
  normal: Drawn[];
  through: Drawn[];
  numbers: Drawn[]; // cells of the numbers' own atlas
  advice: Drawn[]; // cells of the advice's own atlas
}

export function drawnSigns(state: BoardState): Layers {
  const normal: Drawn[] = [];
  const through: Drawn[] = [];
  const colourAt = new Map(state.pieces.map((piece) => [piece.at.join(), piece.colour]));
  const middle = middles(state);
  for (const sign of state.signs) {
    if (sign.at[0] >= state.peel) continue;
    const under = colourAt.get(sign.at.join());
    const inside = middle.get(sign.at.join());
    if (under !== undefined && kMiddles.has(sign.kind) && inside !== sign.kind) continue;
    const list = sign.kind === "buried" && state.xray ? through : normal;
    list.push(drawnSign(state, sign, under, inside));
  }
  if (state.symbols)
    for (const piece of state.pieces) {
      if (piece.at[0] >= state.peel) continue;
      const ink = kInk[piece.colour];
      const drawn = facing(state, piece.at, kSymbols[piece.colour], 0.36, ink, ink, 0.03);
      normal.push(middle.get(piece.at.join()) === "symbol" ? drawn : atCorner(drawn, -1));
    }
  if (state.hints)
    for (const spot of state.spots)
      if (spot.legal && spot.at[0] < state.peel) normal.push(flat(state, spot.at, "dot", 0.15, state.board === "wood" ? "#fff4dc" : "#cfe3ee", "#00000066"));
  for (const [a, b] of state.cuts) {
    const middle = centre(state, a).add(centre(state, b)).multiplyScalar(0.5);
    through.push({ glyph: "cut", at: middle, size: 0.3, lift: 0, flat: false, tint: kDanger, edge: kLight });
  }
  if (state.ghost && !state.ghost.legal) through.push(facing(state, state.ghost.at, "no", 0.62, kDanger, kLight, 0.1));
  for (const step of state.line) {
    if (step.at[0] >= state.peel) continue;
    through.push(facing(state, step.at, `${step.number}`, 0.62, kBody[step.colour], step.colour === "white" ? kDark : kLight, 0.04));
  }
  const advice = state.advice.flatMap((one, i): Drawn[] =>
    one.at[0] >= state.peel
      ? []
      : [{ ...facing(state, one.at, "dot", one.grade === "best" ? 0.86 : 0.76, kGrade[one.grade], kLight, -kRadius), cell: adviceCell(i) }],
  );
  const numbers = state.numbers.flatMap(({ at, number }): Drawn[] => {
    if (at[0] >= state.peel || middle.get(at.join()) !== "number") return [];
    const ink = kInk[colourAt.get(at.join()) ?? "none"];
    return [{ ...facing(state, at, "dot", 0.62, ink, ink === kDark ? kLight : kDark, 0.05), cell: numberCell(number) }];
  });
  return { normal, through, numbers, advice };
}

function drawnSign(state: BoardState, sign: Sign, under: Colour | undefined, middle: Middle | undefined): Drawn {
  const ink = under === undefined ? kDark : kInk[under];
  const contrast = ink === kDark ? kLight : kDark;
  const colour = sign.colour ?? "none";
  switch (sign.kind) {
    case "last":
      return facing(state, sign.at, "ring", middle === "number" ? 0.92 : middle ? 0.66 : 0.34, kAccent, kDark, 0.02);
    case "capture":
      return facing(state, sign.at, "cross", 0.6, kDanger, kLight, 0.06);
    case "zombie":
      return facing(state, sign.at, "zombie", 0.56, ink === kDark ? "#4d6b1f" : "#b9e56a", contrast, 0.02);
    case "buried":
      return facing(state, sign.at, "buried", 0.5, ink === kDark ? "#5a3d8f" : "#cdb6ff", contrast, 0.02);
    case "danger":
    case "count": {
      const drawn =
        sign.kind === "danger"
          ? facing(state, sign.at, count(sign), 0.4, kDanger, kLight, 0.05)
          : facing(state, sign.at, count(sign), 0.36, ink, contrast, 0.05);
      return middle === sign.kind ? drawn : atCorner(drawn, 1);
    }
    case "member":
      return facing(state, sign.at, "thin-ring", 0.86, "#35b5e8", kDark, 0.01);
    case "freedom": {
      // Both colours may share a hole: white's dot stands left, black's right, and so on.
      const at = { white: [-0.13, -0.13], black: [0.13, 0.13], red: [-0.13, 0.13], blue: [0.13, -0.13], none: [0, 0] }[colour];
      const drawn = flat(state, sign.at, "dot", 0.2, kBody[colour], colour === "white" ? kDark : kLight);
      drawn.at.x += at[0] ?? 0;
      drawn.at.z += at[1] ?? 0;
      return drawn;
    }
    case "dead":
      return facing(state, sign.at, "cross", 0.5, kDanger, kLight, 0.05);
    case "proposed":
      return facing(state, sign.at, "thin-ring", 0.7, kDanger, kLight, 0.05);
    case "tried":
      return flat(state, sign.at, "cross", 0.4, kDark, kLight);
    case "own":
      return flat(state, sign.at, "triangle", 0.4, "#0b4f9e", kLight);
    case "planned":
      return sign.on === "piece" ? facing(state, sign.at, "square", 0.9, "#0a6fd6", kLight, 0.05) : flat(state, sign.at, "square", 0.8, "#0a6fd6", kLight);
    case "ko":
      return flat(state, sign.at, "square", 0.5, kAccent, kDark);
    case "cursor":
      return sign.on === "piece" ? facing(state, sign.at, "corners", 1.02, "#2aa7ff", kLight, 0.04) : flat(state, sign.at, "corners", 1.0, "#2aa7ff", kLight);
  }
}

/** What does not have the middle of its piece; `up`: 1 above it, -1 below. */
function atCorner(drawn: Drawn, up: 1 | -1): Drawn {
  return { ...drawn, size: 0.7 * drawn.size, shift: [kCorner, up * kCorner] };
}

function count(sign: Sign): Glyph {
  return `${Number(sign.text ?? 0)}`;
}

function facing(state: BoardState, at: Sign["at"], glyph: Glyph, size: number, tint: string, edge: string, lift: number): Drawn {
  return { glyph, at: centre(state, at), size, lift: kRadius + lift, flat: false, tint, edge };
}

function flat(state: BoardState, at: Sign["at"], glyph: Glyph, size: number, tint: string, edge: string): Drawn {
  const place = centre(state, at, new Vector3());
  // On the board a sign lies on the surface, higher up it lies on the four balls' shoulders.
  place.y += at[0] === 0 ? 0.012 - kSeat : -0.18;
  return { glyph, at: place, size, lift: 0, flat: true, tint, edge: edge.slice(0, 7) };
}
