// The page's side of the bridge through the server (src/state/server_bridge.ts): the list, the engine in use, losses and
// returns. The rules are the real core's; the socket is the test's.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { FromWorker, GameRecord } from "../../src/engine/messages";
import type { BridgeSocket, Surroundings } from "../../src/state/bridge";
import { readListed } from "../../src/state/bridge_messages";
import { ServerBridge } from "../../src/state/server_bridge";
import { Core } from "../../src/wasm/core";

let core: Core;
beforeAll(async () => {
  core = await Core.load(Uint8Array.from(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url))).buffer);
});

class Line implements BridgeSocket {
  sent: Record<string, unknown>[] = [];
  closed = false;
  connecting = true;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {}
  send(text: string): void {
    if (this.connecting) throw new Error("InvalidStateError"); // as browsers do
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    if (!this.connecting) return;
    this.connecting = false;
    this.onopen?.();
  }
  hear(message: unknown): void {
    this.open();
    this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) });
  }
}

const kAddress = "wss://club.example.org/api/bridge/page";
const kEngine = { name: "GNU Go", protocol: "gtp", games: ["go"], sizes: ["9"], used: false };
const kWelcome = { type: "welcome", version: 2, engine: kEngine };
const kGame: GameRecord = { game: "go", options: { size: "9" }, moves: [{ seat: 0, word: "E5" }] };
const list = (names: string[], elsewhere = false) => ({ type: "engines", engines: names.map((name) => ({ ...kEngine, name })), elsewhere });
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function world() {
  const lines: Line[] = [];
  const waits: { run: () => void; milliseconds: number }[] = [];
  const kept = new Map<string, string>();
  const around: Surroundings = {
    open: (url) => {
      lines.push(new Line(url));
      return lines[lines.length - 1] as Line;
    },
    core: () => Promise.resolve(core),
    cryptography: null,
    later: (run, milliseconds) => {
      const one = { run, milliseconds };
      waits.push(one);
      return () => {
        const at = waits.indexOf(one);
        if (at >= 0) waits.splice(at, 1);
      };
    },
    keep: {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    },
  };
  const line = () => lines[lines.length - 1] as Line;
  const make = () => new ServerBridge(around, kAddress, 0.5);
  const used = () => {
    const bridge = make();
    bridge.look();
    line().hear(list(["GNU Go"]));
    bridge.use("GNU Go");
    line().hear(kWelcome);
    line().hear({ type: "engine", state: "ready", rates: true, graph: true });
    return bridge;
  };
  const ends: (string | null)[] = [];
  const told: FromWorker[] = [];
  const watch = { on: (message: FromWorker) => void told.push(message), end: (error: string | null) => void ends.push(error) };
  return { lines, line, waits, kept, make, used, ends, told, watch };
}

