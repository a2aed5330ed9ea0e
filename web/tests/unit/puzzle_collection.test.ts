// The collection of proven puzzles: how its file is read, what is wished for of it, and what a browser remembers.
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import {
  difficultyOf,
  kAnyPuzzle,
  knownWish,
  matching,
  nextUnsolved,
  puzzleId,
  puzzleQuery,
  puzzleWish,
  readPuzzles,
  sizesOf,
  solvedOf,
  themesOf,
  type ProvenPuzzle,
} from "../../src/state/puzzle_collection";
import { boardOf, kindText, posed, withAttempt } from "../../src/state/posed_puzzle";
import { afterTry, givenUp, kAgain, kTries, noteAttempt, readProgress, type Attempt, type Progress } from "../../src/state/puzzle_progress";
import { routeOf } from "../../src/state/router";
import { Core } from "../../src/wasm/core";

const kSpargo = "C7 G3 C5 C3 A3 E1 E5 E7 E3 A7 D4 G5 G7 A1 C1 E7 D2 D6 A5 F4 B4 G1 G7 G3 A7 G5";
const kFile = [
  "# game\toptions\tmoves\tright\tline\tpercent\tthemes",
  `spargo\t\t${kSpargo}\tG1\tG1 G3 G5 F4 B6\t77\trace,revealed`,
  "margo\tsize=3\tE1 A1 E5 A3\tC3\tC3 A5 C5 B4 C1 A3 A5 B4 A1\t44\t",
  "margo\tsize=4\tE1 E7 A1 C7 C3 A5 E5 G3 G5 A3 C1 C5 E3 D6 F4 D4 D2 B2 B4 A7\tC3\tC3 B6 C5\t26\tsacrifice",
  "margo\tsize=3\tE1 C5 A1 E5\tC3\tC3 A5 A3 B4 E3 C5 E5 D4 A5\t68\toverpass",
  "",
].join("\n");
const puzzles = readPuzzles([kFile]);
const named = (list: readonly ProvenPuzzle[]) => list.map(({ game, options, number }) => `${game}${options["size"] ?? ""}-${number}`);
const wish = (part: Partial<typeof kAnyPuzzle>) => named(matching(puzzles, { ...kAnyPuzzle, ...part }));

let core: Core;
beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

describe("the puzzles of a file", () => {
  it("are read from easy to hard, with numbers among those of their game and size", () => {
    expect(named(puzzles)).toEqual(["spargo-1", "margo3-1", "margo3-2", "margo4-1"]);
    expect(puzzles[0]).toMatchObject({ options: {}, right: "G1", line: ["G1", "G3", "G5", "F4", "B6"], found: 77, themes: ["race", "revealed"] });
    expect(puzzles[2]).toMatchObject({ options: { size: "3" }, moves: ["E1", "A1", "E5", "A3"], themes: [] });
    expect(readPuzzles(["# nothing\n", ""])).toEqual([]);
  });

  it("have addresses that hang on nothing but what is asked", () => {
    expect(puzzleId("margo", "size=3", "E1 A1 E5 A3")).toBe("e57edbc813");
    expect(new Set(puzzles.map(({ id }) => id)).size).toBe(4);
    const lines = kFile.split("\n");
    const harder = [lines[0], lines[2]?.replace("\t44\t", "\t3\tzombie")].join("\n");
    expect(readPuzzles([harder])[0]?.id).toBe(puzzles[2]?.id);
    expect(routeOf(`/puzzle/${puzzles[2]?.id}`)).toEqual({ page: "collected", id: puzzles[2]?.id });
    expect(routeOf("/puzzle/2026-11-22")).toEqual({ page: "puzzle", day: "2026-11-22" });
    expect(routeOf("/puzzle/e57edbc81")).toEqual({ page: "unknown" });
  });

  it.each([
    ["a field too few", "margo\tsize=3\tE1\tC3\tC3\t44"],
    ["a field too many", "margo\tsize=3\tE1\tC3\tC3\t44\t\t"],
    ["no game", "\tsize=3\tE1\tC3\tC3\t44\t"],
    ["an option without a value", "margo\tsize\tE1\tC3\tC3\t44\t"],
    ["no winning move", "margo\tsize=3\tE1\t\t\t44\t"],
    ["a line that begins with another move", "margo\tsize=3\tE1\tC3\tC5 C3\t44\t"],
    ["no number", "margo\tsize=3\tE1\tC3\tC3\tmany\t"],
    ["more than all tries", "margo\tsize=3\tE1\tC3\tC3\t101\t"],
    ["a theme that nobody knows", "margo\tsize=3\tE1\tC3\tC3\t44\tzombie,ghost"],
    ["the name of a property as a theme", "margo\tsize=3\tE1\tC3\tC3\t44\ttoString"],
    ["a puzzle for the second time", kFile.split("\n")[2] ?? ""],
  ])("are refused with their line where it has %s", (_what, line) => {
    expect(() => readPuzzles([`${kFile}${line}\n`])).toThrow("The puzzle collection is damaged in line 6. Reload the page.");
  });

  it("are five steps of difficulty", () => {
    const steps = [100, 60, 59, 45, 44, 30, 29, 15, 14, 0].map((found) => difficultyOf({ found }).name);
    expect(steps).toEqual(["easy", "easy", "medium", "medium", "fairly-hard", "fairly-hard", "hard", "hard", "very-hard", "very-hard"]);
  });
});

