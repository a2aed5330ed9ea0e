import { describe, expect, it, vi } from "vitest";
import { OwnStream, type Surroundings } from "../../src/state/own_stream";
import type { Card } from "../../src/net/protocol";
import { inOrder, keepTables, keptTables, kNoTables, takeLine, turnsOf, type OwnLine, type OwnTables } from "../../src/state/own_tables";

const card = (id: string, part: Partial<Card> = {}): Card => ({
  number: 1,
  id,
  game: "go",
  title: "Go",
  options: {},
  clock: "none",
  rated: false,
  seats: [],
  you: 0,
  your_turn: false,
  due: null,
  hurry: false,
  over: false,
  created: 0,
  changed: null,
  ...part,
});
const line = (number: number, table: Card): OwnLine => ({ type: "table", number, news: "changed", table });
const ids = (cards: readonly Card[]) => cards.map((one) => one.id);

describe("own tables", () => {
  it("stand as they were told last, and go when they are over", () => {
    let own = [line(4, card("a")), line(6, card("b")), line(7, card("a", { your_turn: true }))].reduce(takeLine, kNoTables);
    expect(own.ready).toBe(false);
    own = takeLine(own, { type: "ready", number: 7 });
    expect([own.ready, own.number, ids(own.cards)]).toEqual([true, 7, ["b", "a"]]);
    own = takeLine(own, line(9, card("b", { over: true })));
    expect(own.cards).toEqual([card("a", { your_turn: true })]);
    expect(own.number).toBe(9);
  });

  it("are ordered by what presses", () => {
    const cards = [
      card("theirs", { due: 1 }),
      card("new", { your_turn: true, changed: 9 }),
      card("old", { your_turn: true, changed: 2 }),
      card("clock", { your_turn: true, due: 500, changed: 9 }),
      card("hurry", { your_turn: true, hurry: true, due: 900, changed: 9 }),
    ];
    expect(ids(inOrder(cards))).toEqual(["hurry", "clock", "old", "new", "theirs"]);
    expect(ids(turnsOf(cards, "hurry"))).toEqual(["clock", "old", "new"]);
  });

  it("are kept for the next visit, and read without fear", () => {
    const kept = new Map<string, string>();
    expect(keptTables()).toEqual([]); // nothing to keep them in
    keepTables([card("a")]);
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
    keepTables([card("a"), card("b", { your_turn: true })]);
    expect(ids(keptTables())).toEqual(["b", "a"]);
    for (const text of ["", "{}", "[null]", '[{"id":1}]', '[{"id":"a"}]']) {
      kept.set("cairn.tables", text);
      expect(keptTables()).toEqual([]);
    }
    keepTables([]);
    expect(kept.size).toBe(0);
    vi.unstubAllGlobals();
  });
});

describe("the stream of one's own tables", () => {
  /** A server of the test's: hands out pieces until it breaks the line. */
  class World implements Surroundings {
    asked: (number | null)[] = [];
    waits: { ms: number; run: () => void }[] = [];
    somebody = true;
    cards: Card[] = [];
    private push: ((piece: string | null) => void) | null = null;
    async open(after: number | null): Promise<AsyncIterable<string> | null> {
      this.asked.push(after);
      if (!this.somebody) return null;
      const queue: (string | null)[] = [];
      let wake = () => {};
      this.push = (piece) => {
        queue.push(piece);
        wake();
      };
      return (async function* () {
        for (;;) {
          while (queue.length === 0) await new Promise<void>((go) => (wake = go));
          const piece = queue.shift();
          if (piece == null) throw new Error("lost");
          yield piece;
        }
      })();
    }
    list = async () => this.cards;
    later = (ms: number, run: () => void) => {
      const one = { ms, run };
      this.waits.push(one);
      return () => void (this.waits = this.waits.filter((other) => other !== one));
    };
    async say(piece: string | null): Promise<void> {
      this.push?.(piece);
      for (let i = 0; i < 20; ++i) await Promise.resolve();
    }
    retry(): void {
      const at = this.waits.findIndex((one) => one.ms < 40_000);
      this.waits.splice(at, 1)[0]?.run();
    }
  }
  const settle = async () => {
    for (let i = 0; i < 20; ++i) await Promise.resolve();
  };
  const begin = async (world = new World()) => {
    const told: OwnTables[] = [];
    const stream = new OwnStream(world, (own) => told.push(own));
    stream.start();
    await settle();
    return { world, told, stream };
  };

  it("puts lines together, tells when all are there, and goes on behind what it heard", async () => {
    const { world, told } = await begin();
    const text = JSON.stringify(line(3, card("a")));
    await world.say(text.slice(0, 10));
    await world.say(`${text.slice(10)}\n`);
    expect(told).toEqual([]);
    await world.say('{"type":"ready","number":3}\n\n');
    expect(told.map((own) => ids(own.cards))).toEqual([["a"]]);
    await world.say(null);
    expect(world.asked).toEqual([null]);
    world.retry();
    await settle();
    expect(world.asked).toEqual([null, 3]);
    await world.say(`${JSON.stringify(line(5, card("a", { over: true })))}\n`);
    expect(told.at(-1)?.cards).toEqual([]);
  });

  it("asks for the list where the stream breaks before it was ready, and begins anew", async () => {
    const world = new World();
    world.cards = [card("x")];
    const { told } = await begin(world);
    await world.say(`${JSON.stringify(line(3, card("gone meanwhile")))}\n`);
    await world.say(null);
    expect(told.map((own) => ids(own.cards))).toEqual([["x"]]);
    world.retry();
    await settle();
    expect(world.asked).toEqual([null, null]);
    await world.say('{"type":"ready","number":3}\n');
    expect(told.at(-1)).toEqual({ cards: [], number: 3, ready: true });
  });

  it("does not ask again for nobody, until somebody came", async () => {
    const world = new World();
    world.somebody = false;
    const { told, stream } = await begin(world);
    expect(told).toEqual([{ ...kNoTables, ready: true }]);
    expect(world.waits).toEqual([]);
    world.somebody = true;
    stream.start();
    await settle();
    expect(world.asked.length).toBe(2);
  });

  it("looks at the list as well, but believes what was told meanwhile", async () => {
    const { world, told, stream } = await begin();
    world.cards = [card("paired")];
    await stream.refresh(); // not ready: the stream says all
    expect(told).toEqual([]);
    await world.say('{"type":"ready","number":1}\n');
    await stream.refresh();
    expect(ids(told.at(-1)?.cards ?? [])).toEqual(["paired"]);
    world.cards = [];
    const asked = stream.refresh();
    await world.say(`${JSON.stringify(line(2, card("paired", { your_turn: true })))}\n`);
    await asked;
    expect(told.at(-1)?.cards).toEqual([card("paired", { your_turn: true })]);
  });

  it("hears nothing of the line before, once it was stopped", async () => {
    const { world, told, stream } = await begin();
    await world.say('{"type":"ready","number":1}\n');
    stream.forget();
    await world.say(`${JSON.stringify(line(2, card("another's")))}\n`);
    expect(told.at(-1)).toEqual(kNoTables);
  });
});