describe("the bridge through the server", () => {
  it("lists the engines, uses one, and leaves it", async () => {
    const { line, lines, kept, used, ends, told, watch } = world();
    const bridge = used();
    expect(line().url).toBe(kAddress);
    bridge.look();
    expect(lines).toHaveLength(1);
    expect(line().sent).toEqual([{ type: "use", engine: "GNU Go" }]);
    expect(bridge.state.value).toMatchObject({ kind: "on", state: "ready", engine: { name: "GNU Go" } });
    bridge.run({ kind: "analyse", record: kGame, ply: 1, seconds: 60 }, watch);
    await settled();
    const asked = line().sent[1] as { id: number };
    expect(asked).toMatchObject({ type: "analyse", id: 250_000_001, ply: 1 });
    const candidates = [{ move: "C3", win_rate: 0.4, score: null, visits: 9, prior: 0, line: ["C3", "G7"] }];
    const found = { ply: 1, to_move: "white", visits: 9, win_rate: 0.4, score: null, candidates, final: false };
    line().hear({ type: "analysis", id: asked.id, found });
    line().hear({ type: "analysis", id: 1, found });
    expect(told).toHaveLength(1);
    line().hear({ type: "done", id: asked.id });
    expect(ends).toEqual([null]);
    expect(kept.get("cairn-server-bridge")).toBe("GNU Go");
    bridge.leave();
    expect(line().sent[2]).toEqual({ type: "leave" });
    expect(bridge.state.value).toMatchObject({ kind: "listed", engines: [{ name: "GNU Go" }] });
    expect(kept.size).toBe(0);
  });

  it("waits for an engine that is lost, and says that it is at another server", async () => {
    const { line, used, ends, watch } = world();
    const bridge = used();
    bridge.run({ kind: "report", record: kGame, from: 0, seconds: 1 }, watch);
    await settled();
    line().hear({ type: "gone", engine: "GNU Go", said: { code: "bridge-relay-lost", message: "the connection to your engine was lost" } });
    expect(ends).toEqual([expect.stringMatching(/lost/)]);
    line().hear(list([]));
    expect(bridge.state.value).toMatchObject({ kind: "away", elsewhere: false });
    line().hear(list([], true));
    expect(bridge.state.value).toMatchObject({ kind: "away", elsewhere: true });
    line().hear(list(["GNU Go"]));
    expect(line().sent.at(-1)).toEqual({ type: "use", engine: "GNU Go" });
    line().hear(kWelcome);
    expect(bridge.state.value.kind).toBe("on");
    line().hear({ type: "gone", engine: "GNU Go", said: { code: "bridge-other-page", message: "another page uses the bridge now" } });
    expect(bridge.state.value).toMatchObject({ kind: "listed", problem: expect.stringMatching(/another page/i) as string });
    line().hear(list(["GNU Go"]));
    expect(line().sent.at(-1), "it is not taken back by itself").toEqual({ type: "use", engine: "GNU Go" });
    expect(line().sent.filter((one) => one["type"] === "use")).toHaveLength(2);
  });

  it("comes back when the server does, later and later, and not for ever", () => {
    const { line, lines, waits, used } = world();
    const bridge = used();
    line().onclose?.();
    expect(bridge.state.value.kind).toBe("away");
    expect(waits[0]?.milliseconds).toBe(1000);
    waits.pop()?.run();
    line().hear(list(["GNU Go"]));
    line().hear(kWelcome);
    expect(bridge.state.value.kind).toBe("on");
    line().onclose?.();
    let tries = 0;
    for (; waits.length > 0 && tries < 100; ++tries) {
      waits.pop()?.run();
      line().onclose?.();
    }
    expect(bridge.state.value).toMatchObject({ kind: "off", problem: expect.stringContaining("cannot be reached") as string });
    expect(tries).toBeLessThan(40);
    expect(lines.length).toBe(tries + 2);
  });

  it("is there again when the page is loaded anew, and ends with what the server refuses", () => {
    const { line, lines, kept, waits, make, used } = world();
    used();
    const next = make();
    next.resume();
    next.resume();
    expect(lines).toHaveLength(2);
    line().hear(list(["Other", "GNU Go"]));
    expect(line().sent).toEqual([{ type: "use", engine: "GNU Go" }]);
    line().hear({ type: "refused", code: "bridge-session-ended", message: "you have been signed out; sign in again to use your engine" });
    expect(next.state.value).toMatchObject({ kind: "off", problem: expect.stringMatching(/signed out/) as string });
    expect(line().closed).toBe(true);
    expect(kept.size).toBe(0);
    const late = make();
    late.look();
    line().onclose?.();
    expect(late.state.value).toMatchObject({ kind: "off", problem: expect.stringContaining("cannot be reached") as string });
    expect(waits).toHaveLength(0);
  });

  it("says nothing over a line that is not open yet", () => {
    const { line, make } = world();
    const bridge = make();
    bridge.look();
    bridge.use("GNU Go");
    expect(line().sent).toEqual([]);
    line().hear(list(["GNU Go"]));
    expect(line().sent).toEqual([{ type: "use", engine: "GNU Go" }]);
    const other = make();
    other.look();
    other.leave();
    expect(line().sent).toEqual([]);
  });

  it("closes its line when nobody looks at the list, and not while an engine is used", () => {
    const { line, lines, used, make } = world();
    const bridge = used();
    bridge.rest();
    expect(line().closed).toBe(false);
    expect(bridge.state.value.kind).toBe("on");
    bridge.leave();
    bridge.rest();
    expect(line().closed).toBe(true);
    expect(bridge.state.value).toEqual({ kind: "off", problem: null });
    const looks = make();
    looks.look();
    looks.rest();
    expect(line().closed).toBe(true);
    looks.look();
    expect(lines).toHaveLength(3);
  });

  it("reads the list with care", () => {
    expect(readListed({ engines: [kEngine, null, { name: "" }, 7, { name: "B", games: 7, used: true }], elsewhere: 1 })).toEqual({
      engines: [
        { name: "GNU Go", games: ["go"], sizes: ["9"], used: false },
        { name: "B", games: null, sizes: null, used: true },
      ],
      elsewhere: false,
    });
    expect(readListed({}).engines).toEqual([]);
  });
});
