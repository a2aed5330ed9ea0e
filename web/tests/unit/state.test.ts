// The page's state and small helpers, without a browser.
import { describe, expect, it } from "vitest";
import type { Command, FromServer, TableState, View } from "../../src/net/protocol";
import { TableConnection, type Link, type Surroundings } from "../../src/net/table_connection";
import { inRows, reachable, seenFromAbove, step } from "../../src/state/cursor";
import { moveText } from "../../src/state/move_words";
import { changedOptions, fieldOf } from "../../src/state/options";
import { splitName, stones } from "../../src/state/points";
import { kDefaults, readSettings } from "../../src/state/settings";
import { kEmptyPage, mayPlay, reduceTable } from "../../src/state/table";
import { listText, onlineText, resultText } from "../../src/state/words";

const view: View = {
  surface: "pyramid",
  columns: 3,
  rows: 3,
  levels: 3,
  board: ["WW./WB./...", "B./.."],
  sides: [
    { name: "white", letter: "W", seat: 0, score: 3, captures: null, retired: false },
    { name: "black", letter: "B", seat: 1, score: 2, captures: null, retired: false },
  ],
  to_act: [0],
  turn: { seat: 0, number: 6 },
  to_move: "white",
  marks: [],
  groups: [],
  facts: {},
  lives_on: "freedoms",
  tally: "balls",
  next: 0,
  steps_bind: false,
  over: false,
  result: null,
};

function table(version: number, more: Partial<TableState> = {}): TableState {
  return {
    id: "t",
    game: "margo",
    title: "Margo",
    options: { size: "3" },
    seats: [
      { name: "Ann", kind: "guest" },
      { name: "Cairn bot", kind: "bot" },
    ],
    you: 0,
    version,
    moves: [],
    view,
    legal: ["A1"],
    legal_count: 1,
    bot: null,
    thinking: false,
    rated: false,
    clock: null,
    offers: [],
    plan: "",
    invitation: "/t/t",
    ...more,
  } as TableState;
}

describe("the table's state", () => {
  it("takes newer states and ignores older ones that arrive late", () => {
    const page = reduceTable(kEmptyPage, { type: "server", message: { type: "state", state: table(5) } as FromServer });
    const late = reduceTable(page, { type: "server", message: { type: "state", state: table(4) } as FromServer });
    expect(late.table?.version).toBe(5);
  });

  it("lets a player move on his turn only, and not while a command waits", () => {
    const page = reduceTable(kEmptyPage, { type: "table", table: table(1) });
    expect(mayPlay(page)).toBe(true);
    const command = { request: "r", version: 1, command: "play", word: "A1" } as Command;
    expect(mayPlay(reduceTable(page, { type: "pending", command }))).toBe(false);
    expect(mayPlay(reduceTable(kEmptyPage, { type: "table", table: table(1, { you: 1 }) }))).toBe(false);
    expect(mayPlay(reduceTable(kEmptyPage, { type: "table", table: table(1, { you: null }) }))).toBe(false);
  });

  it("says why a move was refused", () => {
    const page = reduceTable(reduceTable(kEmptyPage, { type: "table", table: table(1) }), {
      type: "server",
      message: {
        type: "refused",
        request: "r",
        error: { code: "illegal-move", message: "A1 by white: suicide", reason: "suicide" },
      } as FromServer,
    });
    expect(page.notice).toMatch(/own group would be captured/);
  });
});

describe("words", () => {
  it("tell moves and results", () => {
    expect(moveText({ seat: 0, side: "white", word: "C3" }, ["A1", "B2"])).toBe("White plays C3 and captures A1 and B2.");
    expect(listText(["A1", "B2", "C3"])).toBe("A1, B2 and C3");
    expect(onlineText(["Ann"], 1)).toBe("Ann is online.");
    expect(onlineText(["Ann", "Bob"], 2)).toBe("Ann and Bob are online.");
    expect(onlineText(["Ann", "Bob"], 3)).toBe("Ann, Bob and 1 other are online.");
    expect(onlineText([..."abcdefghij"], 40)).toBe("a, b, c, d, e, f, g, h and 32 others are online.");
    const over: View = { ...view, over: true, result: { winner: "white", seat: 0, text: "W+1", how: "count", ranks: [1, 2] } };
    expect(resultText(over)).toBe("White wins by 1, 3 to 2");
  });
});

