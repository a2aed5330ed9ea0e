// How somebody's games went, and what an analysis says of each side.
import { describe, expect, it } from "vitest";
import type { ArchiveCard } from "../../src/net/people";
import { gamesIn, personResults } from "../../src/state/person_results";
import { sideReports } from "../../src/state/side_report";
import type { ReportedMove } from "../../src/wasm/engine";

const card = (names: readonly string[], winner: number | null, part: Partial<ArchiveCard> = {}): ArchiveCard => ({
  ...{ id: "t", game: "go", title: "Go", options: {}, clock: "none", rated: true, created: 0, class: "go-9", result: "", how: "count", moves: 9, ended: 1 },
  seats: names.map((name) => ({ name: name.replace("*", ""), kind: name.includes("*") ? ("bot" as const) : ("guest" as const) })),
  winner,
  ...part,
});

describe("results of a player", () => {
  const found = personResults(
    [
      card(["Ann", "Ben"], 0),
      card(["Ben", "Ann"], 0),
      card(["ann", "Ben"], null),
      card(["Ann", "Level 3*"], 1, { title: "Margo" }),
      card(["Ann", "Ben", "Cid"], 2, { title: "Margo" }),
      card(["Ann", "Ben"], null, { how: "no-result" }),
      card(["Ben", "Cid"], 0),
    ],
    "Ann",
  );

  it("count what was won, drawn and lost, and not games without a result or of others", () => {
    expect(found.all).toEqual({ won: 1, drawn: 1, lost: 3 });
    expect(gamesIn(found.all)).toBe(5);
  });

  it("by who moved first, in games for two", () => {
    expect(found.first).toEqual({ won: 1, drawn: 1, lost: 1 });
    expect(found.second).toEqual({ won: 0, drawn: 0, lost: 1 });
  });

  it("by game, the most first, and by opponent without bots", () => {
    expect(found.byGame.map((row) => [row.name, row.games])).toEqual([
      ["Go", 3],
      ["Margo", 2],
    ]);
    expect(found.byOpponent).toEqual([{ name: "Ben", games: 3, won: 1, drawn: 1, lost: 1 }]);
  });
});

describe("the report of each side", () => {
  const move = (by: string, loss: number | null, mark: ReportedMove["mark"] = ""): ReportedMove => ({
    ...{ ply: 1, move: "C3", first_wins: 0.5, score: null, visits: 9, best: null, line: [], proof: null, gave_away: null },
    by,
    loss,
    mark,
  });

  it("has its mistakes by kind, and the average of what its moves gave away", () => {
    const moves = [move("black", 0.1, "bad"), move("white", 0), undefined, move("black", -0.02), move("black", 0.22, "very-bad"), move("black", null)];
    const [black, white] = sideReports(moves, ["black", "white"]);
    expect(black).toEqual({ side: "black", doubtful: 0, bad: 1, veryBad: 1, loss: expect.closeTo(0.32 / 3) as number });
    expect(white).toEqual({ side: "white", doubtful: 0, bad: 0, veryBad: 0, loss: 0 });
  });

  it("leaves out who has no move that was judged", () => {
    expect(sideReports([move("black", 0.1), move("white", null)], ["black", "white"]).map((one) => one.side)).toEqual(["black"]);
  });
});
