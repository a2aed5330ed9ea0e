// Which hint fits a moment of somebody's first games, by the real core; what is remembered; what the start page proposes.
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { hintNow, hintsOf, isNewTo, noteFinished, noteNever, proposedLevel, readFirsts } from "../../src/state/hints";
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
function fitting(game: string, { options = {}, board, to_move = "", words = "", hidden = false }: Start): string[] {
  const position = core.create(game, options, board && { board, to_move });
  made.push(position);
  for (const word of words.split(" ").filter(Boolean)) expect(position.view().to_act.some((seat) => position.play(seat, word).reason === "")).toBe(true);
  const you = position.view().turn.seat;
  const view = position.view(you);
  const moment = { view, you, legal: position.legal(you), places: position.places(you) };
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
    expect(fitting("margrites", {})).toEqual(["formation"]);
    const empty = ".........";
    const board = ["B........", empty, empty, empty, empty, empty, empty, "........W"];
    expect(fitting("margrites", { board, to_move: "black" })).toEqual(["score a8", "few", "steps"]);
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
    noteFinished(own, "go", null);
    noteFinished(own, "margo", { level: 1, beaten: true });
    expect(readFirsts(own)).toEqual({ never: ["ko"], games: { go: 1, margo: 1 }, level: 3 });
    expect(isNewTo(readFirsts(own), "go")).toBe(false);
    expect(isNewTo(readFirsts(own), "margrites")).toBe(true);
  });

  it("may be broken: then it is as if nothing were remembered", () => {
    for (const text of ["{", "null", "[]", '{"never":3,"games":null,"level":"x"}', '{"level":11}'])
      expect(readFirsts({ getItem: () => text, setItem: () => undefined })).toEqual({ never: [], games: {}, level: 1 });
  });

  it("proposes a bot that can be beaten, a stronger one after each win and a weaker one after each loss", () => {
    const own = store();
    const proposed = () => proposedLevel(readFirsts(own), false);
    const after = (beaten: boolean, level = proposed()) => {
      noteFinished(own, "go", { level, beaten });
      return proposed();
    };
    expect(proposed()).toBe(1);
    expect([after(false), after(true), after(true)]).toEqual([1, 3, 5]);
    expect([after(false), after(false), after(true)]).toEqual([4, 3, 5]);
    expect(after(false, 10)).toBe(5); // who dared more is not proposed less
    expect(after(true, 1)).toBe(5);
    expect(after(true, 9)).toBe(10);
    expect(proposedLevel(readFirsts(store()), true)).toBe(10);
  });
});
