// What is looked for in a library: the address, the server's question, and a position as both have it.
import { describe, expect, it } from "vitest";
import { kAnyLibraryGame, libraryQuery, libraryWish, positionPicture, withPosition } from "../../src/state/library_query";
import { nextCell, patternCells, patternText, takesPatterns, withCell } from "../../src/state/library_pattern";
import { libraryDate, libraryResult } from "../../src/state/library_result";
import { kindOf, openingsPath } from "../../src/state/openings";
import { nodeAfter } from "../../src/state/work";
import { routeOf } from "../../src/state/router";

describe("a search in a library", () => {
  it("keeps only what is asked for, and comes back from the address", () => {
    expect(libraryQuery(kAnyLibraryGame).toString()).toBe("");
    const wish = { ...kAnyLibraryGame, player: " Lee ", game: "go", size: "19", since: "2016-01-01", result: "first" };
    const query = libraryQuery(wish);
    expect(query.toString()).toBe("player=Lee&game=go&size=19&since=2016-01-01&result=first");
    expect(libraryWish(query)).toEqual({ ...wish, player: "Lee" });
    expect(libraryQuery({ ...wish, game: "" }).has("size")).toBe(false); // the server would refuse it
  });

  it("is of a position by the rows of its board", () => {
    const view = { board: ["...", ".B.", "..W"], columns: 3, rows: 3 };
    expect(withPosition("go", true, view)).toEqual({ ...kAnyLibraryGame, game: "go", size: "3", position: "...|.B.|..W" });
    expect(withPosition("spargo", false, view).size).toBe("");
    expect(withPosition("go", true, { ...view, columns: 4 }).size).toBe("4x3");
    const back = libraryWish(new URLSearchParams(libraryQuery(withPosition("go", true, view)).toString()));
    expect(back.position).toBe("...|.B.|..W");
    const like = { surface: "grid", columns: 3, rows: 3, levels: 1, board: ["BBB", "BBB", "BB."], sides: [], last: [[0, 0, 0] as [number, number, number]] };
    expect(positionPicture(back.position, like)).toEqual({ ...like, board: view.board, last: [] });
    expect(positionPicture("", like)).toBeNull();
  });
});

describe("a pattern that is looked for", () => {
  const view = { columns: 19, rows: 19 };
  it("is filled in by clicks: a piece of each side, empty, anything", () => {
    const letters = ["B", "W"];
    expect(["?", "B", "W", "."].map((cell) => nextCell(cell, letters))).toEqual(["B", "W", ".", "?"]);
    const cells = patternCells(view, "");
    expect(cells).toEqual(Array(9).fill("?????????"));
    expect(patternCells({ columns: 5, rows: 7 }, "")).toEqual(Array(7).fill("?????"));
    expect(withCell(cells, 2, 3, "B")[2]).toBe("???B?????");
  });

  it("is asked for without the rest of the board; on a side it lies anywhere", () => {
    const cells = withCell(withCell(patternCells(view, ""), 2, 3, "B"), 3, 5, ".");
    expect(patternText(cells, "corner")).toBe("??????|??????|???B??|?????.");
    expect(patternText(cells, "side")).toBe("???|???|B??|??.");
    expect(patternCells(view, patternText(cells, "corner"))).toEqual(cells);
    expect(patternText(withCell(patternCells(view, ""), 0, 0, "."), "side")).toBe("");
  });

  it("needs a game and a size", () => {
    const wish = { ...kAnyLibraryGame, game: "go", size: "9", pattern: "B.", place: "side" };
    expect(libraryQuery(wish).toString()).toBe("game=go&size=9&pattern=B.&place=side");
    expect(libraryQuery({ ...wish, size: "" }).toString()).toBe("game=go");
    expect(libraryQuery({ ...wish, pattern: "" }).toString()).toBe("game=go&size=9");
  });

  it("lies on flat boards with edges", () => {
    const of = (surface: string, levels = 1) => takesPatterns({ surface, columns: 9, rows: 9, levels, board: [], sides: [], last: [] });
    expect([of("grid"), of("torus"), of("squares"), of("pyramid", 4)]).toEqual([true, false, false, false]);
  });
});

describe("addresses of libraries", () => {
  it("name one, or none", () => {
    expect(routeOf("/libraries")).toEqual({ page: "libraries", id: null });
    expect(routeOf("/libraries/pro-games")).toEqual({ page: "libraries", id: "pro-games" });
  });

  it("have the explorer count one library", () => {
    const games = [
      {
        name: "go",
        title: "Go",
        summary: "",
        hidden: false,
        reasons: [],
        placeless: [],
        options: [{ name: "size", default: "19", values: "2..25", help: "" }],
      },
    ];
    const kind = kindOf("go-9", new URLSearchParams("library=pro-games&moves=E5"), games as never);
    expect(kind).toEqual({ game: "go", options: { size: "9" }, library: "pro-games" });
    expect(kind && openingsPath(kind, ["E5"])).toBe("/openings/go-9#library=pro-games&moves=E5");
  });

  it("lead to the node behind so many moves", () => {
    const record = {
      format: "cairn-record" as const,
      version: 2 as const,
      game: "go",
      options: {},
      nodes: [
        {},
        { move: [0, "E5"] as [number, string] },
        { comment: "a remark" },
        { move: [1, "C3"] as [number, string] },
        { move: [1, "G7"] as [number, string], after: 1 },
      ],
    };
    expect([0, 1, 2, 9].map((moves) => nodeAfter(record, moves))).toEqual([0, 2, 3, 3]);
  });
});

describe("what a file says of a game", () => {
  const players = [
    { name: "Ann", rank: "" },
    { name: "", rank: "" },
  ];
  it("says in words how it ended", () => {
    const said = (winner: "first" | "second" | "drawn" | "unknown", result: string) => libraryResult({ winner, result, players });
    expect(said("first", "B+R")).toBe("Ann won by resignation");
    expect(said("second", "W+Time")).toBe("unknown player won on time");
    expect(said("first", "B+F")).toBe("Ann won by forfeit");
    expect(said("first", " B+3.5 ")).toBe("Ann won by score, B+3.5");
    expect(said("first", "B+")).toBe("Ann won");
    expect(said("first", "white wins")).toBe("Ann won");
    expect(said("drawn", "0")).toBe("A draw");
    expect(said("unknown", "Void")).toBe("Void");
  });
  it("writes whole dates as the reader does, and leaves others alone", () => {
    expect(libraryDate("2016-03-09")).toBe("Mar 9, 2016");
    expect(libraryDate("2016")).toBe("2016");
    expect(libraryDate("2016-99-99")).toBe("2016-99-99");
    expect(libraryDate("")).toBe("");
  });
});
