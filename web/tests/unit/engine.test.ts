// The engine exports and the worker's tasks against the real engine.wasm, without a worker around them.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { EngineClient, type Line } from "../../src/engine/client";
import type { FromWorker, GameRecord, Task } from "../../src/engine/messages";
import { Tasks } from "../../src/engine/tasks";
import { CoreError } from "../../src/wasm/core";
import { EngineCore } from "../../src/wasm/engine";

let core: EngineCore;
let code: WebAssembly.Module;

const file = (name: string) => Uint8Array.from(readFileSync(new URL(`../../src/wasm/${name}`, import.meta.url))).buffer;
const never = (_name: string): Promise<ArrayBuffer | null> => Promise.reject(new Error("no network is asked for"));

beforeAll(async () => {
  code = await WebAssembly.compile(file("engine.wasm"));
  core = await EngineCore.load(code);
  core.giveFile("pyramid-1.network", file("pyramid-1.network"));
});

const record = (game: string, options: Record<string, string>, words: string[] = []): GameRecord => ({
  game,
  options,
  moves: words.map((word, i) => ({ seat: i % 2, word })),
});

/** Runs a task to its end and returns all that it told. */
async function told(task: Task, by: EngineCore = core, fetchFile = never): Promise<FromWorker[]> {
  const messages: FromWorker[] = [];
  await new Promise<void>((resolve) => {
    const post = (message: FromWorker) => {
      messages.push(message);
      if (message.type === "done" || message.type === "failed") resolve();
    };
    new Tasks(by, post, (run) => setTimeout(run, 0), fetchFile).start(1, task);
  });
  return messages;
}

const chosen = async (task: Omit<Extract<Task, { kind: "choose" }>, "kind">) =>
  (await told({ kind: "choose", ...task })).find((message) => message.type === "chosen")?.words.join(" ");

describe("engine", () => {
  it("tells what `cairn analyze --json` tells, and is the same for a seed however it is cut in pieces", () => {
    const think = (seed: number, piece: number) => {
      const position = core.create("go", { size: 5 });
      const engine = core.engine(position, { seed, memory: 16 });
      engine.setPosition(position, 0, 0);
      engine.begin({ playouts: 3000, decide: false });
      let pieces = 1;
      while (engine.work(piece)) ++pieces;
      const { seconds, ...analysis } = engine.analysis(5);
      expect(seconds).toBeGreaterThan(0);
      engine.free();
      position.free();
      return { analysis, pieces };
    };
    const whole = think(7, 1e6);
    const cut = think(7, 2);
    expect(whole.pieces).toBe(1);
    expect(cut.pieces).toBeGreaterThan(3);
    expect(cut.analysis).toEqual(whole.analysis);
    expect(think(8, 1e6).analysis).not.toEqual(whole.analysis);
    expect(whole.analysis).toMatchObject({ ply: 0, to_move: "black", playouts: 3000, final: true });
    expect(whole.analysis.candidates).toHaveLength(5);
    expect(whole.analysis.candidates[0]?.line[0]).toBe(whole.analysis.candidates[0]?.move);
    expect(whole.analysis.ownership).toHaveLength(25);
  });

  it("refuses what makes no sense, and says what would", () => {
    const position = core.create("margo", { size: 3 });
    const other = core.create("go", { size: 5 });
    expect(() => core.engine(position, { level: 11 })).toThrow(/"level" is 11; .*1\.\.10/);
    expect(() => core.engine(position, { memory: 0.5 })).toThrow(/memory/);
    expect(() => core.engine(position, { strength: 3 } as never)).toThrow(/"strength" is not understood/);
    const engine = core.engine(position, { memory: 8 });
    expect(() => engine.setPosition(position, 1, 0)).toThrow(/it is not the turn of seat 1, but of seat 0/);
    expect(() => engine.setPosition(position, 2, 0)).toThrow(/this seat does not exist/);
    expect(() => engine.setPosition(other, 0, 0)).toThrow(/this engine plays Margo, not Go/);
    expect(() => engine.begin({ seconds: -1 })).toThrow(/"seconds" is -1; limits are/);
    engine.free();
    expect(() => engine.work(1)).toThrow(CoreError);
    expect(() => engine.analysis(3)).toThrow(/this engine does not exist/);
    position.free();
    other.free();
  });

  it("keeps what the tree knows from one position to the next", () => {
    const position = core.create("spargo");
    const engine = core.engine(position, { memory: 16 });
    engine.setPosition(position, 0, 0);
    engine.begin({ playouts: 4000, decide: false });
    while (engine.work(50));
    const best = engine.analysis(1).candidates[0];
    position.play(0, best?.move ?? "");
    engine.setPosition(position, 1, 1);
    engine.begin({ playouts: 1, decide: false });
    engine.work(50);
    expect(engine.analysis(1).visits).toBeGreaterThan((best?.visits ?? 0) / 2);
    engine.free();
    position.free();
  });
});

