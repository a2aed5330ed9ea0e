import { describe, expect, it } from "vitest";
import type { Found } from "../../src/engine/messages";
import type { View } from "../../src/net/protocol";
import { adviceOf, countText, lineOf, mistakeText, ownersOf, recordUpTo, shownCandidates } from "../../src/state/analysis";

const candidate = (move: string, win_rate: number, visits: number) => ({ move, win_rate, visits, score: null, prior: 0, line: [move] });

const found = {
  ply: 0,
  to_move: "black",
  candidates: [candidate("B1", 0.6, 1200), candidate("A1", 0.59, 400), candidate("pass", 0.5, 300), candidate("B2", 0.3, 3)],
  steps: [
    [
      { word: "B1", side: "black", at: [0, 1, 0], from: null },
      { word: "A1", side: "white", at: [0, 0, 0], from: null },
      { word: "B1", side: "black", at: [0, 1, 0], from: null },
    ],
    [{ word: "A1", side: "black", at: [0, 0, 0], from: null }],
    [{ word: "pass", side: "black", at: null, from: null }],
    [{ word: "B2", side: "black", at: [0, 1, 1], from: null }],
  ],
  ownership: [0.9, 0.05, -0.5, 1],
} as unknown as Found;

const view = {
  surface: "grid",
  columns: 2,
  rows: 2,
  sides: [
    { name: "black", letter: "B", seat: 0 },
    { name: "white", letter: "W", seat: 1 },
  ],
} as unknown as View;

describe("what is shown of an analysis", () => {
  it("is the best moves, but none that was hardly tried", () => {
    expect(shownCandidates(found).map((one) => one.move)).toEqual(["B1", "A1", "pass"]);
    expect(adviceOf(found)).toEqual([
      { at: [0, 1, 0], grade: "best", rate: "60", visits: "1.2k", candidate: 0 },
      { at: [0, 0, 0], grade: "good", rate: "59", visits: "400", candidate: 1 },
    ]);
    expect(adviceOf(null)).toEqual([]);
  });

  it("is all that is proven, however little it was tried, and the line of the right candidate", () => {
    const proven = {
      ...found,
      candidates: [
        { ...candidate("A1", 1, 4), proof: "win" },
        { ...candidate("B1", 0.5, 3) },
        { ...candidate("pass", 0.4, 2) },
        { ...candidate("B2", 0, 0), proof: "loss" },
      ],
      steps: [found.steps[1], found.steps[0], found.steps[2], found.steps[3]],
    } as unknown as Found;
    expect(shownCandidates(proven).map((one) => [one.move, one.index])).toEqual([
      ["A1", 0],
      ["B2", 3],
    ]);
    expect(adviceOf(proven)).toEqual([
      { at: [0, 0, 0], grade: "best", rate: "✓", visits: "4", candidate: 0 },
      { at: [0, 1, 1], grade: "poor", rate: "✗", visits: "0", candidate: 3 },
    ]);
    expect(lineOf(proven, 3)).toEqual([{ at: [0, 1, 1], colour: "black", number: 1 }]);
  });

  it("counts no resignation as a move", () => {
    const record = ["A1", "resign", "B1", "C1"].map((word, seat) => ({ seat, word }));
    const words = (ply: number) =>
      recordUpTo(record, ply)
        .map((move) => move.word)
        .join(" ");
    expect([0, 1, 2, 3].map(words)).toEqual(["", "A1 resign", "A1 resign B1", "A1 resign B1 C1"]);
    expect(
      recordUpTo(
        [
          { seat: 0, word: "A1" },
          { seat: 1, word: "resign" },
        ],
        0,
      ),
    ).toEqual([]);
  });

  it("numbers a line, the first move to a place only", () => {
    expect(lineOf(found, 0)).toEqual([
      { at: [0, 1, 0], colour: "black", number: 1 },
      { at: [0, 0, 0], colour: "white", number: 2 },
    ]);
    expect(lineOf(found, null)).toEqual([]);
  });

  it("gives each point to its owner, row by row from the top, and leaves open ones out", () => {
    expect(ownersOf(found, view)).toEqual([
      { at: [0, 0, 1], colour: "black", share: 0.9 },
      { at: [0, 0, 0], colour: "white", share: 0.5 },
      { at: [0, 1, 0], colour: "black", share: 1 },
    ]);
    expect(ownersOf(found, { ...view, surface: "pyramid" })).toEqual([]);
  });

  it("is told in short words", () => {
    expect([7, 999, 1000, 9940, 9960, 34_700, 1_400_000].map(countText)).toEqual(["7", "999", "1.0k", "9.9k", "10k", "35k", "1.4M"]);
    const move = {
      ply: 12,
      by: "white",
      move: "D4",
      loss: 0.123,
      mark: "bad" as const,
      best: "E5",
      line: ["E5"],
      first_wins: 0.4,
      score: null,
      visits: 9,
      proof: null,
      gave_away: null,
    };
    expect(mistakeText(move)).toBe("12 white D4: lost 12 %, better: E5");
    expect(mistakeText({ ...move, proof: "loss", gave_away: "win" })).toBe("12 white D4: gave the win away (proven), better: E5");
    expect(mistakeText({ ...move, proof: "loss", gave_away: "draw" })).toBe("12 white D4: gave the draw away (proven), better: E5");
  });
});
