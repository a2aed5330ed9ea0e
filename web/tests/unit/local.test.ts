// A table without a server, against the real core; the engine's answers come from the real tasks.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { EngineClient, type Line } from "../../src/engine/client";
import type { FromWorker } from "../../src/engine/messages";
import { Tasks } from "../../src/engine/tasks";
import { LocalTable } from "../../src/state/local_table";
import type { TableState } from "../../src/net/protocol";
import { listLocalGames, loadLocalGame, readLocalGame, saveLocalGame, type LocalGame } from "../../src/state/local_games";
import { Core } from "../../src/wasm/core";
import { EngineCore } from "../../src/wasm/engine";

let core: Core;
let thinking: EngineCore;

beforeAll(async () => {
  const file = (name: string) => readFileSync(new URL(`../../src/wasm/${name}.wasm`, import.meta.url));
  core = await Core.load(file("cairn"));
  thinking = await EngineCore.load(file("engine"));
});

function newGame(more: Partial<LocalGame> = {}): LocalGame {
  return {
    id: "g",
    game: "margo",
    title: "Margo",
    options: { size: "3" },
    seats: [
      { name: "Ann", kind: "guest" },
      { name: "Level 1, beginner", kind: "bot" },
    ],
    you: 0,
    level: 1,
    seed: 5,
    log: [],
    moves: 0,
    over: false,
    saved: 1,
    ...more,
  };
}

class Store {
  private readonly held = new Map<string, string>();
  full = false;
  get length() {
    return this.held.size;
  }
  key = (i: number) => [...this.held.keys()][i] ?? null;
  getItem = (key: string) => this.held.get(key) ?? null;
  removeItem = (key: string) => void this.held.delete(key);
  setItem = (key: string, text: string) => {
    if (this.full) throw new Error("full");
    this.held.set(key, text);
  };
}

/** The line of a worker without a thread. */
function open(): Line {
  let tasks: Tasks;
  const line: Line = {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage: (message) => {
      const answer = (data: FromWorker) => line.onmessage?.({ data } as MessageEvent<FromWorker>);
      if (message.type === "load")
        tasks = new Tasks(
          thinking,
          answer,
          (run) => setTimeout(run, 0),
          async () => null,
        );
      else if (message.type === "start") tasks.start(message.id, message.task);
      else tasks.stop(message.id);
    },
  };
  return line;
}

/** A table that is open, and what it told. */
function seat(game: LocalGame, store: Store) {
  const states: TableState[] = [];
  const notices: string[] = [];
  const gone: string[] = [];
  const client = new EngineClient(open, async () => ({}) as WebAssembly.Module);
  let requests = 0;
  const table = new LocalTable(
    {
      core: async () => core,
      engine: client,
      save: (changed) => saveLocalGame(store, changed),
      later: (_ms, run) => {
        const timer = setTimeout(run, 0);
        return () => clearTimeout(timer);
      },
      request: () => `r${++requests}-${game.log.length}`,
    },
    game,
    {
      link: () => undefined,
      pending: () => undefined,
      gone: (why) => gone.push(why),
      message: (message) => {
        if (message.type === "state") states.push(message.state);
        else if (message.type === "refused") notices.push(message.error.message);
      },
    },
  );
  table.open();
  const now = () => states[states.length - 1] as TableState;
  const until = async (done: (state: TableState) => boolean) => {
    for (let i = 0; i < 2000 && !(states.length > 0 && done(now())); ++i) await new Promise((next) => setTimeout(next, 1));
    expect(done(now())).toBe(true);
    return now();
  };
  const play = (word: string) => table.send({ version: now().version, command: "play", word });
  return { table, states, notices, gone, now, until, play };
}

