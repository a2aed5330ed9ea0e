// `cairn gtp` as Sabaki drives it: by the client library that is inside Sabaki.
import gtp, { type Command, type Controller, type ControllerStateTracker } from "@sabaki/gtp";
import { afterEach, beforeAll, expect, test } from "vitest";
import { kProgram, needProgram } from "./program";

interface Engine {
  controller: Controller;
  tracker: ControllerStateTracker;
}
const engines: Engine[] = [];
const said: string[] = [];

function engine(...options: string[]): Engine {
  const controller = new gtp.Controller(kProgram, ["gtp", "--playouts", "200", "--threads", "1", ...options]);
  controller.on("stderr", ({ content }) => said.push(content));
  const made = { controller, tracker: new gtp.ControllerStateTracker(controller) };
  controller.start();
  engines.push(made);
  return made;
}
const play = (colour: string, ...vertices: string[]): Required<Command>[] => vertices.map((vertex) => ({ name: "play", args: [colour, vertex] }));
/** Stones in turn, Black first. */
const game = (...vertices: string[]) => vertices.map((vertex, i) => ({ name: "play", args: [i % 2 ? "W" : "B", vertex] }));
async function board({ controller }: Engine): Promise<string> {
  return (await controller.sendCommand({ name: "showboard" })).content;
}
/** The first lines of an analysis, which the next command ends, and that command's answer. */
async function watch({ controller }: Engine, command: Command, lines: number, next: Command) {
  const seen: string[] = [];
  let enough = (): void => undefined;
  const wait = new Promise<void>((resolve) => (enough = resolve));
  const analysis = controller.sendCommand(command, ({ line }) => {
    if (line.startsWith("info ")) seen.push(line);
    if (seen.length >= lines) enough();
  });
  await wait;
  const [ended, answer] = await Promise.all([analysis, controller.sendCommand(next)]);
  expect(ended.error).toBe(false);
  return { seen, answer };
}

beforeAll(needProgram);
afterEach(async () => {
  for (const { controller } of engines.splice(0)) {
    await controller.stop();
    expect(controller.process).toBeNull();
  }
  expect(said.splice(0)).toEqual([]);
});

test("a game is taken up where it is, taken back, and set up anew on another board", async () => {
  const one = engine("--game", "go");
  await one.tracker.sync({ komi: 6.5, boardsize: [9, 9], history: game("D4", "F6", "E5", "C7") });
  const there = await board(one);
  await one.tracker.sync({ komi: 6.5, boardsize: [9, 9], history: game("D4", "F6", "E5", "F4", "G5") });
  expect(await board(one)).not.toBe(there);
  await one.tracker.sync({ komi: 6.5, boardsize: [9, 9], history: game("D4", "F6", "E5", "C7") });
  expect(await board(one)).toBe(there);

  const handicap = { name: "set_free_handicap", args: ["D4", "Q16"] };
  await one.tracker.sync({ komi: 0.5, boardsize: [19, 19], history: [handicap, ...play("W", "D16")] });
  expect((await one.controller.sendCommand({ name: "get_komi" })).content).toBe("0.5");
  const answer = await one.tracker.queueCommand({ name: "genmove", args: ["B"] });
  expect(answer).toMatchObject({ error: false, content: expect.stringMatching(/^([A-HJ-T]\d{1,2}|pass)$/) });
  await expect.poll(() => one.tracker.state.history?.length).toBe(3);
});

test("what cannot be is refused, and the engine goes on", async () => {
  const one = engine("--game", "go");
  await expect(one.tracker.sync({ boardsize: [9, 9], history: game("D4", "D4") })).rejects.toThrow("History cannot be replayed");
  await expect(one.tracker.sync({ boardsize: [40, 40] })).rejects.toThrow("Board size is not supported");
  expect(await one.controller.sendCommand({ name: "no_such_thing" })).toMatchObject({ error: true, content: "unknown command" });
  await one.tracker.sync({ boardsize: [9, 9], history: game("E5") });
  expect(await one.tracker.knowsCommand("kata-analyze")).toBe(true);
});

test("two of them play a game to its end on Sabaki's clock", async () => {
  const sides = [engine("--game", "go"), engine("--game", "go")];
  const timeSettings = { mainTime: 60, byoyomiTime: 0, byoyomiStones: 0 };
  const history: Required<Command>[] = [];
  for (let passes = 0; passes < 2;) {
    const colour = history.length % 2 ? "W" : "B";
    const { tracker } = sides[history.length % 2]!;
    await tracker.sync({ komi: 7, boardsize: [5, 5], timeSettings, history });
    const { error, content } = await tracker.queueCommand({ name: "genmove", args: [colour] });
    expect(error).toBe(false);
    passes = content === "pass" ? passes + 1 : 0;
    history.push(...play(colour, content.toUpperCase()));
    expect(history.length).toBeLessThan(200);
  }
  const scores = [];
  for (const { tracker, controller } of sides) {
    await tracker.sync({ komi: 7, boardsize: [5, 5], timeSettings, history });
    scores.push((await controller.sendCommand({ name: "final_score" })).content);
  }
  expect(scores[0]).toMatch(/^([BW]\+[\d.]+|0)$/);
  expect(scores[1]).toBe(scores[0]);
});

test.each(["lz-analyze", "kata-analyze"])("%s runs until the next command, with lines that Sabaki reads", async (name) => {
  const one = engine("--game", "go");
  await one.tracker.sync({ komi: 7, boardsize: [9, 9], history: game("E5", "C3") });
  const { seen, answer } = await watch(one, { name, args: ["B", "5"] }, 3, { name: "play", args: ["B", "G7"] });
  expect(answer.error).toBe(false);
  for (const line of seen) {
    const candidates = line.split(/\s*info\s+/).slice(1);
    expect(candidates.length).toBeGreaterThan(0);
    for (const candidate of candidates) {
      expect(candidate).toMatch(/^move ([A-HJ]\d|pass) visits \d+ /);
      const rate = Number(/ winrate ([\d.]+) /.exec(candidate)?.[1]);
      // Leela Zero's rates are in ten thousandths, KataGo's in ones.
      expect(rate).toBeLessThanOrEqual(name === "lz-analyze" ? 10_000 : 1);
      expect(candidate).toMatch(/ order \d+ .*pv ([A-HJ]\d|pass)/);
    }
  }
});

test("a move with analysis ends with the move", async () => {
  const one = engine("--game", "go");
  await one.tracker.sync({ komi: 7, boardsize: [9, 9], history: game("E5") });
  const lines: string[] = [];
  await one.tracker.queueCommand({ name: "kata-genmove_analyze", args: ["W", "2"] }, ({ line }) => lines.push(line));
  expect(lines.filter((line) => line.startsWith("play "))).toHaveLength(1);
  expect(lines.find((line) => line.startsWith("play "))).toMatch(/^play ([A-HJ]\d|pass)$/);
  await expect.poll(() => one.tracker.state.history?.length).toBe(2);
});
