// Which hint fits a moment of somebody's first games, by the real core; what is remembered; what the start page proposes.
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Point } from "../../src/net/protocol";
import { hintNow, hintsOf, isKnown, isNewTo, noteFinished, noteNever, proposedLevel, readFirsts } from "../../src/state/hints";
import { Core, type Position } from "../../src/wasm/core";

let core: Core;
let made: Position[] = [];

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});
afterEach(() => {
  made.forEach((position) => position.free());
  made = [];
});

interface Start {
  options?: Record<string, string | number | boolean>;
  board?: string[];
  to_move?: string;
  words?: string;
  hidden?: boolean;
}

/** The hints that fit where the player to move is, each with the points that it speaks of. */
function fitting(game: string, { options = {}, board, to_move = "", words = "", hidden = false }: Start, gone: readonly Point[] = []): string[] {
  const position = core.create(game, options, board && { board, to_move });
  made.push(position);
  for (const word of words.split(" ").filter(Boolean)) expect(position.view().to_act.some((seat) => position.play(seat, word).reason === "")).toBe(true);
  const you = position.view().turn.seat;
  const view = position.view(you);
  const moment = { view, you, legal: position.legal(you), places: position.places(you), gone };
  const found: string[] = [];
  for (let now = hintNow(hintsOf(game, view, hidden), moment, () => false); now;) {
    const { hint, points } = now;
    found.push([hint.id, ...points.map((at) => position.name(at))].join(" "));
    now = hintNow(hintsOf(game, view, hidden), moment, (id) => found.some((one) => one.split(" ")[0] === id));
  }
  return found;
}

describe("hints", () => {
  it("of Margo: a first stack, a group in danger, a zombie, a closed point, the end", () => {
    expect(fitting("margo", { options: { size: 4 } })).toEqual([]);
    expect(fitting("margo", { options: { size: 4 }, board: ["..../..../WB../BW.."], to_move: "white" })).toContain("stack B2");
    expect(fitting("margo", { options: { size: 4 }, board: ["..../..../W.../.B.."], to_move: "black" })).toEqual([]);
    expect(fitting("margo", { options: { size: 4 }, board: ["..../..../.B../W..."], to_move: "white", words: "C1 E7" })).toEqual([]);
    expect(fitting("margo", { options: { size: 4 }, board: ["..../..../B.../W..."], to_move: "white" })).toEqual(["danger A1 C1"]);
    expect(fitting("margo", { options: { size: 4 }, board: ["..../W.../BW../BW..", ".../.../W.."], to_move: "black" })).toContain("zombie A1 A3");
    expect(fitting("margo", { options: { size: 4 }, board: ["..../..../W.../.W.."], to_move: "black" })).toEqual(["closed A1"]);
    expect(fitting("margo", { options: { size: 2 }, board: ["W./B."], to_move: "white" })[0]).toContain("danger");
    expect(fitting("margo", { options: { size: 2 }, board: ["W./B."], to_move: "white" }).some((one) => one.startsWith("end"))).toBe(true);
  });

  it("of Go: atari on both sides, ko, a closed point, a pass", () => {
    const board = [".....", ".....", ".....", "B....", "W...."];
    expect(fitting("go", { options: { size: 5 }, board, to_move: "white" })).toEqual(["atari A1 B1"]);
    expect(fitting("go", { options: { size: 5 }, board, to_move: "black" })).toEqual(["take A1 B1"]);
    const ko = fitting("go", { options: { size: 5 }, board: [".....", ".....", ".BW..", "BW.W.", ".BW.."], to_move: "black", words: "C2" });
    expect(ko).toContain("ko B2");
    expect(ko.some((one) => one.startsWith("take"))).toBe(false);
    expect(fitting("go", { options: { size: 5 }, board: [".....", ".....", ".....", "B....", ".B..."], to_move: "white" })).toEqual(["closed-stones A1"]);
    expect(fitting("go", { options: { size: 5 }, words: "pass" })).toEqual(["passed"]);
  });

  it("of MARGRITES: formations, steps, a piece on the far row, few pieces", () => {
    const home = ["1", "2"].flatMap((row) => [..."abcdefghi"].map((file) => file + row));
    expect(fitting("margrites", {})).toEqual([`formation ${home.join(" ")}`]);
    const empty = ".........";
    const board = ["B........", empty, empty, empty, empty, empty, empty, "........W"];
    expect(fitting("margrites", { board, to_move: "black" })).toEqual(["score a8", "few a8 i1", "steps a8"]);
    const two = ["B...B...B", empty, empty, empty, ".WW......", "B........", empty, "........W"];
    expect(fitting("margrites", { board: two, to_move: "white", words: "b4>b3" })).toEqual(["score i1", "steps b3 c4 i1"]);
    // a3 stands alone against b3 and the white piece that comes to b4.
    const capture = { board: ["B...B...B", empty, empty, empty, "..W......", "BW.......", empty, "........W"], to_move: "white", words: "c4>b4" };
    expect(fitting("margrites", capture, [[0, 0, 2]])).toEqual(["score i1", "outnumbered a3", "steps b3 b4 i1"]);
  });

  it("of phantom Go speak of nothing on the board", () => {
    expect(fitting("phantom", { options: { size: 9 }, words: "A1 B1 A9", hidden: true })).toEqual(["hidden"]);
  });
});

