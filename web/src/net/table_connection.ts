// A table's WebSocket that never gives up: it reconnects, and a command without an answer is sent again with the same
// request id, so that it counts once however often the line breaks.
import { wrote } from "./fresh";
import type { Command, FromServer, Wish } from "./protocol";

export type Link = "connecting" | "live" | "lost";

export interface Listener {
  link(link: Link): void;
  message(message: FromServer): void;
  pending(command: Command | null): void;
  gone(why: string): void; // the table cannot be shown at all
}

/** What a page holds of its table, on a server or here. */
export interface TableLine {
  open(): void;
  close(): void;
  /** Sends now or as soon as the line is back. Only one command waits at a time; a second is refused. */
  send(command: Wish): boolean;
  retryNow(): void; // e.g. when the browser says that it is on-line again
  renew(): void; // opens the line anew, e.g. because the viewer took a seat
}

/** What of the browser is used; tests bring their own. */
export interface Surroundings {
  open(): WebSocket;
  later(ms: number, run: () => void): () => void; // returns how to cancel
  request(): string; // a fresh request id
}

const kFirstWaitMs = 400;
const kLongestWaitMs = 8000;
const kAnswerMs = 10_000; // a silent line is taken for dead

export class TableConnection implements TableLine {
  private socket: WebSocket | null = null;
  private wait = kFirstWaitMs;
  private waiting: Command | null = null;
  private cancelRetry: (() => void) | null = null;
  private cancelAnswer: (() => void) | null = null;
  private closed = false;

  constructor(
    private readonly world: Surroundings,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.closed = false;
    this.connect();
  }

  close(): void {
    this.closed = true;
    this.cancelRetry?.();
    this.cancelAnswer?.();
    this.drop();
  }

  send(command: Wish): boolean {
    if (this.waiting) return false;
    this.waiting = { request: this.world.request(), ...command };
    this.listener.pending(this.waiting);
    this.transmit();
    return true;
  }

  retryNow(): void {
    if (this.closed || this.socket) return;
    this.cancelRetry?.();
    this.connect();
  }

  renew(): void {
    if (this.closed) return;
    this.cancelRetry?.();
    this.drop();
    this.connect();
  }

  private connect(): void {
    this.listener.link("connecting");
    const socket = this.world.open();
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.wait = kFirstWaitMs;
      this.listener.link("live");
    };
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.socket) this.receive(String(event.data));
    };
    socket.onclose = socket.onerror = () => {
      if (socket === this.socket) this.lose();
    };
  }

  private lose(): void {
    this.drop();
    this.cancelAnswer?.();
    this.listener.link("lost");
    if (this.closed) return;
    this.cancelRetry = this.world.later(this.wait, () => this.connect());
    this.wait = Math.min(kLongestWaitMs, this.wait * 2);
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
  }

  private receive(text: string): void {
    let message: FromServer;
    try {
      message = JSON.parse(text) as FromServer;
    } catch {
      return; // not ours
    }
    if ((message.type === "reply" || message.type === "refused") && message.request === this.waiting?.request) this.settle();
    this.listener.message(message);
    // The first word of a fresh line is the state; then what was not answered goes out again.
    if (message.type === "state") this.transmit();
  }

  private settle(): void {
    wrote();
    this.waiting = null;
    this.cancelAnswer?.();
    this.cancelAnswer = null;
    this.listener.pending(null);
  }

  private transmit(): void {
    if (!this.waiting || this.socket?.readyState !== 1) return;
    this.socket.send(JSON.stringify({ type: "command", ...this.waiting }));
    this.cancelAnswer?.();
    this.cancelAnswer = this.world.later(kAnswerMs, () => this.lose());
  }
}

export function browserSurroundings(url: string): Surroundings {
  return { open: () => new WebSocket(url), later, request: freshId };
}

export function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** Random letters and digits that nobody else has. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
