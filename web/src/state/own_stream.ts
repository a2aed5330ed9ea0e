// The stream of one's own tables: it never gives up, and goes on behind what it heard last. Where it cannot be had, the
// list is asked for instead.
import { kNoTables, takeLine, type OwnLine, type OwnTables } from "./own_tables";
import { ApiError, fetchOwnTables } from "../net/api";
import type { Card } from "../net/protocol";
import { later } from "../net/table_connection";

/** What of the browser is used; tests bring their own. */
export interface Surroundings {
  /** The pieces of text as they come; null where this browser is nobody. Throws where there is no answer. */
  open(after: number | null, stop: AbortSignal): Promise<AsyncIterable<string> | null>;
  list(): Promise<Card[]>;
  later(ms: number, run: () => void): () => void; // returns how to cancel
}

const kFirstWaitMs = 500;
const kLongestWaitMs = 15_000;
const kListed = 100; // tables in a list, at most
const kSilentMs = 40_000; // the server sends an empty line every 15 s

export class OwnStream {
  private own = kNoTables;
  private stopper: AbortController | null = null;
  private cancel: (() => void) | null = null;
  private wait = kFirstWaitMs;

  constructor(
    private readonly world: Surroundings,
    private readonly tell: (own: OwnTables) => void,
  ) {}

  /** Also after `stop`: it goes on where it was. */
  start(): void {
    if (this.stopper) return;
    this.cancel?.();
    this.wait = kFirstWaitMs;
    void this.run();
  }

  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.stopper?.abort();
    this.stopper = null;
  }

  /** What it holds is somebody else's. */
  forget(): void {
    this.stop();
    this.own = kNoTables;
    this.tell(this.own);
  }

  /** Of tables that others made (a pairing, a round) the stream of a lone server tells nothing before their first move. */
  async refresh(): Promise<void> {
    const before = this.own;
    if (!before.ready || !this.stopper) return;
    try {
      const cards = await this.world.list();
      if (this.own !== before) return; // what was told meanwhile is newer
      this.own = { ...before, cards: cards.length < kListed ? cards : [...cards, ...before.cards.filter((old) => cards.every((one) => one.id !== old.id))] };
      this.tell(this.own);
    } catch {
      // The stream says when the line is lost.
    }
  }

  private async run(): Promise<void> {
    const stopper = new AbortController();
    this.stopper = stopper;
    const gone = () => stopper !== this.stopper;
    let silence = this.world.later(kSilentMs, () => stopper.abort());
    try {
      const pieces = await this.world.open(this.own.ready ? this.own.number : null, stopper.signal);
      if (gone()) return;
      if (pieces === null) {
        this.stopper = null; // until somebody comes
        this.own = { ...kNoTables, ready: true };
        return this.tell(this.own);
      }
      let rest = "";
      for await (const piece of pieces) {
        if (gone()) return;
        silence();
        silence = this.world.later(kSilentMs, () => stopper.abort());
        const lines = (rest + piece).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line !== "") this.take(JSON.parse(line) as OwnLine);
        if (this.own.ready) this.tell(this.own);
      }
    } catch {
      // Lost: tried again below.
    } finally {
      silence();
    }
    if (gone()) return;
    this.stopper = null;
    this.cancel = this.world.later(this.wait, () => void this.run());
    this.wait = Math.min(kLongestWaitMs, this.wait * 2);
    if (this.own.ready) return;
    this.own = kNoTables;
    await this.askForList();
  }

  private take(line: OwnLine): void {
    this.own = takeLine(this.own, line);
    if (line.type === "ready") this.wait = kFirstWaitMs;
  }

  private async askForList(): Promise<void> {
    try {
      const cards = await this.world.list();
      if (!this.own.ready) this.tell({ ...kNoTables, cards });
    } catch {
      // The stream is tried again anyway.
    }
  }
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncIterable<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

export const browserSurroundings: Surroundings = {
  async open(after, stop) {
    const response = await fetch(`/api/stream${after === null ? "" : `?after=${after}`}`, { credentials: "same-origin", signal: stop });
    if (response.status === 401) return null;
    if (!response.ok || !response.body) throw new ApiError(response.status, { code: "http", message: "no stream" }); // lang: none
    return piecesOf(response.body);
  },
  list: async () => (await fetchOwnTables()).tables,
  later,
};
