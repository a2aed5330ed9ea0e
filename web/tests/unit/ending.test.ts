// Why games are over and how their scores came about, by the real core.
import { readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { View } from "../../src/net/protocol";
import { countOf, decidingMoves, endText } from "../../src/state/ending";
import { Core, type Position } from "../../src/wasm/core";
import type { ReportedMove } from "../../src/wasm/engine";

let core: Core;
let made: Position[] = [];

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});
afterEach(() => {
  made.forEach((position) => position.free());
  made = [];
});

/** The view after the words, each by whoever may say it. */
function after(game: string, options: Record<string, string | number | boolean>, words: string, board?: string[], to_move = ""): View {
  const position = core.create(game, options, board && { board, to_move });
  made.push(position);
  for (const word of words.split(" ").filter(Boolean)) {
    const said = position.view().to_act.some((seat) => position.play(seat, word).reason === "");
    expect(said, word).toBe(true);
  }
  return position.view();
}

const lines = (view: View): string[] => countOf(view)?.rows.map(({ label, values }) => `${label}: ${values.join(" ")}`) ?? [];

describe("the end", () => {
  it("of Margo: nobody can move, and the balls are counted", () => {
    const position = core.create("margo", { size: 3 });
    made.push(position);
    for (let view = position.view(); !view.over; view = position.view()) position.play(view.turn.seat, position.legal(view.turn.seat)[0] ?? "");
    const over = position.view();
    const stuck = over.turn.seat === 0 ? "White" : "Black";
    expect(endText(over)).toBe(`${stuck} has no legal move left.`);
    expect(lines(over)).toEqual([`Balls on the board: ${over.sides.map((side) => side.score).join(" ")}`]);
    expect(endText(after("margo", { size: 3, can_pass: true }, "pass pass"))).toBe("Both players passed.");
    expect(countOf(over)?.rule).toBe("The most balls on the board win.");
  });

  it("of Go by area: stones, surrounded points and komi make the total", () => {
    const board = ["..BW.", "..BW.", "..BW.", "..BW.", "..BW."];
    const view = after("go", { size: 5, komi: "0.5" }, "pass pass accept accept", board, "black");
    expect(endText(view)).toBe("Both players passed and accepted the score.");
    expect(lines(view)).toEqual(["Stones on the board: 5 5", "Surrounded points: 10 5", "Komi: 0 0.5", "Total: 15 10.5"]);
    const plain = after("go", { size: 5, komi: "0", agreement: false }, "pass pass", board, "black");
    expect(endText(plain)).toBe("Both players passed.");
    expect(lines(plain)).toEqual(["Stones on the board: 5 5", "Surrounded points: 10 5", "Total: 15 10"]);
  });

  it("of Go by territory: what was lost is taken off, the dead too", () => {
    const board = ["W.BW.", "..BW.", "..BW.", "..BW.", "..BW."];
    const view = after("go", { size: 5, komi: "0.5", scoring: "territory" }, "pass pass dead:A5 accept accept", board, "black");
    expect(lines(view)).toEqual(["Surrounded points: 10 5", "Stones lost: 0 -1", "Komi: 0 0.5", "Total: 10 4.5"]);
  });

  it("of MARGRITES: points first, then captures", () => {
    const board = [".........", ".........", ".........", ".........", ".........", ".........", ".........", "........W"];
    board[0] = "B........";
    const view = after("margrites", {}, "a8>B++", board, "black");
    expect(endText(view)).toBe("Black has no piece left on the board.");
    expect(lines(view)).toEqual(["Points: 1 0", "Captures: 0 0"]);
    expect(countOf(view)?.rule).toBe("The most points win; captures count only when points are equal.");
  });

  it("of a game that somebody left: the result says it all", () => {
    const view = after("go", { size: 5 }, "resign");
    expect(view.over).toBe(true);
    expect(endText(view)).toBeNull();
    expect(countOf(view)).toBeNull();
  });
});

it("was decided by the moves that gave the most away, in their order", () => {
  const move = (ply: number, loss: number | null): ReportedMove => ({
    ply,
    move: "A1",
    by: "black",
    first_wins: 0.5,
    score: null,
    visits: 1,
    loss,
    mark: "",
    best: null,
    line: [],
    proof: null,
    gave_away: null,
  });
  const found = decidingMoves([move(0, null), move(1, 0.05), move(2, 0.2), move(3, 0.1), move(4, 0.4), move(5, 0.15)]);
  expect(found.map(({ ply }) => ply)).toEqual([2, 4, 5]);
  expect(decidingMoves([move(1, 0.05)])).toEqual([]);
});