describe("filters", () => {
  it("leave the puzzles that fit all of them", () => {
    expect(wish({})).toHaveLength(4);
    expect(wish({ game: "margo" })).toEqual(["margo3-1", "margo3-2", "margo4-1"]);
    expect(wish({ game: "margo", size: "3" })).toEqual(["margo3-1", "margo3-2"]);
    expect(wish({ difficulty: "easy" })).toEqual(["spargo-1", "margo3-1"]);
    expect(wish({ theme: "revealed" })).toEqual(["spargo-1"]);
    expect(wish({ game: "margo", theme: "revealed" })).toEqual([]);
    expect(sizesOf(puzzles, "margo")).toEqual(["3", "4"]);
    expect(sizesOf(puzzles, "spargo")).toEqual([""]);
  });

  it("stay in the address, without those that nobody knows", () => {
    const all = { game: "margo", size: "3", difficulty: "fairly-hard", theme: "race" };
    expect(puzzleQuery(all)).toBe("game=margo&size=3&difficulty=fairly-hard&theme=race");
    expect(puzzleWish(new URLSearchParams(puzzleQuery(all)))).toEqual(all);
    expect(puzzleQuery(kAnyPuzzle)).toBe("");
    expect(puzzleWish(new URLSearchParams("size=3&difficulty=mild&theme=toString"))).toEqual(kAnyPuzzle);
  });

  it("leave out a game and a size that no puzzle has, and offer the themes of the game", () => {
    const known = (part: Partial<typeof kAnyPuzzle>) => knownWish(puzzles, { ...kAnyPuzzle, ...part });
    expect(known({ game: "chess", size: "3", theme: "race" })).toEqual({ ...kAnyPuzzle, theme: "race" });
    expect(known({ game: "margo", size: "9" })).toEqual({ ...kAnyPuzzle, game: "margo" });
    expect(known({ game: "margo", size: "4" })).toEqual({ ...kAnyPuzzle, game: "margo", size: "4" });
    expect(themesOf(puzzles, "")).toEqual(["overpass", "race", "revealed", "sacrifice"]);
    expect(themesOf(puzzles, "margo")).toEqual(["overpass", "sacrifice"]);
  });

  it("tell the next one that is not solved, after this one and round the end", () => {
    const progress = (...states: (Attempt["state"] | null)[]): Progress =>
      new Map(states.flatMap((state, i) => (state ? [[puzzles[i]?.id ?? "", { state, tried: [] }] as const] : [])));
    const next = (after: number | null, of: Progress) => puzzles.findIndex(({ id }) => id === nextUnsolved(puzzles, of, puzzles[after ?? -1]?.id ?? "")?.id);
    expect(next(null, progress())).toBe(0);
    expect(next(0, progress())).toBe(1);
    expect(next(3, progress())).toBe(0);
    expect(next(1, progress("open", null, "failed", "solved"))).toBe(0);
    expect(next(1, progress("solved", null, "failed", "given-up"))).toBe(2);
    expect(next(null, progress("solved", "solved", "solved", "solved"))).toBe(-1);
    expect(solvedOf(puzzles, progress("solved", "failed", "solved"))).toBe(2);
  });
});

