// Files of games in the real core, and the tree that is worked on.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { GameRecord } from "../../src/net/records";
import {
  addMove,
  branchOf,
  edit,
  goTo,
  kStart,
  lineOf,
  lineThrough,
  nodeOf,
  pathTo,
  plyOf,
  preorder,
  promote,
  recordOf,
  remove,
  sibling,
  treeOf,
  wholeRun,
  type Run,
  type Tree,
} from "../../src/state/tree";
import { Walker } from "../../src/state/walker";
import { Core } from "../../src/wasm/core";

let core: Core;

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

const kGo = "(;GM[1]FF[4]SZ[5]PB[Ann]PW[Ben]KM[5.5]RU[Chinese];B[cc]C[the middle](;W[bc];B[bb])(;W[dc]TE[1]LB[aa:1]))";

describe("files in the core", () => {
  it("reads SGF with variations, comments and names, and writes it back", () => {
    const { record, faults, remarks, games } = core.readFile({ text: kGo });
    expect([games, faults, remarks]).toEqual([1, [], []]);
    expect(record.game).toBe("go");
    expect(record.options).toMatchObject({ size: "5" });
    expect(record.players).toEqual([{ name: "Ann" }, { name: "Ben" }]);
    expect(record.nodes).toEqual([
      {},
      { move: [0, "C3"], comment: "the middle" },
      { move: [1, "B3"] },
      { move: [0, "B4"] },
      { after: 1, move: [1, "D3"], mark: "good", properties: { LB: ["aa:1"] } },
    ]);
    const again = core.readFile({ text: core.writeFile(record, "sgf") });
    expect(again.record).toEqual({ ...record, options: { ...record.options, ko: "simple", scoring: "area" } });
    expect(core.readFile({ text: core.writeFile(record, "json") }).record).toEqual(record);
    expect(core.writeFile(record, "text").trim()).toBe("C3 B3 B4");
  });

  it("reads a list of moves of a game that is named, and the notation of one that has its own", () => {
    const { record } = core.readFile({ text: "C3 E3 C5", game: "margo", options: { size: "4" } });
    expect(record.nodes.map((node) => node.move?.[1])).toEqual([undefined, "C3", "E3", "C5"]);
    expect(() => core.readFile({ text: "C3 E3 C5" })).toThrow(/needs the name of its game/);
    const turns = core.readFile({ text: "B: a2 b2 c2 d2 e2 f2 g2 h2\nW: a7 b7 c7 d7 e7 f7 g7 h7\n1. a2>a3; a3>a4; b2>b3; b3>b4." });
    expect(turns.record.game).toBe("margrites");
    expect(turns.faults).toEqual([]);
  });

  it("takes one game of several by its number", () => {
    const text = "(;GM[1]SZ[5];B[aa])(;GM[1]SZ[7];B[bb])";
    expect(core.readFile({ text }).games).toBe(2);
    expect(core.readFile({ text, number: 2 }).record.options).toMatchObject({ size: "7" });
    expect(() => core.readFile({ text, number: 3 })).toThrow(/no game 3/);
  });

  it("tells which moves cannot be played, and keeps the rest", () => {
    const { record, faults, cut } = core.readFile({ text: "(;GM[1]SZ[5];B[cc];CMOVE[white:C3];B[dd])" });
    expect(record.nodes).toEqual([{}, { move: [0, "C3"] }]);
    expect([faults.length, cut > 0]).toEqual([1, true]);
    expect(faults[0]?.message).toMatch(/there is already a piece there/);
    const wrong = { ...record, nodes: [{}, { move: [0, "C3"] }, { move: [1, "C3"] }] } as GameRecord;
    expect(() => core.writeFile(wrong, "sgf")).toThrow(/there is already a piece there/);
    expect(() => core.readFile({ text: "" })).toThrow();
    expect(() => core.readFile({ text: '{"format":"cairn-record","version":9}' })).toThrow(/version/);
  });

  it("starts from a position, and from one that is set up in a game's middle", () => {
    const board = [".....", ".BW..", "..B..", ".....", "....."];
    const start = core.create("go", { size: 5 }, { board, to_move: "white" });
    expect(start.view()).toMatchObject({ board, to_move: "white" });
    start.free();
    // Handicap places stones at the start alone: what is set up later has none.
    const empty = { board: Array.from({ length: 9 }, () => "........."), to_move: "black" };
    expect(() => core.create("go", { size: 9, handicap: 2 }, empty)).toThrow(/handicap/);
    const later = core.create("go", { size: 9, handicap: 2 }, undefined, empty);
    expect(later.view().board).toEqual(empty.board);
    later.free();
    expect(() => core.create("go", { size: 5 }, undefined, { board: ["x"], to_move: "black" })).toThrow(/size/);
  });
});

