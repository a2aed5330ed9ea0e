// Engines of one's own that are connected to this server by `cairn bridge --server`, from whatever computer: they are listed,
// one of them is used, and it answers as the engine in the browser does (docs/protocol.md, "The bridge through the server").
import { t } from "../lang/text";
import type { Running, TaskRunner, Watch } from "../engine/client";
import type { Task } from "../engine/messages";
import { kBridgeVersion, type Surroundings } from "./bridge";
import { readEngine, readListed, type ListedEngine, type OwnEngine } from "./bridge_messages";
import { BridgeQuestions, readObject, readRecord, said, whyText } from "./bridge_questions";
import { Store } from "./store";

const kFirstPause = 1000; // milliseconds until it is tried again
const kLastPause = 30_000;
const kLongestAway = 10 * 60_000; // then it is tried no more
const kKept = "cairn-server-bridge"; // in the tab's own storage: the engine's name
const kFirstQuestions = 500_000_000; // two pages number their questions alike almost never

export type ServerBridgeState =
  | { kind: "off"; problem: string | null }
  | { kind: "connecting" }
  | { kind: "listed"; engines: readonly ListedEngine[]; elsewhere: boolean; problem: string | null }
  | { kind: "on"; engine: OwnEngine; state: "starting" | "ready" | "down"; why: string; rates: boolean; graph: boolean }
  | { kind: "away"; engine: OwnEngine; elsewhere: boolean };

type Socket = ReturnType<Surroundings["open"]>;

export class ServerBridge implements TaskRunner {
  readonly state = new Store<ServerBridgeState>({ kind: "off", problem: null });
  private socket: Socket | null = null;
  private isOpen = false; // texts can go over the socket
  private readonly questions: BridgeQuestions;
  private listed: { engines: readonly ListedEngine[]; elsewhere: boolean } = { engines: [], elsewhere: false };
  private wanted: string | null = null; // the engine's name
  private engine: OwnEngine | null = null; // that is used, or was before it was lost
  private pause = kFirstPause;
  private waited = 0; // milliseconds since it was lost
  private forget: (() => void) | null = null;

  /** `address`: of this server's socket for pages. */
  constructor(
    private readonly around: Surroundings,
    private readonly address: string,
    numbers: number = Math.random(),
  ) {
    this.questions = new BridgeQuestions(
      {
        core: () => around.core(),
        away: () => (this.state.value.kind === "on" ? null : this.away()),
        send: (message) => this.send(message),
      },
      Math.floor(numbers * kFirstQuestions),
    );
  }

  /** Lists the engines from now on. */
  look(): void {
    if (this.socket || this.forget) return;
    this.state.set({ kind: "connecting" });
    this.open();
  }

  /** Nobody looks at the list any more: the connection ends, unless an engine is used or waited for. */
  rest(): void {
    if (this.wanted === null && this.state.value.kind !== "off") this.end(null);
  }

  /** As before the page was loaded anew, if it used one then. */
  resume(): void {
    const name = this.around.keep?.getItem(kKept) ?? null;
    if (name === null || this.wanted !== null || this.state.value.kind !== "off") return;
    this.wanted = name;
    this.look();
  }

  use(name: string): void {
    this.wanted = name;
    this.around.keep?.setItem(kKept, name);
    this.send({ type: "use", engine: name });
  }

  /** The engine is used no more. */
  leave(): void {
    this.drop(null, this.away());
    this.send({ type: "leave" });
    if (!this.socket) this.end(null);
  }

  run(task: Task, watch: Watch): Running {
    return this.questions.run(task, watch);
  }