describe("a table of this browser", () => {
  it("is played to its end against a level, and kept at every move", async () => {
    const store = new Store();
    const { table, until, play } = seat(newGame(), store);
    let state = await until((one) => one.view.to_act.includes(0));
    while (!state.view.over) {
      play(state.legal[0] ?? "");
      const played = state.moves.length;
      state = await until((one) => one.view.over || (one.moves.length > played && one.view.to_act.includes(0)));
    }
    expect(state.view.result?.ranks).toHaveLength(2);
    expect(loadLocalGame(store, "g")).toMatchObject({ over: true, moves: state.moves.length });
    expect(table.moves().map((move) => move.word)).toEqual(state.moves.map((move) => move.word));
    table.close();
  });

  it("goes on after a reload where it stood, with the same answers", async () => {
    const store = new Store();
    const first = seat(newGame(), store);
    await first.until((one) => one.view.to_act.includes(0));
    first.play("C3");
    const before = await first.until((one) => one.moves.length === 2);
    first.table.close();
    const again = seat(loadLocalGame(store, "g") as LocalGame, store);
    const after = await again.until((one) => one.view.to_act.includes(0));
    expect(after).toEqual(before);
    again.table.close();
    // The bot was to move when the page went away: it moves now, as it would have done then.
    const log = loadLocalGame(store, "g")?.log.slice(0, 1) ?? [];
    const late = seat(newGame({ log }), new Store());
    expect((await late.until((one) => one.moves.length === 2)).moves).toEqual(before.moves);
    late.table.close();
  });

  it("names its bots anew when it is opened, as the language may have changed", () => {
    const store = new Store();
    saveLocalGame(
      store,
      newGame({
        level: 2,
        seats: [
          { name: "Ann", kind: "guest" },
          { name: "Stufe 2, Anfänger", kind: "bot" },
        ],
      }),
    );
    expect(loadLocalGame(store, "g")?.seats.map(({ name }) => name)).toEqual(["Ann", "Level 2, novice"]);
  });

  it("takes moves back, refuses with the reason, and ends by resignation", async () => {
    const { table, until, play, notices, now } = seat(newGame({ you: 1, seats: newGame().seats.slice().reverse() }), new Store());
    await until((one) => one.moves.length === 1 && one.view.to_act.includes(1));
    const word = now().moves[0]?.word ?? "";
    play(word);
    expect(notices[0]).toMatch(/there is already a piece there/);
    play(now().legal[0] ?? "");
    await until((one) => one.moves.length === 3);
    table.send({ version: now().version, command: "undo" });
    expect(now().moves).toHaveLength(1);
    table.send({ version: now().version, command: "resign" });
    expect(now().view.result).toMatchObject({ winner: "white", how: "resigned" });
    table.close();
  });

  it("shows of a hidden game what its player may know, and all of it at the end", async () => {
    const { table, until, play, now } = seat(newGame({ game: "phantom", options: { size: "5" } }), new Store());
    await until((one) => one.view.to_act.includes(0));
    play("C3");
    await until((one) => one.moves.length >= 2 && one.view.to_act.includes(0));
    expect(now().moves[1]?.word).toBeNull();
    expect(now().view.board.join("").replace(/\./g, "")).toBe("B");
    table.send({ version: now().version, command: "resign" });
    expect(now().moves.every((move) => move.word !== null)).toBe(true);
    table.close();
  });

  it("says when nothing can be stored, once, and goes on", async () => {
    const store = new Store();
    store.full = true;
    const { table, until, play, notices, now } = seat(newGame(), store);
    await until((one) => one.view.to_act.includes(0));
    play("C3");
    await until((one) => one.moves.length === 2);
    play(now().legal[0] ?? "");
    expect(notices).toEqual([expect.stringMatching(/cannot save the game/)]);
    table.close();
  });

  it("tells of a record that does not replay instead of mending it", async () => {
    const log = [{ seat: 0, command: "play" as const, words: "Z9" }];
    const { table, gone } = seat(newGame({ log }), new Store());
    await new Promise((next) => setTimeout(next, 5));
    expect(gone[0]).toMatch(/entry 1 \("Z9"\) does not replay/);
    table.close();
  });
});

describe("kept games", () => {
  it("survive broken neighbours, and the oldest go when there are many", () => {
    const store = new Store();
    store.setItem("cairn.local.bad", "{oops");
    store.setItem("cairn.settings", "{}");
    for (let i = 0; i < 60; ++i) saveLocalGame(store, newGame({ id: `g${i}`, saved: i }));
    const games = listLocalGames(store);
    expect(games[0]?.id).toBe("g59");
    expect(games.length).toBe(40);
    expect(readLocalGame('{"id":"x"}')).toBeNull();
  });
});