describe("points", () => {
  it("are read from the board's text, row 0 at the bottom", () => {
    expect(stones(view)).toContainEqual({ at: [0, 1, 1], letter: "B" });
    expect(stones(view)).toContainEqual({ at: [1, 0, 1], letter: "B" });
    expect(stones(view)).toHaveLength(5);
    expect(splitName("AB12")).toEqual(["AB", "12"]);
  });

  it("are walked by the keyboard as seen from above", () => {
    const points = seenFromAbove([
      [0, 0, 0],
      [0, 1, 0],
      [1, 0, 0],
      [0, 1, 1],
      [2, 0, 0],
    ]);
    expect(points).not.toContainEqual([0, 1, 1]); // the ball two levels up hides it
    expect(step(points, [0, 0, 0], "right")).toEqual([0, 1, 0]);
    expect(step(points, [0, 0, 0], "left")).toEqual([0, 0, 0]);
  });

  it("are reached where nothing stands and nobody may play, too, and read row by row from the far side", () => {
    const board = { ...view, columns: 2, rows: 2, levels: 2, board: ["WB/WW", "B"] };
    expect(inRows(reachable(board, []))).toEqual([
      [
        [0, 0, 1],
        [0, 1, 1],
      ],
      [[1, 0, 0]],
      [
        [0, 0, 0],
        [0, 1, 0],
      ],
    ]);
    expect(reachable({ ...board, board: ["../.."] }, [])).toHaveLength(4);
  });
});

describe("options and settings", () => {
  it("become the right fields", () => {
    expect(fieldOf({ name: "size", values: "2..19", default: "6", help: "" })).toMatchObject({ kind: "size", low: 2, high: 19, rectangles: false });
    expect(fieldOf({ name: "size", values: "2..25[x2..25]", default: "19", help: "" })).toMatchObject({ kind: "size", low: 2, high: 25, rectangles: true });
    expect(fieldOf({ name: "players", values: "2..4", default: "2", help: "" })).toMatchObject({ kind: "number", low: 2, high: 4 });
    expect(fieldOf({ name: "swap", values: "yes|no", default: "no", help: "" }).kind).toBe("flag");
    expect(fieldOf({ name: "ko", values: "simple|none", default: "none", help: "" })).toMatchObject({ values: ["simple", "none"] });
    expect(fieldOf({ name: "komi", values: "-40..40 in steps of 0.5", default: "6.5", help: "" })).toMatchObject({ step: 0.5 });
  });

  it("send only what differs from the defaults", () => {
    const game = { name: "margo", title: "", summary: "", hidden: false, options: [{ name: "size", values: "2..19", default: "6", help: "" }], ranks: [] };
    expect(changedOptions(game, { size: "6" })).toEqual({});
    expect(changedOptions(game, { size: "4", other: "x" })).toEqual({ size: "4" });
  });

  it("survive broken storage, one setting at a time", () => {
    expect(readSettings("{oops")).toEqual(kDefaults);
    expect(readSettings('{"theme":"pink","freedoms":true,"unknown":1}')).toEqual({ ...kDefaults, freedoms: true });
  });
});

describe("the connection", () => {
  class FakeLine {
    readyState = 1;
    sent: string[] = [];
    onopen: (() => void) | null = null;
    onclose: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    send(text: string) {
      this.sent.push(text);
    }
    close() {
      this.readyState = 3;
    }
  }

  it("sends an unanswered command again with the same request id, and settles it once", () => {
    const lines: FakeLine[] = [];
    const later: (() => void)[] = [];
    const links: Link[] = [];
    const pending: (Command | null)[] = [];
    const world: Surroundings = {
      open: () => {
        lines.push(new FakeLine());
        return lines[lines.length - 1] as unknown as WebSocket;
      },
      later: (_ms, run) => {
        later.push(run);
        return () => undefined;
      },
      request: () => "request-1",
    };
    const connection = new TableConnection(world, {
      link: (link) => links.push(link),
      message: () => undefined,
      pending: (command) => pending.push(command),
      gone: () => undefined,
    });
    const receive = (line: number, message: unknown) => lines[line]?.onmessage?.({ data: JSON.stringify(message) });
    connection.open();
    lines[0]?.onopen?.();
    receive(0, { type: "state", state: table(1) });
    expect(connection.send({ version: 1, command: "play", word: "A1" })).toBe(true);
    expect(connection.send({ version: 1, command: "play", word: "A3" })).toBe(false); // one at a time
    expect(lines[0]?.sent).toHaveLength(1);
    lines[0]?.onclose?.(); // the line breaks before the answer
    expect(links.at(-1)).toBe("lost");
    later.at(-1)?.();
    lines[1]?.onopen?.();
    receive(1, { type: "state", state: table(1) });
    expect(lines[1]?.sent).toEqual(lines[0]?.sent);
    expect(JSON.parse(lines[1]?.sent[0] ?? "{}")).toMatchObject({ request: "request-1", word: "A1" });
    receive(1, { type: "reply", request: "request-1", version: 2, events: [] });
    expect(pending.at(-1)).toBeNull();
  });
});
