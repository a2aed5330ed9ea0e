// Readers of what the bridge says. Pure: null is what has not the right form.
import type { Analysis, Candidate, ReportedMove } from "../wasm/engine";

export interface OwnEngine {
  name: string;
  games: readonly string[] | null; // null: all that have an engine
  sizes: readonly string[] | null; // "9", "13x9"; null: all
}

export interface ListedEngine extends OwnEngine {
  used: boolean; // by a page of the same account
}

const kMostEngines = 20;
const kMostName = 40; // letters
const kMostCandidates = 64;
const kMostLine = 64;
const kMostPoints = 2500;
const kMarks: readonly unknown[] = ["", "doubtful", "bad", "very-bad"];

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isShare = (value: unknown): value is number => isNumber(value) && value >= 0 && value <= 1;
const isCount = (value: unknown): value is number => isNumber(value) && value >= 0;
const orNull = <T>(is: (value: unknown) => value is T, value: unknown): T | null => (is(value) ? value : null);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);
const isListOf = <T>(value: unknown, is: (one: unknown) => one is T, most: number): value is T[] =>
  Array.isArray(value) && value.length <= most && value.every(is);

export function readEngine(engine: unknown): OwnEngine | null {
  if (!isRecord(engine) || !isText(engine["name"]) || engine["name"] === "") return null;
  const games = isListOf(engine["games"], isText, 100) ? engine["games"] : null;
  const sizes = isListOf(engine["sizes"], isText, 100) ? engine["sizes"] : null;
  return { name: [...engine["name"]].slice(0, kMostName).join(""), games, sizes };
}

/** Of the engines that the server lists those that have the right form. */
export function readListed(message: Record<string, unknown>): { engines: ListedEngine[]; elsewhere: boolean } {
  const { engines, elsewhere } = message;
  const list: unknown[] = Array.isArray(engines) ? engines.slice(0, kMostEngines) : [];
  const read = list.map((one) => {
    const engine = readEngine(one);
    return engine && { ...engine, used: isRecord(one) && one["used"] === true };
  });
  return { engines: read.filter((one) => one !== null), elsewhere: elsewhere === true };
}

function readCandidate(value: unknown): Candidate | null {
  if (!isRecord(value)) return null;
  const { move, win_rate, score, visits, line } = value;
  if (!isText(move) || !isCount(visits) || !isListOf(line, isText, kMostLine) || (win_rate !== null && !isShare(win_rate))) return null;
  return { move, win_rate: win_rate ?? 0.5, score: orNull(isNumber, score), visits, prior: 0, line };
}

/** `rated`: it tells win rates. */
export function readFound(value: unknown): { analysis: Analysis; rated: boolean } | null {
  if (!isRecord(value)) return null;
  const { ply, to_move, visits, win_rate, score, candidates, ownership, final } = value;
  if (!isCount(ply) || !isText(to_move) || !isCount(visits) || !Array.isArray(candidates) || candidates.length > kMostCandidates) return null;
  const read = candidates.map(readCandidate);
  if (!read.every((one) => one !== null) || (win_rate !== null && !isShare(win_rate))) return null;
  const owners = isListOf(ownership, isNumber, kMostPoints) ? { ownership: ownership.map((one) => Math.max(-1, Math.min(1, one))) } : {};
  const rated = win_rate !== null;
  const known = { seconds: 0, playouts: visits, nodes: 0, bytes: 0, decided: false };
  return {
    analysis: {
      ...known,
      ply,
      to_move,
      visits,
      win_rate: win_rate ?? 0.5,
      score: orNull(isNumber, score),
      candidates: read as Candidate[],
      ...owners,
      final: final === true,
    },
    rated,
  };
}

export function readMove(value: unknown): ReportedMove | null {
  if (!isRecord(value)) return null;
  const { ply, move, by, first_wins, score, visits, loss, mark, best, line } = value;
  if (!isCount(ply) || !isText(move) || !isText(by) || !isCount(visits) || !kMarks.includes(mark)) return null;
  return {
    ply,
    move,
    by,
    first_wins: orNull(isShare, first_wins),
    score: orNull(isNumber, score),
    visits,
    loss: orNull(isNumber, loss),
    proof: null,
    gave_away: null,
    mark: mark as ReportedMove["mark"],
    best: orNull(isText, best),
    line: isListOf(line, isText, kMostLine) ? line : [],
  };
}
