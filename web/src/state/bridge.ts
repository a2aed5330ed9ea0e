// The bridge to an engine on the reader's own machine, `cairn bridge` (docs/protocol.md, "The bridge"): it is found by the
// code that the program shows, comes back after a loss, and answers as the engine in the browser does. What it says is
// read with care: only what has the right form is shown, and lines are played by the rules.
import { t } from "../lang/text";
import type { Running, TaskRunner, Watch } from "../engine/client";
import type { Task } from "../engine/messages";
import type { Core } from "../wasm/core";
import { readEngine, type OwnEngine } from "./bridge_messages";
import { freshNonce, proofOf, secretOfCode, secretOfKey, type Challenge, type Cryptography } from "./bridge_proof";
import { BridgeQuestions, readObject, said, whyText } from "./bridge_questions";
import { Store } from "./store";

export const kBridgeVersion = 2;
const kFirstPort = 21271;
const kPorts = 4;
const kFirstPause = 1000; // milliseconds until it is tried again
const kLastPause = 10_000;
const kLongestAway = 10 * 60_000; // then it is tried no more
const kPatience = 60_000; // until it lets the page in; a browser may ask the person first
const kMostEarly = 8; // messages
const kKept = "cairn-bridge"; // in the tab's own storage

/** What of a WebSocket is used; tests bring their own. */
export interface BridgeSocket {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Surroundings {
  open(url: string): BridgeSocket;
  core(): Promise<Core>;
  later(run: () => void, milliseconds: number): () => void; // returns how to forget it
  cryptography: Cryptography | null; // null: the page is not encrypted, and browsers keep it back
  keep: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
}

export type BridgeState =
  | { kind: "off"; problem: string | null }
  | { kind: "connecting" }
  | { kind: "on"; engine: OwnEngine; state: "starting" | "ready" | "down"; why: string; rates: boolean; graph: boolean }
  | { kind: "away"; engine: OwnEngine };

interface Proving {
  challenge: Challenge;
  secret: CryptoKey;
}

interface Kept {
  port: number;
  key: string;
}

/** At which port the bridge with this code is; null: it is no code. */
export function portOf(code: string): number | null {
  const plain = code.replace(/[\s-]/g, "");
  const which = Number(plain.charAt(0));
  return plain.length === 12 && which >= 1 && which <= kPorts ? kFirstPort + which - 1 : null;
}

export class Bridge implements TaskRunner {
  readonly state = new Store<BridgeState>({ kind: "off", problem: null });
  private socket: BridgeSocket | null = null;
  private pairing: { port: number; code: string } | null = null;
  private kept: Kept | null = null;
  private engine: OwnEngine | null = null;
  private readonly questions: BridgeQuestions;
  private nonce = ""; // of this connection
  private readonly early: string[] = []; // what came while it was checked
  private proving: Proving | null = null; // by a code: what the bridge has still to prove
  private pause = kFirstPause;
  private waited = 0; // milliseconds since it was lost
  private forget: (() => void) | null = null;

  constructor(private readonly around: Surroundings) {
    this.questions = new BridgeQuestions({
      core: () => around.core(),
      away: () => (this.state.value.kind === "on" ? null : this.away()),
      send: (message) => this.socket?.send(JSON.stringify(message)),
    });
  }

  /** With the code that the program shows. */
  connect(code: string): void {
    const port = portOf(code);
    if (port === null) return this.end(t("A code has twelve letters and digits, such as 1K7Q-M3XN-9TWD."));
    this.leave();
    this.pairing = { port, code };
    this.open(port);
  }

  /** As before the page was loaded anew, if it was connected then. */
  resume(): void {
    if (this.state.value.kind !== "off" || this.kept) return;
    const kept = readKept(this.around.keep?.getItem(kKept) ?? null);
    if (!kept) return;
    this.kept = kept;
    this.open(kept.port);
  }

  leave(): void {
    this.end(null);
  }

  run(task: Task, watch: Watch): Running {
    return this.questions.run(task, watch);
  }

