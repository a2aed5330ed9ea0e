// The small pure parts behind the panels of a table.
import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { withStart } from "../../src/skins/skins";
import type { View } from "../../src/net/protocol";
import {
  acceptsFormation,
  formationWord,
  givenFormation,
  homeRows,
  shownFormation,
  squareAt,
  squareName,
  usualFormations,
  withFormation,
} from "../../src/skins/margrites/formation";
import { keepMarks, nextMark, readMarks } from "../../src/state/own_marks";
import { numbersOf } from "../../src/state/numbers";
import { soundOf, type Heard } from "../../src/state/sounds";
import { timeLeft } from "../../src/state/clock";
import { copies } from "../../src/boards/use_scroll";
import { Core } from "../../src/wasm/core";

let core: Core;
beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

describe("a formation", () => {
  it.each(["black", "white"])("of %s is one that the rules take", (side) => {
    const position = core.create("margrites");
    const seat = side === "black" ? 0 : 1;
    const usual = usualFormations(side);
    expect(new Set(usual.map((one) => formationWord(one.squares))).size).toBe(usual.length);
    for (const { squares } of usual) {
      expect(squares.every(([, , row]) => homeRows(side).includes(row))).toBe(true);
      expect(position.check(seat, formationWord(squares)).reason).toBe("");
    }
    const word = formationWord(usual[1]?.squares ?? []);
    position.play(seat, word);
    expect(formationWord(givenFormation(position.view(), side))).toBe(word);
    expect(shownFormation(position.view(), side)).toBe(word); // written as the core writes it
    const shown = withFormation(core.create("margrites").view(), side, usual[1]?.squares ?? []);
    expect(shown.board).toEqual(position.view().board);
    position.free();
  });

  it("names squares as the core does", () => {
    const position = core.create("margrites");
    for (const name of ["a1", "i8", "d2"]) {
      const at = squareAt(name);
      expect(at && squareName(at)).toBe(name);
      expect(at && position.name(at)).toBe(name);
    }
    for (const name of ["", "j1", "a9", "a0", "a22", "A1"]) expect(squareAt(name)).toBeNull();
    position.free();
  });
});

describe("arranging", () => {
  it("is first of whoever has shown nothing, then of whoever has not accepted", () => {
    const position = core.create("margrites");
    const next: (number | null)[] = [];
    const accepts: string[] = [];
    for (const [seat, word] of [
      [0, "a2,b2,c2,d2,e2,f2,g2,h2"],
      [1, "a7,b7,c7,d7,e7,f7,g7,h7"],
      [0, "accept"],
      [1, "accept"],
    ] as const) {
      next.push(position.view().next);
      accepts.push(["black", "white"].filter((side) => acceptsFormation(position.view(), side)).join());
      expect(position.play(seat, word).reason).toBe("");
    }
    expect(next).toEqual([0, 1, 0, 1]);
    expect(accepts).toEqual(["", "", "", "black"]);
    expect(position.view().next).toBe(0);
    position.free();
  });

  it("is left out on a board for analysis, unless the options say how to begin", () => {
    const phase = (options: Record<string, string>) => {
      const position = core.create("margrites", withStart("margrites", options));
      const { facts } = position.view();
      position.free();
      return facts["phase"];
    };
    expect(phase({})).toBe("playing");
    expect(phase({ returning: "yes" })).toBe("playing");
    expect(phase({ black: "" })).toBe("arranging");
    expect(phase({ hostile: "yes" })).toBe("placing");
    expect(withStart("go", { size: "9" })).toEqual({ size: "9" });
  });
});

