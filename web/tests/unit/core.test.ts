// The wrapper against the real cairn.wasm.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { Core, CoreError } from "../../src/wasm/core";

let core: Core;

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

describe("core", () => {
  it("has no engine: that is for the worker alone", () => {
    expect(Object.keys(core.exports).filter((name) => /engine|network/.test(name))).toEqual([]);
  });

  it("lists its games with their options", () => {
    const games = core.games();
    const margo = games.find((game) => game.name === "margo");
    expect(margo?.title).toBe("Margo");
    expect(margo?.options.find((option) => option.name === "size")).toMatchObject({ values: "2..19", default: "6" });
    expect(games.some((game) => game.name === "spargo")).toBe(true);
  });

  it("refuses wrong options in its own words", () => {
    expect(() => core.create("margo", { size: 99 })).toThrow(CoreError);
    expect(() => core.create("margo", { size: 99 })).toThrow(/2\.\.19/);
    expect(() => core.create("chess")).toThrow(/margo/);
  });

  it("plays, refuses and shows the view", () => {
    const position = core.create("margo", { size: 4 });
    expect(position.legal(0)).toContain("A1");
    expect(position.play(0, "c3").reason).toBe("");
    expect(position.play(1, "C3").reason).not.toBe("");
    expect(position.play(0, "A1").reason).toBe("not-your-turn");
    const view = position.view(1);
    expect(view.board[0]).toBe("..../..../.W../....");
    expect(view.to_move).toBe("black");
    position.free();
    expect(() => position.view()).toThrow(/handle/);
  });

  it("tells what a move would capture without making it", () => {
    // White fills the two holes beside black's corner ball.
    const position = core.create("margo", { size: 4 });
    for (const [seat, word] of [
      [0, "A3"],
      [1, "A1"],
    ] as const)
      expect(position.play(seat, word).reason).toBe("");
    const checked = position.check(0, "C1");
    expect(checked.reason).toBe("");
    expect(checked.events?.filter((event) => event.kind === "removed").map((event) => event.name)).toEqual(["A1"]);
    expect(checked.view?.board[0]).toBe("..../..../W.../.W..");
    expect(position.view().board[0]).toBe("..../..../W.../B...");
    position.free();
  });

  it("names the places where a piece could stand and why the core refuses one", () => {
    const position = core.create("margo", { size: 4 });
    for (const [seat, word] of [
      [0, "A3"],
      [1, "G7"],
      [0, "C1"],
    ] as const)
      position.play(seat, word);
    const places = position.places(1);
    expect(places.find((place) => place.word === "A1")).toEqual({ at: [0, 0, 0], word: "A1", reason: "suicide" });
    const legal = places
      .filter((place) => place.reason === "")
      .map((place) => place.word)
      .sort();
    expect(legal).toEqual(position.legal(1));
    position.free();
  });

  it("offers the place on four balls, one level up", () => {
    const position = core.create("margo", { size: 4 });
    for (const [seat, word] of [
      [0, "C3"],
      [1, "E3"],
      [0, "E5"],
      [1, "C5"],
    ] as const)
      expect(position.play(seat, word).reason).toBe("");
    const raised = position.places(0).filter((place) => place.at[0] === 1);
    expect(raised).toEqual([{ at: [1, 1, 1], word: "D4", reason: "" }]);
    expect(position.name([1, 1, 1])).toBe("D4");
    position.free();
  });

  it("copies are independent", () => {
    const position = core.create("spargo");
    const copy = position.copy();
    copy.play(0, "A1");
    expect(position.legal(0)).toContain("A1");
    expect(copy.legal(1)).not.toContain("A1");
    position.free();
    copy.free();
  });
});
