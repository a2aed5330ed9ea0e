// What a board shows, and what can be done with its pieces.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Point, View } from "../../src/net/protocol";
import type { BoardState, Sign } from "../../src/state/board_state";
import { middles } from "../../src/boards/scene/middles";
import { starPoints } from "../../src/boards/scene/stars";
import { drawnSigns } from "../../src/boards/scene/signs";
import { boardState, colourOf, coloursOf } from "../../src/state/board_model";
import { kDefaults } from "../../src/state/settings";
import { comesIn, stepsOf } from "../../src/state/steps";
import { groundOf, shapeOf } from "../../src/state/surface";
import { letterSize } from "../../src/boards/flat_ground";
import { shownOn } from "../../src/ui/settings_fields";
import { Core, type Position } from "../../src/wasm/core";

let core: Core;
beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

function shown(view: View, more: Partial<Parameters<typeof boardState>[0]> = {}): BoardState {
  return boardState({ view, places: [], preview: null, selected: null, cursor: null, labels: null, settings: kDefaults, peel: null, dark: false, ...more });
}

/** Black has the columns A to C but for two white stones at A2 and A3; White has D and E. */
function agreeing(): Position {
  const position = core.create("go", { size: 5 });
  ["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "pass", "A2", "pass", "A3", "pass", "pass"].forEach((word, i) => {
    expect(position.play(i % 2, word).reason).toBe("");
  });
  return position;
}

describe("the colours of sides", () => {
  const colours = (...names: string[]) => [...coloursOf(names.map((name) => ({ name }))).values()];

  it("are those of their names, and for other names those left over", () => {
    expect(colours("black", "white")).toEqual(["black", "white"]);
    expect(colours("first", "second")).toEqual(["white", "black"]);
    expect(colours("amber", "white", "violet")).toEqual(["black", "white", "red"]);
    expect(colours("blue", "north", "white", "south")).toEqual(["blue", "black", "white", "red"]);
    expect(colourOf("violet", [{ name: "amber" }, { name: "violet" }])).toBe("black");
    expect(colourOf(undefined, [{ name: "amber" }])).toBe("none");
  });

  it("tell the pieces on the board apart, and those of nobody from them", () => {
    const sides = [
      { name: "amber", letter: "A" },
      { name: "violet", letter: "V" },
    ];
    const view = { surface: "grid", columns: 3, rows: 1, levels: 1, board: ["AVX"], sides, marks: [], groups: [] } as unknown as View;
    expect(shown(view).pieces.map((piece) => piece.colour)).toEqual(["white", "black", "none"]);
  });
});

describe("a group that may be dead", () => {
  it("is marked by any of its stones, and the mark is on all of them", () => {
    const position = agreeing();
    const steps = stepsOf(position.view(), position, position.legal(0), "go");
    for (const at of [
      [0, 0, 1],
      [0, 0, 2],
    ] as Point[])
      expect(steps?.off(at)).toEqual(["dead:A2"]);
    expect(steps?.off([0, 3, 4])).toEqual(["dead:D1"]);
    expect(steps?.off([0, 1, 1])).toEqual([]);
    position.play(0, "dead:A3");
    const { signs } = shown(position.view());
    expect(signs.filter((sign) => sign.kind === "dead").map((sign) => sign.at)).toEqual([
      [0, 0, 1],
      [0, 0, 2],
    ]);
    position.free();
  });

  it("shows whose the points are on empty points and dead stones alone", () => {
    const position = agreeing();
    position.play(0, "dead:A2");
    const { owners, pieces } = shown(position.view());
    const stands = (at: Point) => pieces.find((piece) => piece.at.join() === at.join())?.colour;
    expect(owners.filter((owner) => stands(owner.at) !== undefined).map(({ at, colour }) => [at, colour])).toEqual([
      [[0, 0, 1], "black"],
      [[0, 0, 2], "black"],
    ]);
    expect(owners.filter((owner) => stands(owner.at) === undefined)).toHaveLength(13);
    position.free();
  });
});

describe("words about one piece alone", () => {
  it("are not those of its neighbours", () => {
    const view = { surface: "squares", columns: 2, rows: 2, board: ["..", "BB"], groups: [] } as unknown as View;
    const rules = { name: ([, column, row]: Point) => `${"ab"[column]}${row + 1}` };
    const words = ["a1>a2", "a1>++", "b1>b2"];
    const steps = stepsOf(view, rules as never, words, "margrites");
    expect(steps?.of([0, 0, 0]).map((place) => place.word)).toEqual(["a1>a2", "a1>++", "a1>++"]); // below a and below b
    expect([steps?.off([0, 0, 0]), steps?.off([0, 1, 0])]).toEqual([["a1>++"], []]);
    const plain = stepsOf(view, rules as never, words, "other"); // no skin says where pieces leave the board: a button does it
    expect([plain?.of([0, 0, 0]).map((place) => place.word), plain?.off([0, 0, 0])]).toEqual([["a1>a2"], ["a1>++"]]);
    expect(["B++>e8", "a1>++", "a1>a2", "dead:A1"].map(comesIn)).toEqual([true, false, false, false]);
  });
});

