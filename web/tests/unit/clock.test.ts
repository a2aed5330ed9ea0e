// What clocks show between two states of the server.
import { describe, expect, it } from "vitest";
import type { SeatTime } from "../../src/net/protocol";
import { face, nextChangeMs, ruleText, timeText } from "../../src/state/clock";

function seat(more: Partial<SeatTime>): SeatTime {
  return { on_turn: true, counting: true, total: 0, main: 0, period: 0, periods: 0, stones: 0, ...more };
}

describe("clocks", () => {
  it("writes times as the server does", () => {
    expect(timeText(0)).toBe("0.0");
    expect(timeText(9_301)).toBe("9.4");
    expect(timeText(10_000)).toBe("0:10");
    expect(timeText(246_001)).toBe("4:07");
    expect(timeText(3_723_000)).toBe("1:02:03");
    expect(timeText(2 * 86_400_000 + 2 * 3_600_000 + 1)).toBe("2d 3h");
  });

  it("counts down only while the time runs", () => {
    const running = seat({ total: 60_000, main: 60_000 });
    expect(face(running, 15_000)?.text).toBe("0:45");
    expect(face({ ...running, counting: false }, 15_000)?.text).toBe("1:00");
    expect(face(running, 90_000)?.text).toBe("0.0");
    expect(face(running, 55_000)?.low).toBe(true);
    expect(face(seat({ total: -1 }), 5)).toBeNull();
  });

  it("goes from main time through the periods of byo-yomi", () => {
    const start = seat({ total: 5_000 + 90_000, main: 5_000, period: 30_000, periods: 3 });
    expect(face(start, 0)).toMatchObject({ text: "5.0", note: "+ 3 × 0:30" });
    expect(face(start, 5_000)).toMatchObject({ text: "0:30", note: "3 periods" });
    expect(face(start, 40_000)).toMatchObject({ text: "0:25", note: "2 periods" });
    expect(face(start, 90_000)).toMatchObject({ text: "5.0", note: "last period", low: true });
    // A state that comes in the middle of a period.
    const middle = seat({ total: 12_000 + 30_000, main: 0, period: 12_000, periods: 2 });
    expect(face(middle, 2_000)).toMatchObject({ text: "0:10", note: "2 periods" });
    expect(face(middle, 20_000)).toMatchObject({ text: "0:22", note: "last period" });
  });

  it("shows the turns of a Canadian period", () => {
    const late = seat({ total: 100_000, main: 0, period: 100_000, stones: 7 });
    expect(face(late, 1_000)).toMatchObject({ text: "1:39", note: "7 moves" });
    const early = seat({ total: 160_000, main: 60_000, period: 100_000, stones: 20 });
    expect(face(early, 0)).toMatchObject({ text: "1:00", note: "" });
  });

  it("draws oftener when little is left, and not at all when nothing runs", () => {
    expect(nextChangeMs([seat({ total: 60_000, main: 60_000 })], 0)).toBe(250);
    expect(nextChangeMs([seat({ total: 60_000, main: 60_000 })], 55_000)).toBe(100);
    expect(nextChangeMs([seat({ total: 60_000, main: 60_000, counting: false })], 0)).toBeNull();
    expect(nextChangeMs([seat({ total: 60_000, main: 60_000 })], 61_000)).toBeNull();
  });

  it("names a rule", () => {
    expect(ruleText("correspondence 3d vacation 30d")).toBe("3 days per turn");
    expect(ruleText("fischer 7m+1s lag 300ms")).toBe("7 minutes + 1 second per turn");
    expect(ruleText("fischer 1m+3s cap 20m")).toBe("1 minute + 3 seconds per turn, capped at 20 minutes");
    expect(ruleText("byoyomi 10m+3x30s")).toBe("10 minutes + 3 × 30 seconds byo-yomi");
    expect(ruleText("canadian 1h30m+20/5m")).toBe("1 hour 30 minutes, then 20 turns per 5 minutes");
    expect(ruleText("absolute 45s")).toBe("45 seconds each");
    expect(ruleText("move 30s")).toBe("30 seconds per turn");
    expect(ruleText("correspondence 7d+1d cap 14d weekends vacation 30d nag 1d")).toBe("7 days + 1 day per turn, capped at 14 days, paused at weekends");
    expect(ruleText("hourglass 5m")).toBe("hourglass 5m");
  });
});