  private open(port: number): void {
    this.forget?.();
    this.forget = null;
    const { cryptography } = this.around;
    if (!cryptography) return this.end(t("Only a page by https:// or of this computer can use a bridge. Open this server by https://."));
    this.nonce = freshNonce(cryptography);
    if (!this.engine) this.state.set({ kind: "connecting" });
    let socket: BridgeSocket;
    try {
      socket = this.around.open(`ws://127.0.0.1:${port}/bridge`);
    } catch {
      return this.lose(); // the page may not connect at all
    }
    this.socket = socket;
    this.forget = this.around.later(() => {
      this.waited += kPatience;
      if (this.socket === socket) socket.close(); // another program may be there
    }, kPatience);
    this.proving = null;
    this.early.length = 0;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", version: kBridgeVersion, by: this.kept ? "key" : "code", nonce: this.nonce }));
    socket.onmessage = ({ data }) => {
      if (this.socket === socket && typeof data === "string") this.hear(data, socket);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private lose(): void {
    this.socket = null;
    this.forget?.();
    this.forget = null;
    this.questions.failAll(this.away());
    // Whoever was not in since the page was loaded can only type a code.
    if (!this.kept || !this.engine) return this.end(t("No bridge answers on this computer. Start it, and type the code that it shows."));
    if (this.waited >= kLongestAway) return this.end(t("The bridge has not answered for ten minutes. Start it again, and type the code that it shows."));
    this.state.set({ kind: "away", engine: this.engine });
    const { port } = this.kept;
    this.waited += this.pause;
    this.forget = this.around.later(() => this.open(port), this.pause);
    this.pause = Math.min(2 * this.pause, kLastPause);
  }

  private end(problem: string | null): void {
    const socket = this.socket;
    this.socket = null;
    this.forget?.();
    this.forget = null;
    this.pairing = this.kept = this.engine = this.proving = null;
    this.pause = kFirstPause;
    this.waited = 0;
    this.around.keep?.removeItem(kKept);
    socket?.close();
    this.questions.failAll(this.away());
    this.state.set({ kind: "off", problem });
  }

  private away(): string {
    return t("The bridge to your engine does not answer.");
  }

  private hear(text: string, socket: BridgeSocket): void {
    const message = readObject(text);
    if (!message) return;
    if (message["type"] === "challenge") return void this.prove(message, socket).catch(() => this.socket === socket && this.end(this.stranger()));
    if (message["type"] === "welcome") return void this.welcome(message, socket).catch(() => this.socket === socket && this.end(this.stranger()));
    if (message["type"] === "refused") return this.end(said(message));
    if (this.state.value.kind !== "on") return void (this.early.length < kMostEarly && this.early.push(text)); // until the welcome is checked
    if (message["type"] === "engine") return this.hearState(message);
    this.questions.hear(message);
  }

  /** A key is proven to a bridge that has proven that it knows it; a code, which a person has just read, before that. */
  private async prove(message: Record<string, unknown>, socket: BridgeSocket): Promise<void> {
    const { cryptography } = this.around;
    const port = this.kept?.port ?? this.pairing?.port;
    if (!cryptography || port === undefined || typeof message["nonce"] !== "string" || this.proving) return;
    const { kept, pairing } = this;
    const challenge: Challenge = { by: kept ? "key" : "code", port, page: this.nonce, bridge: message["nonce"] };
    const secret = kept ? await secretOfKey(cryptography, kept.key) : await secretOfCode(cryptography, pairing?.code ?? "", message["salt"], message["rounds"]);
    if (this.socket !== socket) return;
    const known = secret !== null && (kept === null || message["proof"] === (await proofOf(cryptography, secret, "bridge", challenge)));
    const proof = known ? await proofOf(cryptography, secret, "page", challenge) : null;
    if (this.socket !== socket) return;
    if (secret === null || proof === null) return this.end(this.stranger());
    this.proving = { challenge, secret };
    socket.send(JSON.stringify({ type: "proof", proof }));
  }

  private async welcome(message: Record<string, unknown>, socket: BridgeSocket): Promise<void> {
    const { cryptography } = this.around;
    const { proving, kept, pairing } = this;
    if (!cryptography || !proving) return this.end(this.stranger());
    if (!kept && message["proof"] !== (await proofOf(cryptography, proving.secret, "bridge", proving.challenge)))
      return this.socket === socket ? this.end(this.stranger()) : undefined;
    if (this.socket !== socket) return;
    const engine = message["version"] === kBridgeVersion ? readEngine(message["engine"]) : null;
    const key = kept?.key ?? message["key"];
    const port = kept?.port ?? pairing?.port;
    if (!engine || typeof key !== "string" || key === "" || port === undefined)
      return this.end(t("The bridge and this page do not understand each other. Use versions that belong together."));
    this.forget?.();
    this.forget = null;
    this.kept = { port, key };
    this.pairing = this.proving = null;
    this.engine = engine;
    this.pause = kFirstPause;
    this.waited = 0;
    this.around.keep?.setItem(kKept, JSON.stringify(this.kept));
    this.state.set({ kind: "on", engine, state: "starting", why: "", rates: true, graph: true });
    this.early.splice(0).forEach((one) => this.hear(one, socket));
  }

  private stranger(): string {
    return t("The bridge was started again, or another program answers in its place. Type the code that the bridge shows now.");
  }

  private hearState(message: Record<string, unknown>): void {
    const { state, why, rates, graph } = message;
    if (this.state.value.kind !== "on" || (state !== "starting" && state !== "ready" && state !== "down")) return;
    this.state.set({ ...this.state.value, state, why: whyText(why), rates: rates === true, graph: graph === true });
  }
}

function readKept(text: string | null): Kept | null {
  const kept = text === null ? null : readObject(text);
  const { port, key } = kept ?? {};
  const known = typeof port === "number" && port >= kFirstPort && port < kFirstPort + kPorts;
  return known && typeof key === "string" ? { port, key } : null;
}
