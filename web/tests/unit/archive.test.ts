// What is looked for in the archive and in the openings, and how it is told.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ArchiveCard } from "../../src/net/archive";
import { endingText, kAnyGame, outcomeText, queryOf, wishOf } from "../../src/state/archive_query";
import { figures, kindName, kindOf, openingsPath, otherOptions, shares } from "../../src/state/openings";
import { routeOf } from "../../src/state/router";
import { Core } from "../../src/wasm/core";

describe("a wish to the archive", () => {
  it("is asked with what it says alone, and comes back out of the address", () => {
    expect(queryOf(kAnyGame).toString()).toBe("");
    const wish = { ...kAnyGame, player: " Ann ", game: "go", options: { size: "9", ko: "" }, result: "won", rated: true, people: true };
    expect(queryOf(wish).toString()).toBe("player=Ann&game=go&result=won&size=9&rated=true&bots=false");
    expect(wishOf(queryOf(wish))).toEqual({ ...wish, player: "Ann", options: { size: "9" } });
    expect(queryOf({ ...kAnyGame, against: "Ben", options: { size: "9" } }).toString()).toBe(""); // neither means anything alone
  });

  it("tells who won, and how", () => {
    const card = {
      seats: [
        { name: "Ann", kind: "guest" },
        { name: null, kind: "guest" },
      ],
      how: "count",
      winner: 0,
      result: "B+3.5",
    } as ArchiveCard;
    expect(endingText(card)).toBe("B+3.5");
    expect(endingText({ how: "resigned", result: "W+R" })).toBe("By resignation");
    expect(endingText({ how: "agreed", result: "0" })).toBe("Draw by agreement");
    expect(outcomeText(card)).toBe("Ann won by score, B+3.5");
    expect(outcomeText({ ...card, how: "resigned", winner: 1, result: "W+R" })).toBe("A deleted player won by resignation");
    expect(outcomeText({ ...card, how: "agreed", winner: null })).toBe("A draw by agreement");
    expect(outcomeText({ ...card, winner: null })).toBe("A draw");
    expect(outcomeText({ ...card, how: "no-result", winner: null })).toBe("No result");
  });
});

describe("openings", () => {
  it("have an address with the game's size", async () => {
    const core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
    const games = core.games();
    const go = kindOf("go-9", new URLSearchParams("ko=positional&moves=E5"), games);
    expect(go).toEqual({ game: "go", options: { size: "9", ko: "positional" } });
    expect(go && [kindName(go), otherOptions(go)]).toEqual(["go-9", { ko: "positional" }]);
    expect(go && openingsPath(go, ["E5", "C3"])).toBe("/openings/go-9#ko=positional&moves=E5+C3");
    expect(kindOf("spargo", new URLSearchParams(), games)).toEqual({ game: "spargo", options: {} });
    expect(kindOf("margo", new URLSearchParams(), games)).toEqual({ game: "margo", options: { size: "6" } });
    expect(kindOf("chess-8", new URLSearchParams(), games)).toBeNull();
  });

  it("tell shares that make a hundred", () => {
    expect(shares({ won: 1, drawn: 1, lost: 1 })).toEqual([34, 33, 33]);
    expect(shares({ won: 0, drawn: 0, lost: 0 })).toEqual([0, 0, 0]);
    for (const parts of [
      [7, 3, 9],
      [1, 0, 6],
      [199, 1, 0],
    ] as const) {
      const [won, drawn, lost] = parts;
      expect(shares({ won, drawn, lost }).reduce((sum, part) => sum + part)).toBe(100);
    }
  });

  it("stand on the board where a move has a place", () => {
    const next = [
      { word: "C3", games: 1200, won: 600, drawn: 0, lost: 600 },
      { word: "pass", games: 1, won: 1, drawn: 0, lost: 0 },
    ];
    expect(figures(next, [{ at: [0, 1, 1], word: "C3", reason: "" }])).toEqual([{ at: [0, 1, 1], grade: "best", rate: "50", visits: "1.2k", candidate: 0 }]);
  });
});

describe("addresses of pages", () => {
  it("are told apart", () => {
    expect(routeOf("/archive")).toEqual({ page: "archive" });
    expect(routeOf("/link/sign-in")).toEqual({ page: "link", kind: "sign-in" });
    expect(routeOf("/link/other")).toEqual({ page: "unknown" });
    expect(routeOf("/studies/")).toEqual({ page: "studies" });
    expect(routeOf("/studies/x7")).toEqual({ page: "study", id: "x7" });
    expect(routeOf("/analysis")).toEqual({ page: "analysis", id: null });
    expect(routeOf("/openings/go-9")).toEqual({ page: "openings", id: "go-9" });
    expect(routeOf("/archive/x").page).toBe("unknown");
  });
});
