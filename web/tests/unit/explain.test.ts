// What is said of captures and refusals, of every game, by the real core; and that nothing hidden is said.
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { setCatalogue } from "../../src/lang/text";
import type { View } from "../../src/net/protocol";
import { explainMoves, explainRefusal, explainViews, type Explained, type Happening } from "../../src/state/explain";
import { Core, type Position } from "../../src/wasm/core";
import { catalogueOf } from "./texts";

let core: Core;
let made: Position[] = [];

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});
afterEach(() => {
  made.forEach((position) => position.free());
  made = [];
  setCatalogue("en", {});
});

type Options = Record<string, string | number | boolean>;

function start(game: string, options: Options, board?: string[], to_move?: string): Position {
  const position = core.create(game, options, board && { board, to_move: to_move ?? "" });
  made.push(position);
  return position;
}

const mover = (view: View): number => view.next ?? view.turn.seat;
const signs = (explained: Explained | null, position: Position): string[] => explained?.shades.map(({ kind, at }) => `${kind} ${position.name(at)}`) ?? [];

/** Plays the words, each by whoever is to move, and explains them all as one. */
function played(position: Position, game: string, words: readonly string[]): Explained | null {
  const turn = words.map((word): Happening => {
    const view = position.view();
    const seat = mover(view);
    const side = view.sides.find((one) => one.seat === seat)?.name ?? "";
    const { reason, events = [] } = position.play(seat, word);
    expect(reason).toBe("");
    return { move: { seat, side, word }, events, about: { game } };
  });
  return explainMoves(turn, position.view(), (at) => position.name(at));
}

function refused(position: Position, word: string): Explained | null {
  const view = position.view();
  return explainRefusal(word, position.check(mover(view), word), view, (at) => position.name(at));
}

describe.each(["margo", "spargo"])("%s", (game) => {
  it("says what was captured, what stays as a zombie and why", () => {
    const position = start(game, { size: 4 }, ["..../BW../BW../BW..", ".../.../W.."], "white");
    const explained = played(position, game, ["A7"]);
    expect(explained?.text).toBe("White captures 1 ball: A5. A1 and A3 stay because they carry B2.");
    expect(explained?.heard).toBe("White plays A7 and captures A5. A1 and A3 stay because they carry B2.");
    expect(signs(explained, position)).toEqual(["tried A5", "member A1", "member A3"]);
    const zombies = ["..../..../BW../BW..", ".../.../W.."];
    expect(played(start(game, { size: 4 }, zombies, "white"), game, ["A5"])?.text).toBe("A1 and A3 stay as zombies because they carry B2.");
    setCatalogue("de", catalogueOf("", "de"));
    expect(played(start(game, { size: 4 }, zombies, "white"), game, ["A5"])?.text).toBe("A1 und A3 bleiben als Zombies liegen, weil sie B2 tragen.");
  });

  it("says which group would have no freedom", () => {
    const group = start(game, { size: 4 }, ["..../..../WW../.BW."], "black");
    expect(refused(group, "A1")?.text).toBe("A1 is not allowed: your group of 2 balls would have no freedom.");
    expect(signs(refused(group, "A1"), group)).toEqual(["proposed A1", "proposed C1"]);
    expect(refused(group, "C1")?.text).toBe("C1: There is already a piece there.");
    expect(refused(group, "c1")?.text).toBe("C1: There is already a piece there.");
    expect(signs(refused(group, "C1"), group)).toEqual(["proposed C1"]);
    expect(refused(group, "G7")).toBeNull(); // legal
    const alone = start(game, { size: 4 }, ["..../..../W.../.W.."], "black");
    expect(refused(alone, "A1")?.text).toBe("A1 is not allowed: the ball would have no freedom.");
    const high = start(game, { size: 4 });
    expect(refused(high, "B2")?.text).toBe("B2 is not allowed yet: A1, C1, A3 and C3 must be filled first.");
  });
});

it("says what was captured before what that cost the player", () => {
  const words = "E1 G1 E7 E5 G7 G3 A3 A1 C1 C3 A5 C5 C7 B4 D6 E3 F2 A1 E1 D4 G5 F6 F2 A7 F4 C7 D6 E5 B6 C1 E1";
  const position = start("margo", { size: 4 });
  for (const word of words.split(" ").slice(0, -1)) expect(position.play(mover(position.view()), word).reason).toBe("");
  expect(played(position, "margo", ["E1"])?.text).toBe("White captures 9 balls. White loses 5 balls: D6, E7, F4, G5 and G7.");
});

it("calls a ko by its name in Margo, too", () => {
  const position = start("margo", { size: 4 }, ["..../.BW./BW.W/.BW."], "black");
  expect(played(position, "margo", ["E3"])?.text).toBe("Black captures 1 ball: C3.");
  expect(refused(position, "C3")?.text).toBe("C3 is not allowed yet: this is a ko. Play elsewhere first.");
  expect(signs(refused(position, "C3"), position)).toEqual(["capture E3"]);
});

