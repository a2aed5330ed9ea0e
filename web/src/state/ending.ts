// Why a game is over and how its score came about, from what the view tells. Pure.
import { msg, numberText, t } from "../lang/text";
import type { Side, View } from "../net/protocol";
import type { ReportedMove } from "../wasm/engine";
import { pointKey, stones } from "./points";
import { capitalised } from "./words";

export interface CountRow {
  label: string;
  values: readonly string[]; // by side, in the order of the view
  total?: boolean;
}

export interface Counted {
  rows: readonly CountRow[];
  rule: string | null; // what decides
}

const kPlain: Record<string, string> = {
  deadlock: msg("Neither side has a legal step left."),
  accepted: msg("Both players passed and accepted the score."),
  repetition: msg("The same position came up for the third time."),
  quiet: msg("For 60 turns there was no point and no capture."),
  "too-long": msg("The game reached its greatest length."),
};

/** Why a game that was played out is over; null where the result says it: a resignation, time, a draw by agreement. */
export function endText(view: View): string | null {
  const end = view.facts["end"] ?? "";
  if (end === "passes") return view.sides.length > 2 ? t("All players passed.") : t("Both players passed.");
  if (end === "no-move")
    return sentence(
      view.sides.find((side) => side.seat === view.turn.seat),
      (side) => t("{side} has no legal move left.", { side }),
    );
  if (end === "no-piece") {
    const letters = new Set(stones(view).map(({ letter }) => letter));
    return sentence(
      view.sides.find(({ letter }) => !letters.has(letter)),
      (side) => t("{side} has no piece left on the board.", { side }),
    );
  }
  const plain = kPlain[end];
  return plain === undefined ? null : t(plain);
}

const sentence = (side: Side | undefined, say: (name: string) => string): string | null => (side ? say(capitalised(t(side.name))) : null);

/** The score in its parts; null where the game was not counted. */
export function countOf(view: View): Counted | null {
  const { sides, facts, result } = view;
  if (!view.over || result?.how !== "count" || facts["end"] === "repetition") return null;
  const row = (label: string, value: (side: Side) => number, total = false): CountRow => ({
    label,
    values: sides.map((side) => numberText(value(side))),
    total,
  });
  if (view.tally === "balls") return { rows: [row(t("Balls on the board"), (side) => side.score)], rule: t("The most balls on the board win.") };
  if (facts["scoring"] === "area" || facts["scoring"] === "territory") return goCount(view, facts["scoring"] === "area", row);
  const level = sides.every((side) => side.score === sides[0]?.score);
  const captures = sides.some((side) => side.captures !== null) ? [row(t("Captures"), (side) => side.captures ?? 0)] : [];
  const rule =
    captures.length === 0 ? null : level ? t("Points are equal, so captures decide.") : t("The most points win; captures count only when points are equal.");
  return { rows: [row(t("Points"), (side) => side.score), ...captures], rule };
}

/** Stones and surrounded points, or surrounded points less stones that were lost. */
function goCount(view: View, area: boolean, row: (label: string, value: (side: Side) => number, total?: boolean) => CountRow): Counted | null {
  const { sides, facts } = view;
  const marked = (kind: string) => view.marks.filter((mark) => mark.kind === kind).flatMap(({ points }) => points.map(pointKey));
  const dead = new Set(marked("dead"));
  const alive = (side: Side) => stones(view).filter(({ at, letter }) => letter === side.letter && !dead.has(pointKey(at))).length;
  const lost = (side: Side) =>
    sides.reduce((sum, other) => sum + (other === side ? 0 : (other.captures ?? 0)), 0) +
    stones(view).filter(({ at, letter }) => letter === side.letter && dead.has(pointKey(at))).length;
  const held = (side: Side) => marked(`${side.name}-points`).length;
  const surrounded = (side: Side) => (area ? held(side) - alive(side) : held(side));
  const played = (side: Side) => (area ? held(side) : held(side) - lost(side));
  const komi = (side: Side) => side.score - played(side); // what was given beforehand
  if (sides.some((side) => komi(side) !== 0 && komi(side) !== Number(facts["komi"]))) return null;
  const stonesRow = area ? row(t("Stones on the board"), alive) : row(t("Stones lost"), (side) => -lost(side) || 0);
  return {
    rows: [
      ...(area ? [stonesRow] : []),
      row(t("Surrounded points"), surrounded),
      ...(area ? [] : [stonesRow]),
      ...(sides.some((side) => komi(side) !== 0) ? [row(t("Komi"), komi)] : []),
      row(t("Total"), (side) => side.score, true),
    ],
    rule: null,
  };
}

const kMostDeciding = 3;
const kLeastLoss = 0.08; // of the win rate

/** The moves that gave the most away, in the order in which they were played. */
export function decidingMoves(moves: readonly ReportedMove[]): ReportedMove[] {
  return moves
    .filter((move) => (move?.loss ?? 0) >= kLeastLoss)
    .sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0))
    .slice(0, kMostDeciding)
    .sort((a, b) => a.ply - b.ply);
}
