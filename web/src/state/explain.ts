// What happened at a move, and why another is not allowed, in sentences with the points that they speak of: from what the
// core tells of both (events, and the marks of a refusal). It knows no rules.
import { refusedText } from "../lang/core_text";
import { sentences, t, tn } from "../lang/text";
import type { GameEvent, Move, Point, View } from "../net/protocol";
import type { Checked } from "../wasm/core";
import type { Sign } from "./board_state";
import { moveText, stepText, type About } from "./move_words";
import { groundPoints, isOccupied, pointKey, stones } from "./points";
import { hasLevels } from "./surface";
import { capitalised, listText } from "./words";

/** A sign that goes with a sentence. */
export interface Shade {
  kind: Sign["kind"];
  at: Point;
}

export interface Explained {
  text: string; // beside the board
  heard: string; // the same with the move itself, for who does not see it
  shades: readonly Shade[];
}

export interface Happening {
  move: Move;
  events: readonly GameEvent[];
  about: About;
}

type Names = (at: Point) => string;
type Ground = Pick<View, "lives_on">;

const kNamed = 6; // more names than these say less than their number

/** "3 balls", in the word of the game. */
export function piecesText(n: number, { lives_on }: Ground): string {
  if (lives_on === "freedoms") return tn("{n} ball", "{n} balls", n);
  return lives_on === "liberties" ? tn("{n} stone", "{n} stones", n) : tn("{n} piece", "{n} pieces", n);
}

const of = (events: readonly GameEvent[], kind: GameEvent["kind"]) => events.filter((event) => event.kind === kind);
const points = (events: readonly GameEvent[]): Point[] => events.flatMap(({ at }) => (at ? [at] : []));
const isStaged = (events: readonly GameEvent[]): boolean => events.some(({ stage }) => stage !== undefined);

/** What a move or a turn of several did to the pieces on the board, in order; empty where it only placed or moved. */
function effects({ move, events }: Happening, view: View, name: Names): string[] {
  const removed = of(events, "removed");
  const told = isStaged(removed)
    ? losers(removed, move.side).map((side) => lossText(side, removed, view))
    : losers(removed, move.side).map((side) => plainText(side, move.side, removed, view));
  return [...told, ...stayedText(of(events, "stayed"), view, name)];
}

const byName = (a: string, b: string): number => a.localeCompare(b, "en", { numeric: true });
/** The sides that lost pieces, the mover last: what is captured comes before what that costs. */
function losers(removed: readonly GameEvent[], mover: string): string[] {
  const sides = [...new Set(removed.map(({ side }) => side ?? ""))];
  return [...sides.filter((side) => side !== mover), ...sides.filter((side) => side === mover)];
}

/** "White captures 3 balls: A1, B2 and C3." */
function plainText(side: string, mover: string, removed: readonly GameEvent[], ground: Ground): string {
  const names = removed.flatMap((event) => (event.side === side && event.name ? [event.name] : [])).sort(byName);
  const few = names.length <= kNamed;
  const what = piecesText(names.length, ground);
  if (side === mover) {
    const loses = { side: capitalised(t(side)), what, list: listText(names) };
    return few ? t("{side} loses {what}: {list}.", loses) : t("{side} loses {what}.", loses);
  }
  const takes = { side: capitalised(t(mover)), what, list: listText(names) };
  return few ? t("{side} captures {what}: {list}.", takes) : t("{side} captures {what}.", takes);
}

/** "White loses 2 pieces: e5 (4 against 2), then e6 (2 against 1)." */
function lossText(side: string, removed: readonly GameEvent[], ground: Ground): string {
  const own = removed.filter((event) => event.side === side);
  const stages = [...new Set(own.map(({ stage }) => stage))].map((stage) =>
    listText(
      own
        .filter((event) => event.stage === stage)
        .map(({ name = "", enemies = 0, friends = 0 }) => t("{name} ({enemies} against {own})", { name, enemies, own: friends + 1 })),
    ),
  );
  const list = stages.reduce((first, second) => t("{first}, then {second}", { first, second }));
  return t("{side} loses {what}: {list}.", { side: capitalised(t(side)), what: piecesText(own.length, ground), list });
}

