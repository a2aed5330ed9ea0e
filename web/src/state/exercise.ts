// Exercises on real boards: how an answer is judged. Everything about legality, captures and results is the core's word.
import type { Point, View } from "../net/protocol";
import type { Exercise, Fact, Goal } from "../skins/lesson";
import { groupAt } from "./board_model";
import { stones } from "./points";
import { capturedNames } from "./replica";
import type { Checked, Core, Position } from "../wasm/core";

/** The position that an exercise begins with; throws where it cannot be reached. */
export function setUp(core: Core, game: string, exercise: Exercise): Position {
  const position = core.create(game, exercise.options ?? {}, exercise.position);
  for (const word of (exercise.moves ?? "").split(" ").filter((one) => one !== "")) playOn(position, word);
  return position;
}

/** Plays a word for whoever is to move. */
export function playOn(position: Position, word: string): void {
  const seat = position.view().next;
  const { reason } = seat === null ? { reason: "game-over" } : position.play(seat, word);
  if (reason !== "") throw new Error(`${word}: ${reason}`);
}

/** The lowest piece of this name. */
function pieceNamed(position: Position, view: View, name: string): Point | undefined {
  return stones(view).find((stone) => position.name(stone.at).toLowerCase() === name.toLowerCase())?.at;
}

export interface Judged {
  right: boolean;
  checked: Checked;
  refused: string; // why it is no move, "" where it is one
}

export function judge(position: Position, seat: number, word: string, goal: Goal): Judged {
  const checked = position.check(seat, word);
  const told = checked.events?.find((event) => event.kind === "refused")?.reason; // by a referee, about what was hidden
  const refused = checked.reason || (told ?? "");
  if (goal.refused !== undefined) return { right: refused === goal.refused, checked, refused };
  const { events = [], view } = checked;
  if (refused !== "" || !view) return { right: false, checked, refused };
  const placed = events.find((event) => event.kind === "placed")?.at;
  const same = (a: readonly string[], b: readonly string[]) => [...a].sort().join() === [...b].sort().join();
  const tests: boolean[] = [
    goal.words?.some((one) => one.toLowerCase() === word.toLowerCase()) ?? true,
    !goal.captures || same(goal.captures, capturedNames(events)),
    goal.level === undefined || placed?.[0] === goal.level,
    goal.freedoms === undefined || (placed !== undefined && (groupAt(view, placed)?.freedoms.length ?? 0) >= goal.freedoms),
    goal.zombies === undefined || zombies(view) === goal.zombies,
    Object.entries(goal.scores ?? {}).every(([side, score]) => view.sides.find((one) => one.name === side)?.score === score),
    goal.result === undefined || view.result?.text === goal.result,
  ];
  return { right: tests.every((test) => test), checked, refused };
}

const zombies = (view: View) => view.marks.filter((mark) => mark.kind === "zombie").reduce((sum, mark) => sum + mark.points.length, 0);

export function factOf(position: Position, fact: Fact): string {
  const open = position.view();
  const seat = open.next ?? 0;
  const view = position.view(seat);
  const group = (name: string) => {
    const at = pieceNamed(position, view, name);
    return at && groupAt(view, at);
  };
  if ("freedoms" in fact) return String(group(fact.freedoms)?.freedoms.length ?? "none");
  if ("group" in fact) return String(group(fact.group)?.pieces.length ?? "none");
  if ("score" in fact) return String(view.sides.find((side) => side.name === fact.score)?.score ?? "none");
  if ("may" in fact) return position.check(seat, fact.may).reason === "" ? "yes" : "no";
  if ("takes" in fact) return String(capturedNames(position.check(seat, fact.takes).events ?? []).length);
  if ("steps" in fact) return String(position.legal(seat).filter((word) => word.startsWith(`${fact.steps}>`)).length);
  if ("stones" in fact) return String(stones(view).filter((stone) => stone.letter === view.sides.find((side) => side.name === fact.stones)?.letter).length);
  if ("zombies" in fact) return String(zombies(view));
  return open.result?.text ?? "none";
}