describe.each(["go", "toroidal"])("%s", (game) => {
  const rows = (...low: string[]): string[] => [...Array.from({ length: 9 - low.length }, () => "........."), ...low];

  it("says what was captured, and says of many only how many", () => {
    const few = start(game, { size: 9 }, rows(".........", "..WW.....", ".WBBW....", "..W......", "........."), "white");
    const explained = played(few, game, ["D2"]);
    expect(explained?.text).toBe("White captures 2 stones: C3 and D3.");
    expect(signs(explained, few)).toEqual(["tried D3", "tried C3"]);
    const many = start(game, { size: 9 }, rows(".........", ".WWWWWWW.", "WBBBBBBBW", ".WWWWWW..", "........."), "white");
    expect(played(many, game, ["H2"])?.text).toBe("White captures 7 stones.");
  });

  it("says ko, and which group would have no liberty", () => {
    const position = start(game, { size: 9 }, rows(".........", "....BW...", "...BW.W..", "....BW...", "........."), "black");
    expect(played(position, game, ["F3"])?.text).toBe("Black captures 1 stone: E3.");
    expect(refused(position, "E3")?.text).toBe("E3 is not allowed yet: this is a ko. Play elsewhere first.");
    const group = start(game, { size: 9 }, rows(".........", "...WW....", "..WB.W...", "...WW....", "........."), "black");
    expect(refused(group, "E3")?.text).toBe("E3 is not allowed: your group of 2 stones would have no liberty.");
    expect(signs(refused(group, "E3"), group)).toEqual(["proposed D3", "proposed E3"]);
  });

  it("says the move where nothing was captured", () => {
    expect(played(start(game, { size: 9 }), game, ["D4"])?.text).toBe("Black plays D4.");
  });
});

describe("margrites", () => {
  const board = (pieces: Record<string, string>): string[] =>
    [8, 7, 6, 5, 4, 3, 2, 1].map((row) =>
      [..."abcdefghi"].map((file) => Object.keys(pieces).find((side) => pieces[side]?.includes(`${file}${row}`)) ?? ".").join(""),
    );

  it("says who outnumbers whom, cascades in order", () => {
    const position = start("margrites", {}, board({ B: "d4 e4 d5 d7 f3", W: "e5 e6 a8" }), "black");
    const explained = played(position, "margrites", ["f3>f4"]);
    expect(explained?.text).toBe("White loses 2 pieces: e5 (4 against 2), then e6 (2 against 1).");
    expect(explained?.heard).toBe("Black plays f3 to f4. White loses 2 pieces: e5 (4 against 2), then e6 (2 against 1).");
    expect(signs(explained, position)).toEqual(["tried e5", "tried e6"]);
  });

  it("tells of a whole turn what was captured in any of its steps", () => {
    const position = start("margrites", {}, board({ B: "d4 e4 d5 d7 f3", W: "e5 e6 a8" }), "black");
    expect(played(position, "margrites", ["f3>f4", "f4>g4", "d7>c7", "d5>c5"])?.text).toContain("White loses 2 pieces");
  });

  it("says who would capture a piece that may not go there", () => {
    const position = start("margrites", {}, board({ B: "d3 e3 f3 f4", W: "e5 d5" }), "white");
    const explained = refused(position, "e5>e4");
    expect(explained?.text).toBe("e5 to e4 is not allowed: your piece would be captured there, 4 against 2.");
    expect(signs(explained, position)).toEqual(["proposed d3", "proposed e3", "proposed f3", "proposed f4", "member d5"]);
    expect(refused(position, "e5>e8")?.text).toBe("e5 to e8: That is too far for one step.");
    expect(refused(position, "e5>d5")?.text).toBe("e5 to d5: There is already a piece there.");
    expect(refused(position, "E5>D5")?.text).toBe("e5 to d5: There is already a piece there.");
    expect(signs(refused(position, "e5>d5"), position)).toEqual(["proposed d5"]);
    expect(refused(position, "e5")).toBeNull(); // no move at all: the board shows nothing of it
  });
});

describe("phantom", () => {
  /** The same to Black, who does not see White's stones: one with another. */
  const worlds = (): Position[] =>
    ["A9", "J9"].map((hidden) => {
      const position = start("phantom", { size: 9 });
      for (const word of ["E5", hidden, "E4"]) expect(position.play(mover(position.view(5)), word).reason).toBe("");
      return position;
    });

  it("says nothing of what is hidden: worlds that look alike are explained alike", () => {
    const told = worlds().map((position) => {
      const before = position.view(0);
      expect(position.play(1, "C3").reason).toBe("");
      const after = position.view(0);
      expect(explainViews(before, after, (at) => position.name(at))).toBeNull(); // a move that nobody sees
      return ["A9", "J9", "C3"].map((word) => explainRefusal(word, position.check(0, word), after, (at) => position.name(at)));
    });
    expect(told[0]).toEqual(told[1]);
    expect(told[0]).toEqual([null, null, null]);
  });

  it("says what the referee says of captures: how many, and where", () => {
    const position = start("phantom", { size: 9 });
    for (const word of ["A9", "B9", "E5"]) position.play(mover(position.view(5)), word);
    const before = [0, 1].map((seat) => position.view(seat));
    expect(position.play(1, "A8").reason).toBe("");
    const told = [0, 1].map((seat) => explainViews(before[seat] as View, position.view(seat), (at) => position.name(at)));
    expect(told[0]?.text).toBe("White captures 1 stone: A9."); // Black saw it go
    expect(told[1]?.text).toBe("White captures 1 stone: A9."); // White never saw it, but the referee names it
    expect(told.map((one) => signs(one, position))).toEqual([["tried A9"], ["tried A9"]]);
  });
});
