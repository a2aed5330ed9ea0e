import { describe, expect, it } from "vitest";
import type { Board } from "../../src/net/boards";
import { boardPaths, type SmallView } from "../../src/state/board_picture";
import { SmallBoards } from "../../src/state/small_boards";
import { watchQuery, watchWish } from "../../src/state/watch_query";

const kSides = [
  { name: "black", letter: "B" },
  { name: "white", letter: "W" },
];
const view = (part: Partial<SmallView>): SmallView => ({ surface: "grid", columns: 3, rows: 3, levels: 1, board: [], sides: kSides, last: [], ...part });
const discs = (path: string) => [...path.matchAll(/M(-?[\d.]+) (-?[\d.]+)a([\d.]+)/g)].map(([, left, y, r]) => [Number(left) + Number(r), Number(y)]);

describe("a small picture", () => {
  it("has the pieces where they stand, each colour in one path", () => {
    const { pieces, last, lines } = boardPaths(view({ board: ["..W", "B..", "BW."], last: [[0, 1, 0]] }));
    expect(pieces.map((one) => one.colour).sort()).toEqual(["black", "white"]);
    expect(discs(pieces.find((one) => one.colour === "black")?.path ?? "")).toEqual([
      [0, 1],
      [0, 2],
    ]);
    expect(discs(pieces.find((one) => one.colour === "white")?.path ?? "")).toEqual([
      [2, 0],
      [1, 2],
    ]);
    expect(last.map((one) => [one.on, discs(one.path)])).toEqual([["white", [[1, 2]]]]);
    expect(lines).toBe("M0 0h2M0 1h2M0 2h2M0 0v2M1 0v2M2 0v2");
  });

  it("lets the lines of a board without edges run on, and draws squares and holes elsewhere", () => {
    expect(boardPaths(view({ surface: "torus" })).lines).toContain("M-0.5 0h3");
    const squares = boardPaths(view({ surface: "squares" }));
    expect([squares.lines, squares.dark.split("z").length - 1]).toEqual(["", 4]);
    expect(discs(boardPaths(view({ surface: "pyramid" })).holes).length).toBe(9);
  });

  it("shows levels from above, the highest last", () => {
    const { pieces } = boardPaths(view({ surface: "pyramid", levels: 3, board: ["WW./BB./...", "B./.."] }));
    expect(pieces.map((one) => one.level)).toEqual([0, 0, 1]);
    expect(discs(pieces[2]?.path ?? "")).toEqual([[0.5, 0.5]]);
  });
});

const board = (id: string, turn = 1): Board => ({ id, version: turn, turn, over: false, ...view({ board: ["...", "...", "..."] }) });

/** A world in which time passes when it is told to. */
function desk() {
  const asked: string[][] = [];
  const waits: { ms: number; what: () => void }[] = [];
  let fail = false;
  let turn = 1;
  const all = new SmallBoards({
    fetch: (tables) => {
      asked.push([...tables]);
      return fail ? Promise.reject(new Error("too often")) : Promise.resolve(tables.filter((one) => one !== "none").map((one) => board(one, turn)));
    },
    later: (ms, what) => waits.push({ ms, what }),
  });
  const pass = async () => {
    const due = waits.splice(0);
    for (const { what } of due) what();
    for (let i = 0; i < 5; ++i) await Promise.resolve();
    return due.map(({ ms }) => ms);
  };
  return { all, asked, pass, set: (change: { fail?: boolean; turn?: number }) => ([fail, turn] = [change.fail ?? fail, change.turn ?? turn]) };
}

describe("boards of lists", () => {
  it("are asked for together, and again only when the game went on", async () => {
    const { all, asked, pass, set } = desk();
    let told = 0;
    all.want("a", "1", () => ++told);
    const leave = all.want("b", "1", () => ++told);
    expect(asked).toEqual([]);
    await pass();
    expect(asked).toEqual([["a", "b"]]);
    expect([told, all.board("a")?.turn]).toEqual([2, 1]);
    leave();
    all.want("b", "1", () => ++told);
    await pass();
    expect(asked.length).toBe(1);
    set({ turn: 2 });
    all.want("b", "2", () => ++told);
    await pass();
    expect(asked[1]).toEqual(["b"]);
    expect(all.board("b")?.turn).toBe(2);
  });

  it("are no more at once than the server tells, and none that went out of sight before", async () => {
    const { all, asked, pass } = desk();
    for (let i = 0; i < 30; ++i) all.want(`t${i}`, "1", () => undefined);
    all.want("gone", "1", () => undefined)();
    await pass();
    await pass();
    expect(asked.map((one) => one.length)).toEqual([24, 6]);
    expect(asked.flat()).not.toContain("gone");
  });

  it("that the server does not tell are not asked for for ever", async () => {
    const { all, asked, pass } = desk();
    all.want("none", "1", () => undefined);
    await pass();
    expect(await pass()).toEqual([]);
    expect([asked.length, all.board("none")]).toEqual([1, null]);
  });

  it("wait longer each time where the server wants no more", async () => {
    const { all, asked, pass, set } = desk();
    set({ fail: true });
    all.want("a", "1", () => undefined);
    const waits = [];
    for (let i = 0; i < 7; ++i) waits.push(...(await pass()));
    expect(waits).toEqual([40, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    set({ fail: false });
    await pass();
    expect(all.board("a")?.id).toBe("a");
    expect(asked.length).toBe(8);
  });

  it("of another person are forgotten at once, also those under way", async () => {
    const { all, asked, pass, set } = desk();
    all.want("a", "1", () => undefined);
    await pass();
    all.forget();
    expect(all.board("a")).toBe(null);
    set({ turn: 5 });
    await pass();
    expect([asked.length, all.board("a")?.turn]).toEqual([2, 5]);
  });
});

it("keeps in the address what the watch page shows", () => {
  for (const wish of [
    { game: "", rated: false },
    { game: "go", rated: true },
  ])
    expect(watchWish(watchQuery(wish))).toEqual(wish);
  expect(watchQuery({ game: "", rated: false }).toString()).toBe("");
});