describe("the middle of a piece", () => {
  const at: Point = [0, 1, 1];
  const state = (surface: string, kinds: readonly Sign["kind"][], number: boolean, symbols: boolean): BoardState => ({
    ...shown(core.create("go", { size: 5 }).view()),
    surface,
    pieces: [{ at, colour: "black" }],
    signs: kinds.map((kind) => ({ kind, at, on: "piece", colour: "black", text: "3" })),
    numbers: number ? [{ at, number: 12 }] : [],
    symbols,
  });
  it.each([
    ["grid", ["last"], false, false, undefined],
    ["grid", ["last"], false, true, "symbol"],
    ["grid", ["last", "count"], false, true, "count"],
    ["grid", ["last", "count"], true, true, "number"],
    ["pyramid", ["last", "count"], true, true, "count"],
    ["pyramid", ["danger", "zombie"], true, true, "zombie"],
    ["grid", ["dead", "last"], true, true, "dead"],
    ["grid", ["capture", "dead"], true, true, "capture"],
  ] as const)("on a %s with %j, number %s, shape %s: %s", (surface, kinds, number, symbols, found) => {
    expect(middles(state(surface, kinds, number, symbols)).get(at.join())).toBe(found);
  });

  it("is left to one thing in space as well, and the others stand at corners", () => {
    const { normal, numbers } = drawnSigns(state("pyramid", ["last", "count"], true, true));
    expect(numbers).toEqual([]);
    expect(normal.map(({ glyph, shift }) => [glyph, shift !== undefined])).toEqual([
      ["ring", false],
      ["3", false],
      ["diamond", true],
    ]);
  });
});

describe("the frame around a board", () => {
  it("has the shape of a rectangle, though not of every length", () => {
    const shape = (surface: string, columns: number, rows: number) => shapeOf({ surface, columns, rows });
    expect([shape("grid", 9, 9), shape("pyramid", 6, 6), shape("squares", 9, 8)]).toEqual([undefined, undefined, undefined]);
    expect([shape("grid", 13, 9), shape("torus", 9, 13), shape("grid", 25, 2), shape("grid", 2, 25)]).toEqual([1.4, 10 / 14, 2, 0.5]);
  });
});

describe("star points", () => {
  const named = (size: number) =>
    starPoints(groundOf({ surface: "grid" }), size, size)
      .map(([, column, row]) => `${column},${row}`)
      .sort();
  it("stand where they are wont to", () => {
    expect([2, 3, 4, 6].flatMap(named)).toEqual([]);
    expect(named(5)).toEqual(["2,2"]);
    expect(named(7)).toEqual(["2,2", "2,4", "3,3", "4,2", "4,4"]);
    expect(named(8)).toEqual(["2,2", "2,5", "5,2", "5,5"]);
    expect(named(9)).toEqual(["2,2", "2,6", "4,4", "6,2", "6,6"]);
    expect(named(13)).toEqual(["3,3", "3,9", "6,6", "9,3", "9,9"]);
    expect(named(16)).toHaveLength(4);
    expect(named(19)).toHaveLength(9);
    expect(named(19)).toContain("9,15");
  });

  it("are set by each side of a rectangle", () => {
    const of = (columns: number, rows: number) =>
      starPoints(groundOf({ surface: "grid" }), columns, rows)
        .map(([, column, row]) => `${column},${row}`)
        .sort();
    expect([of(19, 4), of(2, 13)].flat()).toEqual([]);
    expect(of(13, 9)).toEqual(["3,2", "3,6", "6,4", "9,2", "9,6"]);
    expect(of(8, 13)).toEqual(["2,3", "2,9", "5,3", "5,9"]);
    expect(of(19, 9)).toEqual(["15,2", "15,6", "3,2", "3,6", "9,2", "9,4", "9,6"]);
    expect(of(19, 15)).toHaveLength(9);
  });

  it("bear the stones of a handicap", () => {
    for (const size of [7, 9, 13, 19]) {
      const position = core.create("go", { size, handicap: 5 });
      const stones = shown(position.view()).pieces.map(({ at }) => `${at[1]},${at[2]}`);
      expect(named(size)).toEqual(expect.arrayContaining(stones));
      position.free();
    }
  });

  it("are on no board without edges, nor where there are no lines", () => {
    for (const surface of ["torus", "squares", "pyramid"]) expect(starPoints(groundOf({ surface }), 19, 19)).toEqual([]);
  });
});

describe("coordinates", () => {
  it("are as large to the eye on large boards as on small ones", () => {
    const seen = (size: number) => letterSize(size) / (size + 1);
    expect(seen(19)).toBeGreaterThan(0.9 * seen(9));
    expect(letterSize(8)).toBe(letterSize(5));
  });
});

describe("the panel beside a board", () => {
  it("offers what the game has", () => {
    const names = (game: string) => {
      const position = core.create(game);
      const labels = shownOn(position.view()).map((one) => one.label);
      position.free();
      return labels;
    };
    expect(names("margo")).toEqual(expect.arrayContaining(["Freedoms", "Zombies"]));
    expect(names("go")).toEqual(["Liberties", "Legal moves", "Explanations", "Coordinates", "Move numbers", "Shapes"]);
    expect(names("toroidal")).toEqual(names("go"));
    expect(names("phantom")).toEqual(names("go")); // though nobody is told of groups before the end
    expect(names("margrites")).toEqual(["Legal moves", "Explanations", "Coordinates", "Move numbers", "Shapes"]);
  });
});
