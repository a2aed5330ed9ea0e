import { describe, expect, it } from "vitest";
import { lineOf, linesOf, parsePlan, planText, premove, premoveOf, withLine, withoutLine, type PlanLine } from "../../src/state/plan";

const kText = "(D4=E5(F6=G7)(H8=J9))(E4=D5)";

describe("a plan", () => {
  it("is read and written as the server has it", () => {
    for (const text of ["", kText, "(*=C3)", "(d7>d6 d6>d5=e2>e3)"]) expect(planText(parsePlan(text) ?? [])).toBe(text);
    expect(parsePlan("(d7>d6 d6>d5=e2>e3)")).toEqual([{ on: "d7>d6 d6>d5", play: "e2>e3", then: [] }]);
    for (const text of ["(", "(D4)", "(D4=)", "(=E5)", "D4=E5", "(D4=E5", "(D4=E5))", "(D4=E5(F6))"]) expect(parsePlan(text), text).toBeNull();
  });

  it("takes lines up and lets them go", () => {
    const lines = linesOf(parsePlan(kText) ?? []);
    expect(lines.map((line) => line.map(({ on, play }) => on + play).join(" "))).toEqual(["D4E5 F6G7", "D4E5 H8J9", "E4D5"]);
    expect(planText(lines.reduce<ReturnType<typeof withLine>>((turns, line) => withLine(turns, line), []))).toBe(kText);
    const [first, second, third] = lines as [PlanLine, PlanLine, PlanLine];
    let turns = withoutLine(parsePlan(kText) ?? [], first);
    expect(planText(turns)).toBe("(D4=E5(H8=J9))(E4=D5)");
    turns = withoutLine(turns, third);
    expect(planText(withoutLine(turns, second))).toBe("");
  });

  it("answers anew what it answered before", () => {
    const turns = withLine(parsePlan(kText) ?? [], [{ on: "D4", play: "C3" }]);
    expect(planText(turns)).toBe("(D4=C3)(E4=D5)");
    const longer = withLine(parsePlan("(D4=E5)") ?? [], [
      { on: "D4", play: "E5" },
      { on: "A1", play: "B2" },
    ]);
    expect(planText(longer)).toBe("(D4=E5(A1=B2))");
  });

  it("is a premove where it answers anything at once", () => {
    expect(premoveOf(premove("C3"))).toBe("C3");
    for (const text of [null, "", kText, "(*=C3(*=D4))", "(D4=C3)"]) expect(premoveOf(text)).toBeNull();
  });

  it("comes from what was tried on the board", () => {
    const moves = [
      { seat: 1, word: "D4" },
      { seat: 0, word: "E5" },
      { seat: 1, word: "a" },
      { seat: 2, word: "b" },
      { seat: 0, word: "c" },
      { seat: 0, word: "d" },
    ];
    expect(lineOf(moves, 0)).toEqual([
      { on: "D4", play: "E5" },
      { on: "a b", play: "c d" },
    ]);
    expect(lineOf(moves.slice(0, 3), 0)).toBeNull();
    expect(lineOf(moves.slice(1, 2), 0)).toBeNull();
    expect(lineOf([], 0)).toBeNull();
  });
});
