// What the table page says of moves, scores, turns and talk.
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { coreText, reasonText } from "../../src/lang/core_text";
import { setReasons } from "../../src/lang/messages";
import { setCatalogue } from "../../src/lang/text";
import type { FromServer, Move, TableState, View } from "../../src/net/protocol";
import { deedLabel, listedText, moveText } from "../../src/state/move_words";
import { tallyOf } from "../../src/state/score";
import { kEmptyPage, reduceTable } from "../../src/state/table";
import { keepReadUpTo, kNoTalk, readUpTo, unread } from "../../src/state/talk";
import { resultHeadline, turnText } from "../../src/state/words";
import { Core } from "../../src/wasm/core";

let core: Core;

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

/** Go on five by five after these words, played in turn. */
function goAfter(...words: string[]): { view: View; moves: Move[] } {
  const position = core.create("go", { size: 5 });
  const moves = words.map((word, i): Move => {
    expect(position.play(i % 2, word).reason).toBe("");
    return { seat: i % 2, side: i % 2 === 0 ? "black" : "white", word };
  });
  const view = position.view();
  position.free();
  return { view, moves };
}

const seats = [
  { name: "Ann", kind: "guest" },
  { name: "Ben", kind: "guest" },
];
const table = (after: { view: View; moves: Move[] }, you: number | null): TableState =>
  ({ ...after, id: "t", seats, you, clock: null, thinking: false, version: after.moves.length }) as unknown as TableState;

describe("moves", () => {
  const move = (word: string): Move => ({ seat: 1, side: "white", word });

  it("are sentences where the core has words of its own", () => {
    expect(moveText(move("dead:E4"), [])).toBe("White marks the group at E4 as dead.");
    expect(moveText(move("dead:E4"), [], { unmarked: true })).toBe("White marks the group at E4 as alive.");
    expect(moveText(move("accept"), [], { game: "go" })).toBe("White accepts the score.");
    expect(moveText(move("accept"), [], { game: "margrites" })).toBe("White accepts the formation.");
    expect(moveText(move("resume"), [])).toBe("White resumes play.");
    expect(moveText(move("hostile"), [], { game: "margrites" })).toBe("White demands the hostile setup.");
    expect(moveText(move("a7,b7,c7,d7,e7,f7,g7,h7"), [], { game: "margrites" })).toBe("White proposes a formation: a7, b7, c7, d7, e7, f7, g7 and h7.");
    expect(moveText(move("d7>d6"), ["d5"])).toBe("White plays d7 to d6 and captures d5.");
    expect(moveText(move("e1>W++"), [], { game: "margrites" })).toBe("White plays e1 off the board, for a point.");
    expect(moveText(move("W++>e1"), [], { game: "margrites" })).toBe("White plays a piece back to e1.");
  });

  it("are read on buttons, where a piece leaves the board or comes back", () => {
    expect(["e8>B++", "B++>e8", "dead:A1"].map((word) => deedLabel(word, "margrites"))).toEqual(["Move off and score", "A piece back to e8", "dead:A1"]);
    expect(deedLabel("e8>B++", "other")).toBe("e8>B++");
  });

  it("stand in the list as they are written, or as such a sentence", () => {
    expect(listedText(move("d7>d6"), {})).toEqual({ text: "d7>d6", sentence: false });
    expect(listedText(move("pass"), {})).toEqual({ text: "pass", sentence: false });
    expect(listedText(move("dead:E4"), {})).toEqual({ text: "White marks the group at E4 as dead.", sentence: true });
    expect(listedText({ ...move(""), word: null }, {})).toEqual({ text: "?", sentence: false });
  });
});

describe("what each has", () => {
  it("is captures while Go is played, and points when they are counted", () => {
    const tallies = (view: View) => view.sides.map((side) => tallyOf(view, side));
    const play = goAfter("A1", "B1", "E5", "A2").view; // A1 is taken
    expect(tallies(play)).toEqual([
      { count: 0, unit: "captures", captures: true },
      { count: 1, unit: "capture", captures: true },
    ]);
    const agreement = goAfter("C3", "pass", "pass").view;
    expect(tallies(agreement).map(({ count, unit }) => [count, unit])).toEqual([
      [25, "points"],
      [agreement.sides[1]?.score, "points"],
    ]);
    const left = core.create("go", { size: 5 });
    ["A1", "B1", "E5", "A2", "resign"].forEach((word, i) => left.play(i % 2, word));
    expect(tallies(left.view())[1]).toMatchObject({ count: 1, unit: "capture" });
    left.free();
    const pyramid = core.create("margo", { size: 3 });
    expect(tallies(pyramid.view())[0]).toMatchObject({ count: 0, unit: "balls" });
    pyramid.free();
  });
});

