// The analysis board's reducer, links that hold a game, drafts, and words that move pieces.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { GameRecord } from "../../src/net/records";
import { dropDraft, keepDraft, readDraft } from "../../src/state/drafts";
import { packRecord, readHash, unpackRecord } from "../../src/state/share";
import { stepsOf } from "../../src/state/steps";
import { nodeOf, pathTo, recordOf } from "../../src/state/tree";
import { endOf, hasSiblings, openWork, reduceWork, type Work, type WorkAction } from "../../src/state/work";
import { Core } from "../../src/wasm/core";

const record = (...words: string[]): GameRecord => ({
  format: "cairn-record",
  version: 2,
  game: "margo",
  options: { size: "4" },
  nodes: [{}, ...words.map((word, i) => ({ move: [i % 2, word] as [number, string] }))],
});
const after = (work: Work, ...actions: WorkAction[]) => actions.reduce(reduceWork, work);
const path = ({ tree, place }: Work) =>
  pathTo(tree, place.at)
    .map((id) => nodeOf(tree, id).data.move?.[1] ?? "")
    .join(" ")
    .trim();

describe("work at the analysis board", () => {
  it("opens where it is asked to, and walks", () => {
    const game = record("A1", "C1", "E1");
    expect(endOf(game)).toBe(3);
    let work = openWork(game, 2);
    expect(path(work)).toBe("A1 C1");
    work = after(work, { type: "walk", way: "end" });
    expect(path(work)).toBe("A1 C1 E1");
    expect(path(after(work, { type: "walk", way: "forward" }))).toBe("A1 C1 E1");
    expect(path(after(work, { type: "walk", way: "start" }, { type: "walk", way: "back" }))).toBe("");
    expect(path(openWork(game, 99))).toBe("");
  });

  it("plays into what is there, and beside it", () => {
    const work = after(openWork(record("A1", "C1"), 1), { type: "play", seat: 1, word: "c1" });
    expect([path(work), work.past.length]).toEqual(["A1 C1", 0]); // nothing was changed
    const other = after(work, { type: "walk", way: "back" }, { type: "play", seat: 1, word: "G7" });
    expect([path(other), other.past.length]).toEqual(["A1 G7", 1]);
    expect(hasSiblings(other.tree, other.place.at)).toBe(true);
    expect(path(after(other, { type: "walk", way: "next" }))).toBe("A1 C1");
  });

  it("takes back and brings again, a whole comment at once", () => {
    const first = after(openWork(record("A1"), 1), { type: "comment", text: "g" }, { type: "comment", text: "go" }, { type: "mark", mark: "good" });
    expect(nodeOf(first.tree, 1).data).toEqual({ move: [0, "A1"], comment: "go", mark: "good" });
    const back = after(first, { type: "undo" }, { type: "undo" });
    expect(nodeOf(back.tree, 1).data).toEqual({ move: [0, "A1"] });
    expect(back.past).toEqual([]);
    expect(recordOf(after(back, { type: "redo" }, { type: "redo" }).tree)).toEqual(recordOf(first.tree));
    expect(after(back, { type: "undo" })).toBe(back);
    expect(after(first, { type: "mark", mark: "" }).tree.nodes.get(1)?.data.mark).toBeUndefined();
  });

  it("uses no number twice, so that what is known of a node is of that node", () => {
    const played = after(openWork(record("A1"), 1), { type: "play", seat: 1, word: "C1" });
    const again = after(played, { type: "undo" }, { type: "play", seat: 1, word: "G7" });
    expect(again.place.at).not.toBe(played.place.at);
  });

  it("lets a variation go, and brings back the game that another took the place of", () => {
    const gone = after(openWork(record("A1", "C1", "E1"), 2), { type: "remove" });
    expect([path(gone), recordOf(gone.tree).nodes.length]).toEqual(["A1", 2]);
    expect(after(openWork(record("A1")), { type: "remove" }).past).toEqual([]); // the start stays
    const loaded = after(gone, { type: "load", record: record("G7", "A1") });
    expect(path(loaded)).toBe("G7 A1");
    expect(path(after(loaded, { type: "undo" }))).toBe("A1");
  });
});

