// The daily puzzles as sets: every list is asked for, and what is solved is counted.
import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchAllPuzzles, puzzleSets, type PuzzleCard } from "../../src/net/puzzle_sets";

const card = (day: string, game: string, state?: "open" | "solved" | "failed"): PuzzleCard => ({
  day,
  game,
  title: game.toUpperCase(),
  you: state ? { day, tried: [], state, on_day: false, at: 0 } : null,
});

describe("puzzle sets", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("are one a game, the first day first", () => {
    const sets = puzzleSets([card("2026-11-23", "spargo", "solved"), card("2026-11-22", "margo"), card("2026-11-21", "spargo", "failed")]);
    expect(sets.map(({ game, title, solved, puzzles }) => [game, title, solved, puzzles.map((one) => one.day)])).toEqual([
      ["margo", "MARGO", 0, ["2026-11-22"]],
      ["spargo", "SPARGO", 1, ["2026-11-21", "2026-11-23"]],
    ]);
    expect(puzzleSets([])).toEqual([]);
  });

  it("go back as far as there are days", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (path: string) => {
      asked.push(path);
      const last = path.includes("before");
      const answer = { puzzles: [card(last ? "2026-01-01" : "2026-11-23", "go")], next: last ? null : "2026-11-23", score: null };
      return { ok: true, json: async () => answer };
    });
    expect((await fetchAllPuzzles()).map((one) => one.day)).toEqual(["2026-11-23", "2026-01-01"]);
    expect(asked).toEqual(["/api/puzzles", "/api/puzzles?before=2026-11-23"]);
  });
});