/** As localStorage, for one test. */
function store() {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
}

describe("what a browser remembers of first games", () => {
  it("is which hints are not wished again, and which kinds of games were played to the end", () => {
    const own = store();
    expect(isNewTo(readFirsts(own), "go")).toBe(true);
    noteNever(own, "ko");
    noteNever(own, "ko");
    noteFinished(own, "go", null, false);
    noteFinished(own, "margo", { level: 1, beaten: true }, false);
    expect(readFirsts(own)).toEqual({ never: ["ko"], games: { go: 1, margo: 1 }, levels: { margo: 3 } });
    expect(isNewTo(readFirsts(own), "go")).toBe(false);
    expect(isNewTo(readFirsts(own), "margrites")).toBe(true);
  });

  it("may be broken: then it is as if nothing were remembered", () => {
    for (const text of ["{", "null", "[]", '{"never":3,"games":null,"levels":"x"}', '{"levels":{"go":11,"margo":"5"}}'])
      expect(readFirsts({ getItem: () => text, setItem: () => undefined })).toEqual({ never: [], games: {}, levels: {} });
  });

  it("proposes a bot that can be beaten, a stronger one after each win and a weaker one after each loss", () => {
    const own = store();
    const proposed = (game = "go") => proposedLevel(readFirsts(own), game, false);
    const after = (beaten: boolean, level = proposed()) => {
      noteFinished(own, "go", { level, beaten }, false);
      return proposed();
    };
    expect(proposed()).toBe(1);
    expect([after(false), after(true), after(true)]).toEqual([1, 3, 5]);
    expect([after(false), after(false), after(true)]).toEqual([4, 3, 5]);
    expect(after(false, 10)).toBe(5); // who dared more is not proposed less
    expect(after(true, 1)).toBe(5);
    expect(after(true, 9)).toBe(10);
    expect(after(true)).toBe(10);
    expect(proposed("margo")).toBe(1); // each kind of game for itself
  });

  it("proposes the strongest to somebody who played before, until a game is noted", () => {
    const own = store();
    const proposed = () => proposedLevel(readFirsts(own), "go", true);
    expect(proposed()).toBe(10);
    noteFinished(own, "go", { level: 10, beaten: false }, true);
    expect(proposed()).toBe(9);
    noteFinished(own, "go", { level: 9, beaten: false }, true);
    expect(proposed()).toBe(8);
    noteFinished(own, "go", { level: 8, beaten: true }, true);
    expect(proposed()).toBe(10);
  });

  it("takes a new account for somebody new", () => {
    const own = store();
    const week = 7 * 24 * 60 * 60 * 1000;
    const known = (created: number | null, finished = 0) => isKnown(readFirsts(own), created, finished, 10 * week);
    expect(known(null)).toBe(false);
    expect(known(10 * week)).toBe(false);
    expect(known(9 * week + 1)).toBe(false);
    expect(known(9 * week)).toBe(true);
    expect(known(null, 1)).toBe(true); // an offline game from before anything was noted
    noteFinished(own, "margo", null, false);
    expect(known(null, 1)).toBe(false);
    expect(known(null, 2)).toBe(true);
  });
});