  private open(): void {
    let socket: Socket;
    try {
      socket = this.around.open(this.address);
    } catch {
      return this.end(t("The server cannot be reached. Check your connection and try again."));
    }
    this.socket = socket;
    this.isOpen = false;
    socket.onopen = () => {
      if (this.socket === socket) this.isOpen = true;
    };
    socket.onmessage = ({ data }) => {
      if (this.socket === socket && typeof data === "string") this.hear(data);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  private lose(): void {
    this.socket = null;
    this.isOpen = false;
    const known = this.state.value.kind !== "connecting" || this.waited > 0 || this.wanted !== null;
    this.questions.failAll(this.away());
    if (!known || this.waited >= kLongestAway) return this.end(t("The server cannot be reached. Check your connection and try again."));
    this.state.set(this.engine ? { kind: "away", engine: this.engine, elsewhere: false } : { kind: "connecting" });
    this.waited += this.pause;
    this.forget = this.around.later(() => {
      this.forget = null;
      this.open();
    }, this.pause);
    this.pause = Math.min(2 * this.pause, kLastPause);
  }

  private end(problem: string | null): void {
    const socket = this.socket;
    this.socket = null;
    this.isOpen = false;
    this.forget?.();
    this.forget = null;
    this.wanted = this.engine = null;
    this.pause = kFirstPause;
    this.waited = 0;
    this.around.keep?.removeItem(kKept);
    socket?.close();
    this.questions.failAll(this.away());
    this.state.set({ kind: "off", problem });
  }

  /** The list is shown again. */
  private drop(problem: string | null, why: string): void {
    this.wanted = this.engine = null;
    this.around.keep?.removeItem(kKept);
    this.state.set({ kind: "listed", ...this.listed, problem });
    this.questions.failAll(why);
  }

  private away(): string {
    return t("The bridge to your engine does not answer.");
  }

  private send(message: object): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message)); // else the list comes first, and then what is wanted is asked for
  }

  private hear(text: string): void {
    const message = readObject(text);
    if (!message) return;
    if (message["type"] === "engines") return this.hearList(message);
    if (message["type"] === "welcome") return this.welcome(message);
    if (message["type"] === "refused") return this.end(said(message));
    if (message["type"] === "engine") return this.hearState(message);
    if (message["type"] === "gone") return this.hearGone(message);
    this.questions.hear(message);
  }

  private hearList(message: Record<string, unknown>): void {
    this.listed = readListed(message);
    this.pause = kFirstPause;
    this.waited = 0;
    const state = this.state.value;
    if (state.kind === "on") return;
    const there = this.listed.engines.some((one) => one.name === this.wanted);
    if (there) this.send({ type: "use", engine: this.wanted });
    else if (state.kind === "away") this.state.set({ ...state, elsewhere: this.listed.elsewhere });
    else this.state.set({ kind: "listed", ...this.listed, problem: state.kind === "listed" ? state.problem : null });
  }

  private welcome(message: Record<string, unknown>): void {
    const engine = message["version"] === kBridgeVersion ? readEngine(message["engine"]) : null;
    if (!engine) return this.end(t("The bridge and this page do not understand each other. Use versions that belong together."));
    if (engine.name !== this.wanted) return; // another was chosen meanwhile
    this.engine = engine;
    this.state.set({ kind: "on", engine, state: "starting", why: "", rates: true, graph: true });
  }

  private hearState(message: Record<string, unknown>): void {
    const { state, why, rates, graph } = message;
    if (this.state.value.kind !== "on" || (state !== "starting" && state !== "ready" && state !== "down")) return;
    this.state.set({ ...this.state.value, state, why: whyText(why), rates: rates === true, graph: graph === true });
  }

  /** Its connection was lost, and it may come back; or another page uses it. */
  private hearGone(message: Record<string, unknown>): void {
    if (message["engine"] !== this.wanted) return;
    const why = readRecord(message["said"]) ?? {};
    if (why["code"] === "bridge-other-page" || !this.engine) return this.drop(said(why), said(why));
    this.state.set({ kind: "away", engine: this.engine, elsewhere: this.listed.elsewhere });
    this.questions.failAll(said(why));
  }
}