describe("tasks", () => {
  it("choose a legal move in every game at the levels for people, the same for a seed", async () => {
    for (const { name, options: known } of core.games())
      for (const level of [1, 6]) {
        const options: Record<string, string> = known.some((one) => one.name === "size") ? { size: "5" } : {};
        const position = core.create(name, options);
        const moves = { ...record(name, options) };
        const task = { record: moves, seat: position.view().to_act[0] ?? 0, level, seed: 3 };
        const word = (await chosen(task)) ?? "";
        expect(position.legal(task.seat), `${name}, level ${level}`).toContain(word);
        expect(await chosen(task), `${name}, level ${level}`).toBe(word);
        position.free();
      }
  });

  it("have room enough for the largest boards", async () => {
    for (const [game, size] of [
      ["go", "25"],
      ["toroidal", "19"],
      ["phantom", "19"],
      ["margo", "8"],
    ] as const) {
      const messages = await told({ kind: "analyse", record: record(game, { size }), ply: 0, seconds: 60, playouts: 24 });
      const last = messages.filter((message) => message.type === "analysis").at(-1);
      expect(last?.found.playouts, game).toBe(24);
    }
  });

  it("choose for the third of three, after a resignation", async () => {
    const options = { size: "4", players: "3" };
    const moves = [
      { seat: 0, word: "A1" },
      { seat: 1, word: "resign" },
    ];
    expect(await chosen({ record: { game: "margo", options, moves }, seat: 2, level: 2, seed: 1 })).toMatch(/^[A-G][1-7]$/);
  });

  it("say in an agreement which stones are dead, and that they accept", async () => {
    // Black owns the board; White's lone stone at A1 is dead.
    const black = ["C2", "B3", "C3", "D3", "C4"];
    const words = [...black.flatMap((word, i) => [word, i === 0 ? "A1" : "pass"]), "pass", "pass"].slice(0, 11);
    const game = { record: record("go", { size: "5" }, words), level: 1, seed: 1 };
    expect(await chosen({ ...game, seat: 0 })).toBe("dead:A1 accept");
    const marked = { ...game.record, moves: [...game.record.moves, { seat: 1, word: "dead:C3" }, { seat: 1, word: "dead:A1" }] };
    expect(await chosen({ ...game, record: marked, seat: 0 })).toBe("dead:B3 accept");
  });

  it("see a hidden game with one seat's eyes", async () => {
    // Black has a stone at C3 that white has not met: both worlds look the same to white.
    const task = (word: string) => ({ record: record("phantom", { size: "5" }, [word]), seat: 1, level: 4, seed: 5 });
    expect(await chosen(task("C3"))).toBe(await chosen(task("A1")));
    const found = await told({ kind: "analyse", record: record("phantom", { size: "5" }, ["C3"]), ply: 1, seconds: 5, playouts: 300 });
    const last = found.filter((message) => message.type === "analysis").at(-1);
    expect(last?.found.candidates.every((candidate) => candidate.line.length === 1)).toBe(true);
  });

  it("analyse with lines that the board can show", async () => {
    const task: Task = { kind: "analyse", record: record("margo", { size: "4" }, ["C3"]), ply: 1, seconds: 20, playouts: 400 };
    const messages = await told(task);
    const last = messages.filter((message) => message.type === "analysis").at(-1);
    expect(last?.found).toMatchObject({ ply: 1, to_move: "black", playouts: 400, final: true });
    const [first] = last?.found.steps ?? [];
    expect(first?.[0]).toMatchObject({ word: last?.found.candidates[0]?.move, side: "black", from: null });
    expect(first?.[0]?.at).toHaveLength(3);
    expect(first?.[1]?.side).toBe("white");
    expect(messages.at(-1)).toEqual({ type: "done", id: 1 });
  });

  it("report what each move gave away", async () => {
    // The first player wins from a side or the centre, and loses from a corner.
    const game = record("margo", { size: "3" }, ["A1", "C1", "A3"]);
    const moves = (await told({ kind: "report", record: game, from: 0, seconds: 20, playouts: 500 })).filter((one) => one.type === "move");
    expect(moves.map((one) => one.move.ply)).toEqual([0, 1, 2, 3]);
    const wasted = moves[1]?.move;
    expect(wasted).toMatchObject({ move: "A1", by: "white", gave_away: "win" });
    expect(wasted?.mark).toMatch(/bad/);
    expect(wasted?.loss).toBeGreaterThanOrEqual(0.1);
    expect(wasted?.line[0]).toBe(wasted?.best);
    expect(moves[2]?.move.mark).toBe("");
    const rest = (await told({ kind: "report", record: game, from: 2, seconds: 20, playouts: 500 })).filter((one) => one.type === "move");
    expect(rest.map((one) => one.move.ply)).toEqual([2, 3]);
  });

  it("tell each of three players' chances at his turns, none after a resignation, and the end", async () => {
    const words = ["A1", "C1", "E1", "G1", "resign", "A3", "resign"];
    const seats = [0, 1, 2, 0, 1, 2, 0];
    const game: GameRecord = { game: "margo", options: { size: "4", players: "3" }, moves: words.map((word, i) => ({ seat: seats[i] ?? 0, word })) };
    const chances = async (from: number) =>
      (await told({ kind: "chances", record: game, from, seconds: 20, playouts: 200 })).flatMap((one) => (one.type === "chances" ? [one.chances] : []));
    const all = await chances(0);
    expect(all.map((one) => one.at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(all[1]).toMatchObject({ move: "A1", by: "white" });
    const judged = all.map((one) =>
      one.wins.map((share) => (share === null ? "-" : share === 0 ? "0" : share === 0.5 ? "½" : share === 1 ? "1" : "x")).join(""),
    );
    expect(judged).toEqual(["x--", "-x-", "--x", "x--", "-x-", "-0x", "x0-", "½01"]);
    expect((await chances(5)).map((one) => one.at)).toEqual([5, 6, 7]);
  });

  it("fetch the network that the level uses, once, and play without one that cannot be had", async () => {
    const task = (level: number): Task => ({ kind: "choose", record: record("margo", { size: "4" }), seat: 0, level, seed: 1 });
    const fresh = await EngineCore.load(code);
    const asked: string[] = [];
    const serve = async (name: string) => (asked.push(name), file(name));
    const last = async (one: Task, fetchFile = serve) => (await told(one, fresh, fetchFile)).map((message) => message.type);
    expect(await last(task(7))).toEqual(["chosen", "done"]);
    expect(asked).toEqual([]);
    expect(await last(task(9), async () => new ArrayBuffer(3))).toEqual(["chosen", "done"]);
    expect(await last(task(8), () => Promise.reject(new Error("off-line")))).toEqual(["chosen", "done"]);
    const position = fresh.create("margo", { size: 4 });
    expect(fresh.fileWanted(position, 8)).toBe("pyramid-1-small.network");
    expect(await last(task(8))).toEqual(["chosen", "done"]);
    expect(await last(task(9))).toEqual(["chosen", "done"]);
    expect(asked).toEqual(["pyramid-1-small.network"]);
    expect(fresh.fileWanted(position, 8)).toBe("");
    position.free();
    const analysis = (await told({ kind: "analyse", record: record("margo", { size: "4" }), ply: 0, seconds: 60, playouts: 50 }, fresh)).at(-2);
    const plain = (
      await told({ kind: "analyse", record: record("margo", { size: "4" }), ply: 0, seconds: 60, playouts: 50 }, await EngineCore.load(code), async () => null)
    ).at(-2);
    const priors = (one: FromWorker | undefined) => (one?.type === "analysis" ? one.found.candidates.map((candidate) => candidate.prior) : []);
    expect(new Set(priors(plain)).size).toBe(1);
    expect(new Set(priors(analysis)).size).toBeGreaterThan(5);
  }, 20_000);

  it("know a network that was fetched for all boards on which it is used", async () => {
    const fresh = await EngineCore.load(code);
    const wanted = (game: string, size: number) => {
      const position = fresh.create(game, { size });
      const name = fresh.fileWanted(position, 8);
      position.free();
      return name;
    };
    expect([wanted("toroidal", 9), wanted("toroidal", 19), wanted("margo", 13)]).toEqual(["go-1-torus.network", "go-1-torus.network", "pyramid-1.network"]);
    fresh.giveFile("go-1-torus.network", file("go-1-torus.network"));
    expect([wanted("toroidal", 9), wanted("toroidal", 19), wanted("margo", 13)]).toEqual(["", "", "pyramid-1.network"]);
  });

  it("play and analyse Spargo by the proofs, fetched when the strongest level asks", async () => {
    const fresh = await EngineCore.load(code);
    const asked: string[] = [];
    const serve = async (name: string) => (asked.push(name), file(name));
    const chosen = async (level: number, moves: string[]) => {
      const task: Task = { kind: "choose", record: record("spargo", {}, moves), seat: moves.length % 2, level, seed: 1 };
      return (await told(task, fresh, serve)).find((message) => message.type === "chosen");
    };
    await chosen(8, []);
    expect(asked).toEqual(["pyramid-1-small.network"]);
    expect(await chosen(10, [])).toMatchObject({ words: ["C3"] });
    expect(asked).toEqual(["pyramid-1-small.network", "spargo-centre.proof", "spargo-edge.proof", "spargo-corner.proof"]);
    const analysis = (await told({ kind: "analyse", record: record("spargo", {}, ["A1"]), ply: 1, seconds: 60, playouts: 200 }, fresh)).at(-2);
    expect(analysis?.type === "analysis" ? analysis.found.candidates[0]?.proof : "none").toBe("win");
    expect(asked.length).toBe(4);
    expect(() => fresh.giveFile("spargo-centre.proof", new ArrayBuffer(9))).toThrow("spargo-centre.proof is not the proof");
  }, 20_000);

  it("play and analyse the endings of MARGRITES by their table, fetched when there are few pieces", async () => {
    const fresh = await EngineCore.load(code);
    const asked: string[] = [];
    const serve = async (name: string) => (asked.push(name), file(name));
    const ending: GameRecord = {
      ...record("margrites", {}),
      position: { board: [".........", "..W......", ".........", ".........", "......B..", ".........", ".........", "........."], to_move: "black" },
    };
    const analysis = (await told({ kind: "analyse", record: ending, ply: 0, seconds: 60, playouts: 20 }, fresh, serve)).at(-2);
    expect(asked).toContain("margrites.endings");
    const found = analysis?.type === "analysis" ? analysis.found.candidates.map((candidate) => candidate.proof) : [];
    expect(found.length).toBeGreaterThan(0);
    expect(found).not.toContain("none");
    expect(() => fresh.giveFile("margrites.endings", new ArrayBuffer(9))).toThrow("margrites.endings is not the table");
  }, 20_000);

  it("refuse a network that is none", () => {
    expect(() => core.giveFile("pyramid-1.network", new ArrayBuffer(3))).toThrow(/cairn network 1/);
    expect(() => core.giveFile("other.network", file("pyramid-1.network"))).toThrow('there is no network "other"');
  });

  it("say what is wrong with a record", async () => {
    const bad: Task = { kind: "analyse", record: record("margo", { size: "3" }, ["A1", "A1"]), ply: 2, seconds: 1 };
    const said = {
      message: "the record cannot be replayed: A1: there is already a piece there",
      code: "record-does-not-replay",
      arguments: { word: "A1", why: { message: "there is already a piece there", code: "occupied" } },
    };
    expect(await told(bad)).toEqual([{ type: "failed", id: 1, said }]);
  });

  it("stop when told, and let the others go on", async () => {
    const messages: FromWorker[] = [];
    const queue: (() => void)[] = [];
    const tasks = new Tasks(
      core,
      (message) => messages.push(message),
      (run) => queue.push(run),
      never,
    );
    tasks.start(1, { kind: "report", record: record("go", { size: "9" }), from: 0, seconds: 3600 });
    tasks.start(2, { kind: "choose", record: record("margo", { size: "3" }), seat: 0, level: 1, seed: 1 });
    for (let i = 0; i < 4; ++i) queue.shift()?.();
    tasks.stop(1);
    for (let run = queue.shift(); run; run = queue.shift()) run();
    expect(messages.map((message) => [message.type, "id" in message && message.id])).toEqual([
      ["chosen", 2],
      ["done", 2],
    ]);
  });
});

describe("the engine's client", () => {
  /** Workers without threads: what they are told is done at once, and one may die. */
  function workers() {
    const made: (Line & { die(why: string): void })[] = [];
    const open = () => {
      let tasks: Tasks | null = null;
      const line: Line & { die(why: string): void } = {
        onmessage: null,
        onerror: null,
        terminate: () => (tasks = null),
        die: (message) => line.onerror?.({ message } as ErrorEvent),
        postMessage: (message) => {
          const answer = (data: FromWorker) => tasks && line.onmessage?.({ data } as MessageEvent<FromWorker>);
          if (message.type === "load") tasks = new Tasks(core, answer, (run) => setTimeout(run, 0), never);
          else if (message.type === "start") tasks?.start(message.id, message.task);
          else tasks?.stop(message.id);
        },
      };
      made.push(line);
      return line;
    };
    return { made, client: new EngineClient(open, async () => code) };
  }
  const long: Task = { kind: "analyse", record: record("go", { size: "9" }), ply: 0, seconds: 3600 };

  it("says nothing more of what was stopped", async () => {
    const { client } = workers();
    let heard = 0;
    const running = await new Promise<{ stop(): void }>((resolve) => {
      const started = client.run(long, { on: () => (++heard, resolve(started)) });
    });
    running.stop();
    const before = heard;
    const { words } = client.choose({ kind: "choose", record: record("margo", { size: "3" }), seat: 0, level: 1, seed: 1 });
    expect((await words).join(" ")).toMatch(/^[A-E][1-5]$/);
    expect(heard).toBe(before);
  });

  it("tells of a worker that died, and goes on with a new one", async () => {
    const { client, made } = workers();
    const error = await new Promise<string | null>((end) => {
      client.run(long, { on: () => made[0]?.die("out of memory"), end });
    });
    expect(error).toMatch(/stopped \(out of memory\)/);
    const { words } = client.choose({ kind: "choose", record: record("margo", { size: "3" }), seat: 0, level: 1, seed: 1 });
    expect((await words).join(" ")).toMatch(/^[A-E][1-5]$/);
    expect(made).toHaveLength(2);
  });
});