describe("progress", () => {
  const store = (text: string | null = null) => {
    let kept = text;
    return { getItem: () => kept, setItem: (_key: string, value: string) => void (kept = value) };
  };

  it("counts each wrong move once, and ends with the right one or with too many", () => {
    const one = afterTry(null, "A1", "C3");
    expect(one).toEqual({ state: "open", tried: ["A1"] });
    expect(afterTry(one, "A1", "C3")).toEqual(one);
    expect(afterTry(one, "C3", "C3")).toEqual({ state: "solved", tried: ["A1", "C3"] });
    const failed = ["A3", "A5"].reduce((before, word) => afterTry(before, word, "C3"), one);
    expect(failed).toEqual({ state: "failed", tried: ["A1", "A3", "A5"] });
    expect(failed.tried).toHaveLength(kTries);
    expect(afterTry(failed, "C3", "C3")).toEqual(failed);
    expect(givenUp(one)).toEqual({ state: "given-up", tried: ["A1"] });
  });

  it("is kept, and begins anew where one tries again", () => {
    const browser = store();
    noteAttempt(browser, "a", { state: "solved", tried: ["C3"] });
    noteAttempt(browser, "b", { state: "failed", tried: ["A1", "A3", "A5"] });
    expect([...readProgress(browser).keys()]).toEqual(["a", "b"]);
    noteAttempt(browser, "b", kAgain);
    expect([...readProgress(browser)]).toEqual([
      ["a", { state: "solved", tried: ["C3"] }],
      ["b", { state: "open", tried: [], again: true }],
    ]);
    expect(afterTry(kAgain, "C3", "C3")).toEqual({ state: "solved", tried: ["C3"], again: true });
    expect(givenUp(kAgain)).toEqual({ state: "given-up", tried: [], again: true });
  });

  it("survives what is not its own", () => {
    for (const text of ["", "nothing", "null", "[]", "3"]) expect([...readProgress(store(text))]).toEqual([]);
    const mixed = JSON.stringify({
      a: { state: "won", tried: [] },
      b: { state: "open" },
      c: null,
      d: { state: "open", tried: [1] },
      e: { state: "open", tried: [] },
      f: { state: "open", tried: [], again: "often" },
    });
    expect([...readProgress(store(mixed)).keys()]).toEqual(["e"]);
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(noteAttempt(full, "a", { state: "open", tried: ["A1"] }).size).toBe(1);
  });
});

describe("a puzzle on its board", () => {
  it("is the position after its moves, for who is to move, and hides the solution until it is settled", () => {
    const [spargo, , small] = puzzles as [ProvenPuzzle, ProvenPuzzle, ProvenPuzzle];
    const made = posed(core, small);
    expect([kindText(core, small), kindText(core, spargo)]).toEqual(["Margo 3 × 3", "Spargo"]);
    expect(made.record.moves.slice(0, 2)).toEqual([
      [made.seat, "E1"],
      [1 - made.seat, "A1"],
    ]);
    expect(made.legal).toContain("C3");
    expect(made.view.next).toBe(made.seat);
    expect(withAttempt(made, small, { state: "open", tried: ["A5"] })).toMatchObject({ right: null, line: null });
    expect(withAttempt(made, small, { state: "failed", tried: ["A5"] })).toMatchObject({ right: ["C3"], line: small.line });
    expect(boardOf(core, small)?.columns).toBe(3);
  });

  it("says where its moves are no game", () => {
    const [, , small] = puzzles as [ProvenPuzzle, ProvenPuzzle, ProvenPuzzle];
    expect(() => posed(core, { ...small, moves: ["E1", "E1"] })).toThrow(/^E1: /);
    expect(() => posed(core, { ...small, right: "B2" })).toThrow("This puzzle of the collection is damaged.");
    expect(boardOf(core, { ...small, moves: ["E1", "E1"] })).toBeNull();
  });
});

describe("the puzzles that ship", () => {
  const folder = new URL("../../../tools/puzzles/", import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith(".puzzles"));

  it("can all be read and posed, and their lines played", { timeout: 60_000 }, () => {
    const shipped = readPuzzles(files.map((name) => readFileSync(new URL(name, folder), "utf8")));
    expect(shipped.length).toBeGreaterThan(0);
    const faults = shipped.flatMap((puzzle) => {
      try {
        const { seat, record } = posed(core, puzzle);
        const position = core.create(puzzle.game, puzzle.options);
        const line = puzzle.line.map((word, i): [number, string] => [(seat + i) % 2, word]);
        const refused = [...record.moves, ...line].filter(([by, word]) => position.play(by, word).reason !== "");
        position.free();
        return refused.map(([, word]) => `${puzzle.id}: ${word}`);
      } catch (error) {
        return [`${puzzle.id}: ${String(error)}`];
      }
    });
    expect(faults).toEqual([]);
  });
});