describe("one's own marks", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
  });

  it("go round, and last until none is left", () => {
    let marks = readMarks("x");
    for (const sign of ["●", "○", "?"]) {
      marks = nextMark(marks, "0,1,2");
      expect(marks.get("0,1,2")).toBe(sign);
    }
    keepMarks("x", marks);
    expect(readMarks("x")).toEqual(marks);
    expect(readMarks("y").size).toBe(0);
    marks = nextMark(marks, "0,1,2");
    keepMarks("x", marks);
    expect([marks.size, kept.size]).toEqual([0, 0]);
  });

  it("are read without fear", () => {
    for (const text of ["", "null", "7", "[", '{"0,1,2":"<b>","a":"●","0,0,0":"●"}']) {
      kept.set("cairn.marks.x", text);
      expect([...readMarks("x")]).toEqual(text.startsWith("{") ? [["0,0,0", "●"]] : []);
    }
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("forbidden");
      },
    });
    expect(readMarks("x").size).toBe(0);
    keepMarks("x", new Map([["0,0,0", "●"]]));
  });
});

describe("numbers of moves", () => {
  it("stand on what stands, the last that came there", () => {
    const position = core.create("go", { size: 5 });
    const words = ["C3", "C2", "A1", "D3", "A2", "B3", "A3", "C4"]; // White takes C3
    words.forEach((word, i) => position.play(i % 2, word));
    const moves = words.map((word) => ({ word }));
    const view = position.view();
    const named = (list: ReturnType<typeof numbersOf>) => Object.fromEntries(list.map(({ at, number }) => [position.name(at), number]));
    expect(named(numbersOf(moves, view, (at) => position.name(at)))).toEqual({ C2: 2, A1: 3, D3: 4, A2: 5, B3: 6, A3: 7, C4: 8 });
    expect(named(numbersOf([{ word: null }, { word: "C2" }, { word: "A1", refused: true }], view, (at) => position.name(at)))).toEqual({ C2: 2 });
    position.free();
  });

  it("follow a piece that steps", () => {
    const view = { surface: "squares", board: ["..", "B."] } as unknown as View;
    expect(numbersOf([{ word: "b2>a1" }], view, ([, column, row]) => `${"ab"[column]}${row + 1}`)).toEqual([{ at: [0, 0, 0], number: 1 }]);
  });
});

describe("sounds", () => {
  const before: Heard = { moves: 3, over: false, yours: false, captured: false, asleep: false, waiting: false };
  it.each([
    ["move", { moves: 4, yours: true }],
    ["capture", { moves: 4, yours: true, captured: true }],
    ["over", { moves: 4, over: true }],
    [null, {}],
    [null, { moves: 2 }],
  ] as const)("%s", (sound, change) => expect(soundOf(before, { ...before, ...change })).toBe(sound));
  it("ring where nobody looks, and when somebody has come", () => {
    expect(soundOf({ ...before, asleep: true }, { ...before, moves: 4, yours: true, asleep: true })).toBe("turn");
    expect(soundOf({ ...before, moves: 0, waiting: true }, { ...before, moves: 0, yours: true })).toBe("turn");
  });
});

describe("a board without edges", () => {
  it("shows each line once inside, and again beyond the edges", () => {
    expect(copies(0, 7)).toEqual([0, 7]);
    expect(copies(3, 7)).toEqual([3]);
    expect(copies(6, 7)).toEqual([-1, 6]);
    expect(copies(-0.5, 7)).toEqual([-0.5, 6.5]);
    for (let place = -20; place <= 20; place += 0.25) {
      const inside = copies(place, 7).filter((one) => one >= -0.5 && one < 6.5);
      expect(inside).toHaveLength(1);
      expect(Math.abs((place - (inside[0] ?? 0)) % 7) % 7).toBe(0);
    }
  });
});

describe("what is left of the time", () => {
  const seat = { on_turn: true, counting: true, total: 20_000, main: 20_000, period: 0, periods: 0, stones: 0 };
  it("runs while it counts", () => {
    expect(timeLeft(seat, 5_000)).toBe(15_000);
    expect(timeLeft({ ...seat, counting: false }, 5_000)).toBe(20_000);
    expect(timeLeft(seat, 25_000)).toBe(0);
    expect(timeLeft({ ...seat, total: -1 }, 5_000)).toBeNull();
  });
});
