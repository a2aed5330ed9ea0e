// Plain colours of pieces for flat drawings; no three.js here, so that flat boards load without it.
import type { Advice, Colour } from "../../state/board_state";

export const kFill: Record<Colour, string> = {
  white: "#f7f3ea",
  black: "#1b1c20",
  red: "#b8322a",
  blue: "#2457b8",
  none: "#8b8a86",
};
export const kInkOn: Record<Colour, string> = {
  white: "#15171a",
  black: "#ffffff",
  red: "#ffffff",
  blue: "#ffffff",
  none: "#15171a",
};
/** Of the board itself: wood or slate, its lines and letters. */
export const kGround = {
  wood: { board: "#dcb375", line: "#553517", ink: "#3a220d" },
  slate: { board: "#4a5258", line: "#a7b1b8", ink: "#e3e9ed" },
} as const;
/** Wood at night. */
export const kDarkWood = { board: "#b4874f", line: "#3f2710", ink: "#1f1206" } as const;
/** Of advice, under white letters. */
export const kGrade: Record<Advice["grade"], string> = {
  best: "#0a6fd6",
  good: "#27824a",
  fair: "#8a6508",
  poor: "#a3432a",
};
