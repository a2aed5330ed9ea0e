// The page's side of the bridge (src/state/bridge.ts): pairing, what it believes, losses and returns. The rules are the real
// core's; the socket is the test's.
import { webcrypto } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { FromWorker, GameRecord } from "../../src/engine/messages";
import { Bridge, portOf, type BridgeSocket } from "../../src/state/bridge";
import { readEngine, readFound, readMove } from "../../src/state/bridge_messages";
import { freshNonce, proofOf, secretOfCode, secretOfKey, type Challenge, type Cryptography } from "../../src/state/bridge_proof";
import { adviceOf, shownCandidates } from "../../src/state/analysis";
import { Core } from "../../src/wasm/core";

let core: Core;
beforeAll(async () => {
  core = await Core.load(Uint8Array.from(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url))).buffer);
});

class Line implements BridgeSocket {
  sent: Record<string, unknown>[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {}
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  hear(message: unknown): void {
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }
}

const kCryptography = webcrypto as unknown as Cryptography;
const kCode = "3abc-defg-hjkm";
const kEngine = { name: "GNU Go", protocol: "gtp", games: ["go"], sizes: ["9"] };
const kWelcome = { type: "welcome", version: 2, key: "secret", engine: kEngine };
const kReady = { type: "engine", state: "ready", rates: true, graph: true };
const kGame: GameRecord = { game: "go", options: { size: "9" }, moves: [{ seat: 0, word: "E5" }] };
const kFound = {
  ply: 1,
  to_move: "white",
  visits: 30,
  win_rate: 0.4,
  score: -1.5,
  candidates: [{ move: "C3", win_rate: 0.4, score: -1.5, visits: 30, prior: 0, line: ["C3", "G7", "G7"] }],
  final: false,
};

/** The bridge's part, as it is when it knows this code and key: until the page is in, or has ended it. */
async function answer(line: Line, { code = kCode, key = "secret", port = 21273 } = {}): Promise<void> {
  line.onopen?.();
  const hello = line.sent.at(-1) as { by: "code" | "key"; nonce: string };
  const challenge: Challenge = { by: hello.by, port, page: hello.nonce, bridge: "chosen by the bridge" };
  const byKey = hello.by === "key";
  const secret = (byKey ? await secretOfKey(kCryptography, key) : await secretOfCode(kCryptography, code, "salt", 200_000)) as CryptoKey;
  const proof = await proofOf(kCryptography, secret, "bridge", challenge);
  line.hear({ type: "challenge", nonce: challenge.bridge, ...(byKey ? { proof } : { salt: "salt", rounds: 200_000 }) });
  await expect.poll(() => line.closed || line.sent.at(-1)?.["type"] === "proof").toBe(true);
  if (line.closed) return;
  if (line.sent.at(-1)?.["proof"] !== (await proofOf(kCryptography, secret, "page", challenge)))
    return line.hear({ type: "refused", code: "bridge-code-wrong", message: "this is not the code that the bridge shows" });
  line.hear(byKey ? { ...kWelcome, key: undefined } : { ...kWelcome, proof });
  line.hear(kReady);
  await settled();
  await settled();
}

function world() {
  const lines: Line[] = [];
  const waits: { run: () => void; milliseconds: number }[] = [];
  const kept = new Map<string, string>();
  const around = {
    open: (url: string) => {
      lines.push(new Line(url));
      return lines[lines.length - 1] as Line;
    },
    core: () => Promise.resolve(core),
    cryptography: kCryptography as Cryptography | null,
    later: (run: () => void, milliseconds: number) => {
      const one = { run, milliseconds };
      waits.push(one);
      return () => void waits.splice(waits.indexOf(one), 1);
    },
    keep: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    },
  };
  const line = () => lines[lines.length - 1] as Line;
  const told: FromWorker[] = [];
  const ends: (string | null)[] = [];
  const watch = { on: (message: FromWorker) => void told.push(message), end: (error: string | null) => void ends.push(error) };
  const pair = async (bridge: Bridge) => {
    bridge.connect(kCode);
    await answer(line());
    await expect.poll(() => bridge.state.value).toMatchObject({ kind: "on", state: "ready" });
    line().sent.splice(0, 1);
  };
  return { around, lines, line, waits, kept, told, ends, watch, pair };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("the bridge", () => {
  it("is found by the code, which says where it is", () => {
    expect(portOf("1ABC-DEFG-HJKM")).toBe(21271);
    expect(portOf(" 4abc defg hjkm")).toBe(21274);
    for (const wrong of ["", "5ABC-DEFG-HJKM", "0ABC-DEFG-HJKM", "1ABC-DEFG-HJK", "ABCD-EFGH-JKMN"]) expect(portOf(wrong), wrong).toBeNull();
    const { around, lines } = world();
    const bridge = new Bridge(around);
    bridge.connect("hello");
    expect(lines).toHaveLength(0);
    expect(bridge.state.value).toMatchObject({ kind: "off", problem: expect.stringContaining("twelve") as string });
  });

  it("pairs, asks, and plays the lines by the rules", async () => {
    const { around, line, told, ends, watch, pair } = world();
    const bridge = new Bridge(around);
    await pair(bridge);
    expect(line().url).toBe("ws://127.0.0.1:21273/bridge");
    expect(JSON.stringify(line().sent).toLowerCase(), "the code is never said").not.toContain("defg");
    expect(bridge.state.value).toMatchObject({ kind: "on", state: "ready", engine: { name: "GNU Go", games: ["go"], sizes: ["9"] } });
    bridge.run({ kind: "analyse", record: kGame, ply: 1, seconds: 60 }, watch);
    await settled();
    const asked = line().sent[1] as { id: number };
    expect(asked).toMatchObject({ type: "analyse", ply: 1, seconds: 60, record: { format: "cairn-record", version: 1, game: "go", moves: [[0, "E5"]] } });
    line().hear({ type: "analysis", id: asked.id, found: kFound });
    const message = told[0];
    if (message?.type !== "analysis") throw new Error("no analysis was told");
    expect(message.found.steps[0]?.map((step) => [step.side, step.word])).toEqual([
      ["white", "C3"],
      ["black", "G7"],
    ]); // the second G7 is illegal, and the line ends before it
    expect(adviceOf(message.found)).toMatchObject([{ grade: "best", rate: "40" }]);
    line().hear({ type: "analysis", id: asked.id, found: { ...kFound, win_rate: 7 } });
    line().hear({ type: "analysis", id: 99, found: kFound });
    line().hear("rubbish");
    expect(told).toHaveLength(1);
    line().hear({ type: "done", id: asked.id });
    expect(ends).toEqual([null]);
  });

  it("shows moves of an engine without win rates by their order", async () => {
    const { around, line, told, watch, pair } = world();
    const bridge = new Bridge(around);
    await pair(bridge);
    bridge.run({ kind: "analyse", record: kGame, ply: 1, seconds: 60 }, watch);
    await settled();
    const candidates = ["C3", "G7"].map((move) => ({ move, win_rate: null, score: null, visits: 0, prior: 0, line: [move] }));
    line().hear({ type: "analysis", id: 1, found: { ...kFound, win_rate: null, visits: 0, candidates } });
    const message = told[0];
    if (message?.type !== "analysis") throw new Error("no analysis was told");
    expect(message.found.unrated).toBe(true);
    expect(shownCandidates(message.found)).toHaveLength(2);
    expect(adviceOf(message.found).map(({ rate, grade }) => [rate, grade])).toEqual([
      ["1", "best"],
      ["2", "fair"],
    ]);
  });

  it("says what the bridge refuses, and does not come back by itself", () => {
    const { around, line, waits, kept } = world();
    const bridge = new Bridge(around);
    bridge.connect("1abc-defg-hjkm");
    expect(bridge.state.value.kind).toBe("connecting");
    line().onopen?.();
    line().hear({ type: "refused", code: "bridge-code-wrong", message: "this is not the code that the bridge shows" });
    expect(bridge.state.value).toEqual({ kind: "off", problem: expect.stringMatching(/not the code/i) as string });
    expect(line().closed).toBe(true);
    line().onclose?.();
    expect(waits).toHaveLength(0);
    expect(kept.size).toBe(0);
  });

  it("says that no bridge answers", () => {
    const { around, line, waits } = world();
    const bridge = new Bridge(around);
    bridge.connect("1abc-defg-hjkm");
    line().onclose?.();
    expect(bridge.state.value).toMatchObject({ kind: "off", problem: expect.stringContaining("No bridge answers") as string });
    expect(waits).toHaveLength(0);
  });

  it("comes back after a loss by its key, later and later", async () => {
    const { around, lines, line, waits, ends, watch, pair } = world();
    const bridge = new Bridge(around);
    await pair(bridge);
    bridge.run({ kind: "report", record: kGame, from: 0, seconds: 0.5 }, watch);
    await settled();
    line().onclose?.();
    expect(bridge.state.value).toMatchObject({ kind: "away", engine: { name: "GNU Go" } });
    expect(ends).toEqual([expect.stringContaining("does not answer")]);
    for (const pause of [1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const wait = waits.pop();
      expect(wait?.milliseconds).toBe(pause);
      wait?.run();
      line().onclose?.();
    }
    waits.pop()?.run();
    expect(lines).toHaveLength(8);
    await answer(line());
    await expect.poll(() => bridge.state.value).toMatchObject({ kind: "on", state: "ready" });
    expect(JSON.stringify(line().sent), "the key is never said").not.toContain("secret");
    line().hear({ type: "refused", code: "bridge-other-page", message: "another page uses the bridge now" });
    expect(bridge.state.value).toMatchObject({ kind: "off" });
    expect(waits).toHaveLength(0);
  });

  it("tries no more when it was away for ten minutes", async () => {
    const { around, line, waits, kept, pair } = world();
    const bridge = new Bridge(around);
    await pair(bridge);
    let waited = 0;
    for (let tries = 0; tries < 200; ++tries) {
      line().onclose?.();
      const wait = waits.splice(0).pop();
      if (!wait) break;
      waited += wait.milliseconds;
      wait.run();
    }
    expect(waited).toBeGreaterThan(9 * 60_000);
    expect(waited).toBeLessThan(11 * 60_000);
    expect(bridge.state.value).toMatchObject({ kind: "off", problem: expect.stringContaining("ten minutes") as string });
    expect(kept.size).toBe(0);
  });

  it("tells nothing to a program that does not know the key, and ends", async () => {
    const { around, line, waits, kept, pair } = world();
    const bridge = new Bridge(around);
    await pair(bridge);
    line().onclose?.();
    waits.pop()?.run();
    await answer(line(), { key: "guessed" });
    expect(line().closed).toBe(true);
    expect(line().sent).toHaveLength(1);
    expect(JSON.stringify(line().sent)).not.toContain("secret");
    expect(bridge.state.value).toMatchObject({ kind: "off", problem: expect.stringContaining("another program") as string });
    expect(kept.size).toBe(0);
    // Nor to one that passes on what a bridge at another port says, or that says welcome at once.
    bridge.connect(kCode);
    await answer(line(), { port: 21274 });
    expect(bridge.state.value).toMatchObject({ kind: "off", problem: expect.stringMatching(/not the code/i) as string });
    bridge.connect(kCode);
    line().onopen?.();
    line().hear({ ...kWelcome, proof: "none" });
    await settled();
    expect(bridge.state.value).toMatchObject({ kind: "off", problem: expect.stringContaining("another program") as string });
    bridge.connect(kCode);
    line().onopen?.();
    line().hear({ type: "challenge", nonce: "x", salt: "salt", rounds: 1e12 });
    await expect.poll(() => bridge.state.value).toMatchObject({ kind: "off" });
  });

  it("cannot be used by a page that is not encrypted", () => {
    const { around, lines } = world();
    const bridge = new Bridge({ ...around, cryptography: null });
    bridge.connect(kCode);
    expect(lines).toHaveLength(0);
    expect(bridge.state.value).toMatchObject({ kind: "off", problem: expect.stringContaining("https://") as string });
  });

  it("proves as the program does", async () => {
    const by = { port: 21273, page: "page", bridge: "bridge" };
    const code = (await secretOfCode(kCryptography, kCode, "salt", 200_000)) as CryptoKey;
    expect(await proofOf(kCryptography, code, "page", { by: "code", ...by })).toBe("6308e1700e83c31386ca3c67f422019779f44ada81cb312e8edc167d120185ac");
    const key = await secretOfKey(kCryptography, "secret");
    expect(await proofOf(kCryptography, key, "bridge", { by: "key", ...by })).toBe("1112cde309ee55e235f76593b75487926bcdf946dc01dd701e0b85190ee03022");
    expect(freshNonce(kCryptography)).not.toBe(freshNonce(kCryptography));
    expect(await secretOfCode(kCryptography, kCode, "salt", "many")).toBeNull();
    expect(await secretOfCode(kCryptography, kCode, "salt", 199_999), "too few").toBeNull();
  });

  it("is there again when the page is loaded anew, until it is left", async () => {
    const { around, line, kept, lines, pair } = world();
    await pair(new Bridge(around));
    expect(kept.get("cairn-bridge")).toBe(JSON.stringify({ port: 21273, key: "secret" }));
    const next = new Bridge(around);
    next.resume();
    next.resume();
    expect(lines).toHaveLength(2);
    await answer(line());
    await expect.poll(() => next.state.value.kind).toBe("on");
    next.leave();
    expect(kept.size).toBe(0);
    kept.set("cairn-bridge", JSON.stringify({ port: 21273, key: "secret" }));
    const late = new Bridge(around);
    late.resume();
    expect(late.state.value.kind).toBe("connecting");
    line().onclose?.();
    expect(late.state.value).toMatchObject({ kind: "off", problem: expect.stringContaining("No bridge answers") as string });
    expect(kept.size).toBe(0);
    lines.pop();
    expect(line().closed).toBe(true);
    new Bridge(around).resume();
    expect(lines).toHaveLength(2);
    kept.set("cairn-bridge", JSON.stringify({ port: 80, key: "x" }));
    new Bridge(around).resume();
    expect(lines).toHaveLength(2);
  });

  it("tells of an engine that failed, and stops what nobody wants any more", async () => {
    const { around, line, ends, watch, pair } = world();
    const bridge = new Bridge(around);
    await pair(bridge);
    const running = bridge.run({ kind: "analyse", record: kGame, ply: 1, seconds: 60 }, watch);
    await settled();
    running.stop();
    expect(line().sent[2]).toEqual({ type: "stop", id: 1 });
    line().hear({ type: "engine", state: "down", why: { code: "engine-signal", message: "signal 9", arguments: { number: "9" } }, rates: true, graph: false });
    expect(bridge.state.value).toMatchObject({ kind: "on", state: "down", why: "signal 9", graph: false });
    bridge.run({ kind: "analyse", record: kGame, ply: 1, seconds: 60 }, watch);
    await settled();
    line().hear({ type: "failed", id: 2, said: { code: "bridge-engine-down", message: "your engine is not running: signal 9. The bridge starts it again." } });
    expect(ends).toEqual([expect.stringContaining("not running")]);
    bridge.run({ kind: "chances", record: kGame, from: 0, seconds: 1 }, watch);
    bridge.run({ kind: "analyse", record: { ...kGame, position: { board: [] } as never }, ply: 1, seconds: 1 }, watch);
    bridge.run({ kind: "analyse", record: { ...kGame, moves: [...kGame.moves, ...kGame.moves] }, ply: 2, seconds: 1 }, watch);
    await settled();
    expect(ends).toHaveLength(4);
    expect(line().sent).toHaveLength(4);
  });
});

describe("what the bridge says", () => {
  it("is read only in its right form", () => {
    expect(readEngine(kEngine)?.name).toBe("GNU Go");
    expect(readEngine({ ...kEngine, name: "🐈".repeat(50) })?.name).toBe("🐈".repeat(40)); // whole letters
    for (const wrong of [null, 7, [], {}, { name: 5 }, { name: "" }]) expect(readEngine(wrong), JSON.stringify(wrong)).toBeNull();
    expect(readFound(kFound)?.rated).toBe(true);
    const wrongs = [
      { visits: -1 },
      { to_move: 1 },
      { candidates: {} },
      { win_rate: 1.1 },
      { candidates: [{ ...kFound.candidates[0], line: [1] }] },
      { candidates: Array(65).fill(kFound.candidates[0]) },
    ];
    for (const wrong of wrongs) expect(readFound({ ...kFound, ...wrong }), JSON.stringify(wrong).slice(0, 80)).toBeNull();
    expect(readFound({ ...kFound, ownership: [3, -3] })?.analysis.ownership).toEqual([1, -1]);
    expect(readFound({ ...kFound, ownership: ["x"] })?.analysis.ownership).toBeUndefined();
    const move = {
      ply: 1,
      move: "E5",
      by: "black",
      first_wins: 0.5,
      score: null,
      visits: 3,
      loss: 0.1,
      proof: null,
      gave_away: null,
      mark: "bad",
      best: "C3",
      line: ["C3"],
    };
    expect(readMove(move)).toEqual(move);
    for (const wrong of [{ mark: "terrible" }, { ply: "1" }, { visits: null }]) expect(readMove({ ...move, ...wrong }), JSON.stringify(wrong)).toBeNull();
  });
});