/** "D4 and E5 stay as zombies because they carry F6." Those that live on, by a hole that the capture made, are none. */
function stayedText(stayed: readonly GameEvent[], view: View, name: Names): string[] {
  const zombies = new Set(view.marks.flatMap(({ kind, points: at }) => (kind === "zombie" ? at.map(pointKey) : [])));
  return [true, false].flatMap((zombie) => {
    const some = stayed.filter(({ at }) => at && zombies.has(pointKey(at)) === zombie);
    if (some.length === 0) return [];
    const names = [...new Set(some.map((event) => event.name ?? ""))];
    const above = [...new Set(some.flatMap(({ from }) => (from ? [name(from)] : [])))];
    const values = { list: listText(names), above: listText(above) };
    return zombie
      ? tn("{list} stays as a zombie because it carries {above}.", "{list} stay as zombies because they carry {above}.", names.length, values)
      : tn("{list} stays because it carries {above}.", "{list} stay because they carry {above}.", names.length, values);
  });
}

/** What the moves of a turn did; `view`: after them. Of a turn that captured nothing, its last move. */
export function explainMoves(turn: readonly Happening[], view: View, name: Names): Explained | null {
  const last = turn.at(-1);
  if (!last) return null;
  const told = turn.flatMap((one) => effects(one, view, name));
  const heard = turn.flatMap((one) => {
    const removed = of(one.events, "removed");
    const named = isStaged(removed) ? [] : removed.flatMap((event) => (event.name ? [event.name] : []));
    return [
      moveText(one.move, named, one.about),
      ...effects({ ...one, events: one.events.filter((event) => event.kind !== "removed" || event.stage) }, view, name),
    ];
  });
  const text = told.length > 0 ? sentences(told) : moveText(last.move, [], last.about);
  return { text, heard: sentences(heard), shades: [...goneShades(turn, view), ...stayedShades(turn, view)] };
}

const goneShades = (turn: readonly Happening[], view: View): Shade[] =>
  turn
    .flatMap(({ events }) => points(of(events, "removed")))
    .filter(canShow(view))
    .map((at) => ({ kind: "tried", at }));

/** Captured pieces that carry others. */
function stayedShades(turn: readonly Happening[], view: View): Shade[] {
  const stayed = turn.flatMap(({ events }) => points(of(events, "stayed"))).filter((at) => isOccupied(view, at));
  return [...new Map(stayed.map((at) => [pointKey(at), at])).values()].map((at) => ({ kind: "member", at }));
}

/** Where a sign can lie: on an empty hole, or on four balls that still stand. */
function canShow(view: View): (at: Point) => boolean {
  const full = new Set(stones(view).map(({ at }) => pointKey(at)));
  return (at) => {
    if (full.has(pointKey(at))) return false;
    const [level, column, row] = at;
    if (!hasLevels(view) || level === 0) return true;
    return [0, 1].every((x) => [0, 1].every((y) => full.has(pointKey([level - 1, column + x, row + y]))));
  };
}

/**
 * What happened between two views of a game that hides something: only what both of them show. The number and the points are
 * those which the referee tells; where it tells none, stones are named that the viewer saw.
 */
