// Every exercise through the real core: it can be set up, its solution is right, and not everything is.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { factOf, judge, playOn, setUp } from "../../src/state/exercise";
import type { Exercise } from "../../src/skins/lesson";
import { kLessons } from "../../src/skins/lessons";
import { Core, type Position } from "../../src/wasm/core";
import { kWithoutLesson } from "./new_games";

let core: Core;

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

/** All that one could answer: legal words, and the places where one may not play. */
function wordsAt(position: Position, seat: number): string[] {
  return [...new Set([...position.legal(seat), ...position.places(seat).map((place) => place.word)])];
}

function solve(game: string, { ask, ...rest }: Exercise): void {
  const position = setUp(core, game, { ...rest, ask });
  if ("fact" in ask) {
    const right = factOf(position, ask.fact);
    expect(ask.answers, "the right answer is one of them").toContain(right);
    expect(new Set(ask.answers).size).toBe(ask.answers.length);
    expect(ask.answers.length).toBeGreaterThan(1);
  } else {
    expect(position.view().over).toBe(false);
    for (const { goal, solution, reply } of ask.steps) {
      const seat = position.view().next as number;
      const { right, refused } = judge(position, seat, solution, goal);
      expect([solution, right, refused]).toEqual([solution, true, goal.refused ?? ""]);
      expect(
        wordsAt(position, seat).some((word) => !judge(position, seat, word, goal).right),
        "something else is wrong",
      ).toBe(true);
      if (refused === "" || position.check(seat, solution).reason === "") playOn(position, solution);
      if (reply) playOn(position, reply);
    }
  }
  position.free();
}

describe("lessons", () => {
  it("are there for every game, at least four exercises each, with names of their own", () => {
    const names = core.games().map((game) => game.name);
    for (const game of kWithoutLesson) expect(names, "tests/unit/new_games.ts names games that there are").toContain(game);
    expect(kLessons.map((lesson) => lesson.game).sort()).toEqual(names.filter((name) => !kWithoutLesson.includes(name)).sort());
    if (kWithoutLesson.length > 0) console.warn(`there is no lesson yet for ${kWithoutLesson.join(", ")}`);
    for (const { game, exercises } of kLessons) {
      expect(exercises.length, game).toBeGreaterThanOrEqual(4);
      expect(new Set(exercises.map((one) => one.id)).size, game).toBe(exercises.length);
    }
  });

  for (const { game, exercises } of kLessons)
    describe(game, () => {
      for (const exercise of exercises) it(`${exercise.id}: ${exercise.title}`, () => solve(game, exercise));
    });
});
