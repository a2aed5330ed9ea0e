// What of an analysis is shown: advice and lines on the board, numbers as text, marks of moves. Pure.
import { numberText, t } from "../lang/text";
import type { Found } from "../engine/messages";
import type { View } from "../net/protocol";
import type { Advice, LineStep, Owner } from "./board_state";
import type { Candidate, ReportedMove } from "../wasm/engine";
import { colourOf, type SideNames } from "./board_model";
import { pointKey } from "./points";
import { hasLevels } from "./surface";

const kShown = 8; // candidates, at most, but for those of which something is proven
const kAlways = 4; // so many even where one move has taken nearly all visits
const kLeastShare = 0.02; // of the best one's visits
const kLeastVisits = 10; // fewer tell nothing, but for what is proven
const kOpen = 0.12; // ownership below this is nobody's

interface Recorded {
  seat: number;
  word: string;
}

/** The part of a record that leads to the position after `ply` moves; resignations are not counted as moves. */
export function recordUpTo<T extends Recorded>(record: readonly T[], ply: number): T[] {
  let left = ply;
  const end = record.findIndex((move) => move.word !== "resign" && left-- === 0);
  return end < 0 ? record.slice() : record.slice(0, end);
}

export function percent(share: number): string {
  return t("{n} %", { n: Math.round(100 * share) });
}

/** 950, 1.2k, 35k, 1.4M */
export function countText(count: number): string {
  if (count < 1000) return String(count);
  const [value, unit] = count < 999_500 ? [count / 1000, "k"] : [count / 1e6, "M"];
  return `${value < 9.95 ? numberText(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : Math.round(value)}${unit}`;
}

/** One that is worth showing, and which of the found candidates it is. */
export interface ShownCandidate extends Candidate {
  index: number;
}

/** The candidates worth showing: those that were tried often enough, and those of which something is proven. */
export function shownCandidates(found: Found | null): ShownCandidate[] {
  const most = Math.max(0, ...(found?.candidates ?? []).map((one) => one.visits));
  const tried = (one: Candidate, i: number) => i < kShown && one.visits >= kLeastVisits && (i < kAlways || one.visits >= most * kLeastShare);
  const all = (found?.candidates ?? []).map((one, index) => ({ ...one, index }));
  return found?.unrated ? all.slice(0, kShown) : all.filter((one, i) => i === 0 || one.proof !== undefined || tried(one, i));
}

const kProofSigns = { win: "✓", draw: "=", loss: "✗" } as const;

/** What the board says of the candidates; of several that go to the same place the best. */
export function adviceOf(found: Found | null): Advice[] {
  const shown = shownCandidates(found);
  const best = shown[0]?.win_rate ?? 0;
  const taken = new Set<string>();
  const list: Advice[] = [];
  for (const one of shown) {
    const at = found?.steps[one.index]?.[0]?.at;
    if (!at || taken.has(pointKey(at))) continue;
    taken.add(pointKey(at));
    const behind = best - one.win_rate;
    const grade = one.index === 0 ? "best" : behind < 0.02 ? "good" : behind < 0.06 ? "fair" : "poor";
    if (found?.unrated) {
      list.push({ at, grade: one.index === 0 ? "best" : "fair", rate: String(one.index + 1), visits: "", candidate: one.index });
      continue;
    }
    const rate = one.proof ? kProofSigns[one.proof] : String(Math.round(100 * one.win_rate));
    list.push({ at, grade, rate, visits: countText(one.visits), candidate: one.index });
  }
  return list;
}

/** The expected line of a candidate, numbered from 1; of moves to the same place the first. */
export function lineOf(found: Found | null, candidate: number | null, sides: SideNames = []): LineStep[] {
  const steps = candidate === null ? [] : (found?.steps[candidate] ?? []);
  const taken = new Set<string>();
  const list: LineStep[] = [];
  steps.forEach((step, i) => {
    if (!step.at || taken.has(pointKey(step.at))) return;
    taken.add(pointKey(step.at));
    list.push({ at: step.at, colour: colourOf(step.side, sides), number: i + 1 });
  });
  return list;
}

export function ownersOf(found: Found | null, view: View): Owner[] {
  const owners = found?.ownership ?? [];
  if (hasLevels(view) || owners.length !== view.columns * view.rows) return [];
  const colours = [0, 1].map((seat) => colourOf(view.sides.find((side) => side.seat === seat)?.name, view.sides));
  return owners.flatMap((owner, i): Owner[] => {
    if (Math.abs(owner) < kOpen) return [];
    const at = [0, i % view.columns, view.rows - 1 - Math.floor(i / view.columns)] as const;
    return [{ at, colour: colours[owner > 0 ? 0 : 1] ?? "none", share: Math.abs(owner) }];
  });
}

/** As annotators write it. */
export function markSign(mark: ReportedMove["mark"] | undefined): string {
  return mark === "very-bad" ? "??" : mark === "bad" ? "?" : mark === "doubtful" ? "?!" : "";
}

export function mistakeText(move: ReportedMove): string {
  const lost = Math.round(100 * (move.loss ?? 0));
  const what = { ply: move.ply, by: t(move.by), move: move.move, lost, best: move.best ?? "" };
  if (move.gave_away === "win") return t("{ply} {by} {move}: gave the win away (proven), better: {best}", what);
  if (move.gave_away === "draw") return t("{ply} {by} {move}: gave the draw away (proven), better: {best}", what);
  return move.best ? t("{ply} {by} {move}: lost {lost} %, better: {best}", what) : t("{ply} {by} {move}: lost {lost} %", what);
}