describe("whose turn it is", () => {
  it("tells of a pass, and of who has accepted", () => {
    expect(turnText(table(goAfter("C3"), 1))).toBe("Your turn");
    expect(turnText(table(goAfter("C3", "pass"), 0))).toBe("White passed. Your turn");
    expect(turnText(table(goAfter("C3", "pass"), 1))).toBe("White passed. Ann to move");
    expect(turnText(table(goAfter("pass", "pass"), 0))).toBe("Both players passed. Neither has accepted the score yet.");
    const after = goAfter("pass", "pass", "accept");
    expect(turnText(table(after, 1))).toBe("Black has accepted the score. White has not yet.");
  });
});

describe("the end", () => {
  const over = (after: { view: View; moves: Move[] }) => ({
    ...after,
    view: { ...after.view, over: true, to_act: [], result: { winner: "white", seat: 1, text: "W+R", how: "resigned", ranks: [2, 1] } } as View,
  });

  it("is a result for whoever played", () => {
    const played = table(over(goAfter("C3", "B2")), 0);
    expect([resultHeadline(played), turnText(played)]).toEqual(["You lose", "White wins by resignation"]);
  });

  it("is no loss where nobody had joined", () => {
    const alone = { ...table(over(goAfter()), 0), seats: [seats[0], { name: null, kind: "open" }] } as TableState;
    expect([resultHeadline(alone), turnText(alone)]).toEqual(["Game cancelled", "The game ended before another player joined."]);
  });
});

describe("what went wrong", () => {
  it("is told until the turn is another's", () => {
    const told = (version: number, after: { view: View; moves: Move[] }) =>
      ({ type: "server", message: { type: "change", state: { ...table(after, 0), version } } }) as unknown as { type: "server"; message: FromServer };
    const start = goAfter();
    const page = reduceTable(reduceTable(kEmptyPage, told(1, start)), { type: "notice", text: "C3: no" });
    expect(reduceTable(page, told(2, start)).notice).toBe("C3: no");
    expect(reduceTable(page, told(2, goAfter("A1"))).notice).toBeNull();
  });
});

describe("talk", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
    return () => vi.unstubAllGlobals();
  });

  it("is new until it was seen in this browser", () => {
    const said = [1, 2, 3].map((number) => ({ id: `p${number}`, room: "players" as const, number, at: 1000 + number, text: "hm" }));
    const talk = { ...kNoTalk, rooms: ["players" as const], said };
    expect(unread(talk, readUpTo("t"))).toBe(3);
    keepReadUpTo("t", 1002);
    keepReadUpTo("u", 5);
    expect(unread(talk, readUpTo("t"))).toBe(1);
    for (let i = 0; i < 60; ++i) keepReadUpTo(`other ${i}`, 1);
    expect(readUpTo("t")).toBe(0); // the oldest are forgotten
  });
});

describe("a refusal that only one game knows", () => {
  it("is said as the core words it, and in a language that has it in its words", () => {
    expect(reasonText("middle")).toBe("middle");
    setReasons([{ reasons: {} }, { reasons: { middle: "the first stone may not lie in the middle" } }]);
    expect(reasonText("middle")).toBe("The first stone may not lie in the middle.");
    expect(reasonText("occupied")).toBe("There is already a piece there.");
    setCatalogue("de", { "The first stone may not lie in the middle.": "Der erste Stein darf nicht in der Mitte liegen." });
    expect(reasonText("middle")).toBe("Der erste Stein darf nicht in der Mitte liegen.");
    expect(coreText({ code: "middle", message: "middle" })).toBe("Der erste Stein darf nicht in der Mitte liegen");
    setCatalogue("en", {});
    setReasons([]);
  });

  it("is told by the core with its game", () => {
    for (const game of core.games())
      for (const [word, text] of Object.entries(game.reasons)) {
        expect(word).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(text).toMatch(/^[a-z].*[^.]$/);
      }
    expect(core.games().flatMap((game) => Object.keys(game.reasons))).toContain("stalling");
  });
});