const word = (tree: Tree, id: number) => nodeOf(tree, id).data.move?.[1] ?? "";
const words = (tree: Tree, ids: readonly number[]) =>
  ids
    .map((id) => word(tree, id))
    .join(" ")
    .trim();

function played(...lines: string[]): Tree {
  let tree = treeOf({ format: "cairn-record", version: 2, game: "margo", options: { size: "4" }, nodes: [{}] });
  for (const line of lines) {
    let at = kStart;
    line.split(" ").forEach((one, i) => ({ tree, at } = addMove(tree, at, i % 2, one)));
  }
  return tree;
}
const find = (tree: Tree, line: string) => preorder(tree).find((id) => words(tree, pathTo(tree, id)) === line) ?? -1;

describe("the tree", () => {
  it("grows by moves, each once", () => {
    const tree = played("A1 C1 E1", "A1 C1 G1", "A1 C1 e1", "A3");
    expect(tree.nodes.size).toBe(6);
    expect(words(tree, lineThrough(tree, kStart))).toBe("A1 C1 E1");
    expect(words(tree, lineThrough(tree, find(tree, "A3")))).toBe("A3");
    expect(plyOf(tree, find(tree, "A1 C1 G1"))).toBe(3);
  });

  it("is the same after it was a record", () => {
    const tree = edit(played("A1 C1 E1", "A1 C3 E1", "A3 C1"), 2, { comment: "here", mark: "good" });
    const record = recordOf(tree);
    expect(record.nodes.filter((node) => node.after !== undefined).map((node) => node.after)).toEqual([1, 0]);
    expect(recordOf(treeOf(record))).toEqual(record);
    expect(core.readFile({ text: JSON.stringify(record) }).record.nodes).toEqual(record.nodes);
  });

  it("promotes the variation that one stands in, place by place", () => {
    const before = played("A1 C1", "A3 C1", "A5 C1");
    const at = find(before, "A5 C1");
    expect(branchOf(before, at)).toBe(find(before, "A5"));
    const once = promote(before, at);
    expect(nodeOf(once, kStart).children.map((id) => word(once, id))).toEqual(["A1", "A5", "A3"]);
    const twice = promote(once, at);
    expect(words(twice, lineThrough(twice, kStart))).toBe("A5 C1");
    expect(promote(twice, at)).toBe(twice);
    expect(before.nodes.get(kStart)?.children.length).toBe(3); // the old one stays as it was
  });

  it("lets a node go with all that follows, and never uses its number again", () => {
    const before = played("A1 C1 E1", "A1 C3");
    const { tree, at } = remove(before, find(before, "A1 C1"));
    expect([words(tree, [at]), tree.nodes.size]).toEqual(["A1", 3]);
    expect(addMove(tree, at, 1, "G1").at).toBe(before.next);
    expect(remove(tree, kStart).tree).toBe(tree);
  });

  it("forgets empty comments and marks", () => {
    const tree = edit(edit(played("A1"), 1, { comment: "x", mark: "bad" }), 1, { comment: "", mark: undefined as never });
    expect(nodeOf(tree, 1).data).toEqual({ move: [0, "A1"] });
  });

  it("is walked: back, and on along the line one came", () => {
    const tree = played("A1 C1 E1", "A1 C3 E1 G1");
    const tip = find(tree, "A1 C3 E1 G1");
    let place = goTo(tree, { at: kStart, tip: kStart }, find(tree, "A1 C3"));
    expect(place.tip).toBe(tip);
    place = goTo(tree, place, kStart);
    expect(words(tree, lineOf(tree, place))).toBe("A1 C3 E1 G1");
    place = goTo(tree, place, find(tree, "A1 C1"));
    expect(words(tree, lineOf(tree, place))).toBe("A1 C1 E1");
    expect(word(tree, sibling(tree, place.at, 1))).toBe("C3");
    expect(sibling(tree, find(tree, "A1"), 1)).toBe(find(tree, "A1"));
  });

  it("reads as lines with variations beside them", () => {
    const tree = played("A1 C1 E1", "A1 C3 E1", "A1 C3 G1", "A3");
    const text = (run: Run): string => run.nodes.map(({ id, variations }) => word(tree, id) + variations.map((one) => ` (${text(one)})`).join("")).join(" ");
    const run = wholeRun(tree);
    expect(run && text(run)).toBe("A1 (A3) C1 (C3 E1 (G1)) E1");
    expect(wholeRun(played())).toBeNull();
  });
});

