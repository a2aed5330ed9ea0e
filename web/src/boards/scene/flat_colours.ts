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
/** Of advice, under white letters. */
export const kGrade: Record<Advice["grade"], string> = {
  best: "#0a6fd6",
  good: "#27824a",
  fair: "#8a6508",
  poor: "#a3432a",
};