describe("a game in a link", () => {
  it("comes out as it went in", async () => {
    const game = { ...record("A1", "C1"), players: [{ name: "Änne – ✓" }] };
    const packed = await packRecord(game);
    expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(JSON.parse(await unpackRecord(packed))).toEqual(game);
    expect(readHash(`#game=${packed}&at=3`).get("game")).toBe(packed);
  });

  it("is refused when it was cut short or is no game", async () => {
    const packed = await packRecord(record("A1", "C1"));
    for (const broken of [packed.slice(0, -8), "", "abc", "***"]) await expect(unpackRecord(broken)).rejects.toThrow(/complete game/);
  });

  it("does not unpack without end", async () => {
    const packed = await packRecord({ ...record(), title: "x".repeat(5_000_000) });
    expect(packed.length).toBeLessThan(10_000);
    await expect(unpackRecord(packed)).rejects.toThrow();
  });
});

describe("drafts", () => {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };

  it("are kept one for the board and one for each study; broken ones are none", () => {
    const draft = { record: record("A1"), at: 1, version: 3, table: null };
    keepDraft(store, "s1", draft);
    expect(readDraft(store, "s1")).toEqual(draft);
    expect(readDraft(store, null)).toBeNull();
    dropDraft(store, "s1");
    expect(readDraft(store, "s1")).toBeNull();
    for (const broken of ["{", "null", '{"record":{},"at":0,"version":0}', '{"record":{"nodes":[]},"at":"x","version":0}']) {
      kept.set("cairn.analysis.board", broken);
      expect(readDraft(store, null)).toBeNull();
    }
    const full = {
      ...store,
      setItem: () => {
        throw new Error("full");
      },
    };
    keepDraft(full, null, draft); // lasts for the visit
  });
});

describe("words that move pieces", () => {
  let core: Core;
  beforeAll(async () => {
    core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
  });

  it("are the places where a piece may step, and what takes it off the board", () => {
    const rows = Array.from({ length: 8 }, () => ".........");
    const board = ["....B....", ...rows.slice(1, 7), "W........"];
    const position = core.create("margrites", {}, { board, to_move: "black" });
    const steps = stepsOf(position.view(), position, position.legal(0), "margrites");
    expect(
      steps
        ?.of([0, 4, 7])
        .map((place) => place.word)
        .sort(),
    ).toEqual(["e8>B++", "e8>B++", "e8>B++", "e8>d7", "e8>d8", "e8>e7", "e8>f7", "e8>f8"]);
    expect(steps?.of([0, 4, 7]).flatMap(({ at, word }) => (word === "e8>B++" ? [at] : []))).toEqual([
      [0, 4, 8],
      [0, 3, 8],
      [0, 5, 8],
    ]); // beyond the edge
    expect(new Set(steps?.of([0, 4, 7]).map((place) => place.said))).toEqual(new Set([undefined, "e8 off the board, for a point"]));
    expect(steps?.off([0, 4, 7])).toEqual(["e8>B++"]);
    expect(steps?.of([0, 0, 0])).toEqual([]); // the other side's piece
    position.free();
  });

  it("are marks on chains, when the dead are agreed on", () => {
    const position = core.create("go", { size: 5 });
    for (const [seat, word] of [
      [0, "C3"],
      [1, "pass"],
      [0, "pass"],
    ] as const)
      expect(position.play(seat, word).reason).toBe("");
    const steps = stepsOf(position.view(), position, position.legal(0), "go");
    expect(steps?.off([0, 2, 2])).toEqual(["dead:C3"]);
    position.free();
    const margo = core.create("margo", { size: 4 });
    expect(stepsOf(margo.view(), margo, margo.legal(0), "margo")).toBeNull();
    margo.free();
  });
});
