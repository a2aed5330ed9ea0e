import { describe, expect, it } from "vitest";
import type { Chances } from "../../src/engine/messages";
import { markedPoints, shareAt, winLines, withoutResignations } from "../../src/state/win_lines";

const _ = null;
const chances = (...wins: (number | null)[][]): Chances[] =>
  wins.map((shares, at) => ({ at, move: at === 0 ? "" : `A${at}`, by: at === 0 ? "" : "white", wins: shares }));

describe("the chances of three players", () => {
  const game = chances([0.4, _, _], [_, 0.3, _], [_, _, 0.35], [0.5, _, _], [1, 0, 0]);

  it("are a line each, through the moves at which he was judged", () => {
    expect(winLines(game, 3)).toEqual([
      [
        { ply: 0, share: 0.4 },
        { ply: 3, share: 0.5 },
        { ply: 4, share: 1 },
      ],
      [
        { ply: 1, share: 0.3 },
        { ply: 4, share: 0 },
      ],
      [
        { ply: 2, share: 0.35 },
        { ply: 4, share: 0 },
      ],
    ]);
  });

  it("are at a move what was judged last", () => {
    const [first = [], second = []] = winLines(game, 3);
    expect([0, 1, 2, 3, 4].map((ply) => shareAt(first, ply))).toEqual([0.4, 0.4, 0.4, 0.5, 1]);
    expect(shareAt(second, 0)).toBe(null);
  });

  it("have as many marks as there is room for, the last point among them", () => {
    const line = Array.from({ length: 23 }, (_, ply) => ({ ply, share: 0.5 }));
    expect(markedPoints(line, 8).map((point) => point.ply)).toEqual([1, 4, 7, 10, 13, 16, 19, 22]);
    expect(markedPoints(line.slice(0, 3), 8)).toHaveLength(3);
    expect(markedPoints([], 8)).toEqual([]);
  });

  it("are counted without resignations where a table counts so", () => {
    const left = chances([0.4, _, _], [_, 0.3, _], [_, 0, 0.5], [0.6, 0, _]);
    Object.assign(left[2] as Chances, { move: "resign" });
    expect(withoutResignations(left)).toEqual([
      { at: 0, move: "", by: "", wins: [0.4, _, _] },
      { at: 1, move: "A1", by: "white", wins: [_, 0, 0.5] },
      { at: 2, move: "A3", by: "white", wins: [0.6, 0, _] },
    ]);
  });
});