describe("the walker", () => {
  it("stands at any node, whatever was looked at before", () => {
    const tree = played("A3 A1 C1", "A3 G7 C1");
    const walker = Walker.open(core, tree.head);
    const taken = walker.at(tree, find(tree, "A3 A1 C1"));
    expect(taken.captured).toEqual(["A1"]);
    expect(taken.view.next).toBe(1);
    const other = walker.at(tree, find(tree, "A3 G7 C1"));
    expect(other.view.board[0]).toBe("...B/..../W.../.W..");
    expect(other.check(1, "A1").reason).toBe("suicide");
    expect(walker.at(tree, kStart).legal(0)).toContain("A1");
    expect(walker.at(tree, find(tree, "A3 A1 C1")).view).toEqual(taken.view);
    walker.free();
  });

  it("walks a game longer than what it keeps", () => {
    const start = core.create("go", { size: 19 });
    const list = start
      .legal(0)
      .filter((one) => /\d/.test(one))
      .slice(0, 240);
    start.free();
    let tree = treeOf({ format: "cairn-record", version: 2, game: "go", options: { size: "19" }, nodes: [{}] });
    let at = kStart;
    list.forEach((one, i) => ({ tree, at } = addMove(tree, at, i % 2, one)));
    const walker = Walker.open(core, tree.head);
    const end = walker.at(tree, at);
    const turn = end.view.turn.number;
    expect(end.id).toBe(at);
    for (const id of pathTo(tree, at).reverse()) expect(walker.at(tree, id).id).toBe(id);
    expect(walker.at(tree, at).view.turn.number).toBe(turn);
    walker.free();
  });

  it("stops before a move that cannot be played", () => {
    const tree = played("A1 A1");
    const walker = Walker.open(core, tree.head);
    expect(walker.at(tree, find(tree, "A1 A1")).id).toBe(find(tree, "A1"));
    walker.free();
  });

  it("sets up what is set up in the middle", () => {
    const { record, faults } = core.readFile({ text: "(;GM[1]SZ[5];B[cc];AB[aa:aa][cc]AW[bb]PL[W];W[ab])" });
    expect(faults).toEqual([]);
    const tree = treeOf(record);
    const walker = Walker.open(core, tree.head);
    const line = lineThrough(tree, kStart);
    expect(walker.at(tree, line[line.length - 1] ?? 0).view.board).toEqual(["B....", "WW...", "..B..", ".....", "....."]);
    walker.free();
  });
});
