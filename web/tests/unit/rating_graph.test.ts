import { describe, expect, it } from "vitest";
import type { Rating } from "../../src/net/people";
import { graphText, outcomeOf, ratingGraph, ratingText } from "../../src/state/rating_graph";

const rating = (value: number, deviation = 50, provisional = false): Rating => ({ rating: value, deviation, provisional, games: 1, at: 0 });

describe("a rating's graph", () => {
  it("holds every rating with its deviation, on round figures", () => {
    const graph = ratingGraph([rating(1500, 350, true), rating(1620, 290, true), rating(1580, 240)], 600, 200);
    expect(graph.ticks.map((tick) => tick.rating)).toEqual([1000, 1200, 1400, 1600, 1800, 2000]);
    expect(graph.points.map(({ x, y, provisional }) => [x, Math.round(y), provisional])).toEqual([
      [0, 100, true],
      [300, 76, true],
      [600, 84, false],
    ]);
    const ys = graph.band.split(" ").map((pair) => Number(pair.split(",")[1]));
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...ys)).toBeLessThanOrEqual(200);
  });

  it("of one game stands in the middle", () => {
    expect(ratingGraph([rating(1500)], 600, 200).points).toEqual([{ x: 300, y: 100, provisional: false }]);
  });

  it("is told in words", () => {
    expect(graphText([])).toBe("No rated games yet.");
    expect(graphText([rating(1500), rating(1620), rating(1580, 200, true)])).toBe("1580? after 3 rated games, between 1500 and 1620.");
    expect(ratingText(rating(1500))).toBe("1500");
  });

  it("knows how a game went for somebody", () => {
    const seats = [{ name: "Ann" }, { name: "Bob" }];
    expect(["ann", "Bob"].map((name) => outcomeOf({ seats, winner: 0 }, name))).toEqual(["won", "lost"]);
    expect(outcomeOf({ seats, winner: null }, "Ann")).toBe("drawn");
  });
});