export function explainViews(before: View, after: View, name: Names): Explained | null {
  const there = new Set(stones(after).map(({ at, letter }) => letter + pointKey(at)));
  const told = after.sides.flatMap((side, i) => {
    const taken = (side.captures ?? 0) - (before.sides[i]?.captures ?? 0);
    if (taken <= 0) return [];
    const named = after.marks.flatMap(({ kind, points: at }) => (kind === "captured" ? at : []));
    const seen = stones(before).flatMap(({ at, letter }) => (letter !== side.letter && !there.has(letter + pointKey(at)) ? [at] : []));
    const gone = named.length === taken ? named : seen;
    const values = { side: capitalised(t(side.name)), what: piecesText(taken, after), list: listText(gone.map(name)) };
    const text = gone.length === taken && taken <= kNamed ? t("{side} captures {what}: {list}.", values) : t("{side} captures {what}.", values);
    return [{ text, gone }];
  });
  if (told.length === 0) return null;
  const text = sentences(told.map((one) => one.text));
  return { text, heard: text, shades: told.flatMap(({ gone }) => gone.filter(canShow(after)).map((at): Shade => ({ kind: "tried", at }))) };
}

/** Why a move is not allowed; null where it is allowed, or where the reason is not about a point of the board. */
export function explainRefusal(typed: string, { reason, shown = {} }: Checked, view: View, name: Names): Explained | null {
  const word = asWritten(typed, name);
  const text = refusalText(stepText(word), reason, shown, view, name);
  if (text === null) return plainRefusal(word, reason, view, name);
  return {
    text,
    heard: text,
    shades: Object.entries(shown).flatMap(([kind, list]) => list.map((at): Shade => ({ kind: kRefusalSigns[kind] ?? "member", at }))),
  };
}

/** A word of points as the board writes its own, whichever way it was typed; others stay. */
function asWritten(word: string, name: Names): string {
  const corner = name([0, 0, 0]);
  if (!/\d/.test(word)) return word;
  return corner === corner.toUpperCase() ? word.toUpperCase() : word.toLowerCase();
}

const kNotOfPoints: readonly string[] = ["", "not-your-turn", "game-over", "unknown-move", "off-board", "no-piece"];

/** In the words of the reason alone; a piece that is in the way is marked. */
function plainRefusal(word: string, reason: string, view: View, name: Names): Explained | null {
  if (kNotOfPoints.includes(reason)) return null;
  const target = word.slice(word.indexOf(">") + 1).toLowerCase();
  const named = (at: Point): boolean => name(at).toLowerCase() === target;
  // Several points of a pyramid share a name: the highest ball is in the way.
  const taken = stones(view)
    .filter(({ at }) => named(at))
    .at(-1)?.at;
  if (!taken && !groundPoints(view).some(named)) return null;
  const text = refusedText(stepText(word), reason);
  return { text, heard: text, shades: reason === "occupied" && taken ? [{ kind: "proposed", at: taken }] : [] };
}

const kRefusalSigns: Record<string, Sign["kind"]> = { breathless: "proposed", retaken: "capture", missing: "planned", against: "proposed", beside: "member" };

function refusalText(word: string, reason: string, shown: NonNullable<Checked["shown"]>, view: View, name: Names): string | null {
  const { breathless, retaken, missing, against, beside = [] } = shown;
  if (reason === "suicide" && breathless) {
    const balls = view.lives_on === "freedoms";
    if (breathless.length === 1)
      return balls
        ? t("{word} is not allowed: the ball would have no freedom.", { word })
        : t("{word} is not allowed: the stone would have no liberty.", { word });
    const what = piecesText(breathless.length, view);
    return balls
      ? t("{word} is not allowed: your group of {what} would have no freedom.", { word, what })
      : t("{word} is not allowed: your group of {what} would have no liberty.", { word, what });
  }
  if (reason === "repetition" && retaken)
    return retaken.length === 1
      ? t("{word} is not allowed yet: this is a ko. Play elsewhere first.", { word })
      : t("{word} is not allowed: it would repeat an earlier position. Play elsewhere first.", { word });
  if (reason === "unsupported" && missing) return t("{word} is not allowed yet: {list} must be filled first.", { word, list: listText(missing.map(name)) });
  if (against) {
    const values = { word, enemies: against.length, own: beside.length + 1 };
    return t("{word} is not allowed: your piece would be captured there, {enemies} against {own}.", values);
  }
  return null;
}
