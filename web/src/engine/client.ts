// The page's side of the engine's worker: tasks with answers. A worker that dies fails what it had to do, and the next
// task gets a new one.
import { coreSentence } from "../lang/core_text";
import { t } from "../lang/text";
import type { FromWorker, Task, ToWorker } from "./messages";

/** What of a Worker is used; tests bring their own. */
export interface Line {
  postMessage(message: ToWorker): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface Watch {
  on?(message: FromWorker): void; // "chosen", "analysis", "move"
  end?(error: string | null): void; // once, in words for people; not after `stop`
}

export interface Running {
  stop(): void; // nothing more is told
}

/** Whoever runs tasks: the engine in the browser, or one's own behind the bridge. */
export interface TaskRunner {
  run(task: Task, watch: Watch): Running;
}

export class EngineClient implements TaskRunner {
  private line: Promise<Line> | null = null;
  private readonly watches = new Map<number, Watch>();
  private last = 0;

  constructor(
    private readonly open: () => Line,
    private readonly module: () => Promise<WebAssembly.Module>,
  ) {}

  run(task: Task, watch: Watch): Running {
    const id = ++this.last;
    this.watches.set(id, watch);
    this.connect().then(
      (line) => this.watches.has(id) && line.postMessage({ type: "start", id, task }),
      (error: unknown) => this.end(id, t("The engine could not be loaded: {why}", { why: error instanceof Error ? error.message : String(error) })),
    );
    return {
      stop: () => {
        if (!this.watches.delete(id)) return;
        void this.line?.then((line) => line.postMessage({ type: "stop", id }));
      },
    };
  }

  /** What a player of the task's level might choose: one word, or all that is said in an agreement. */
  choose(task: Extract<Task, { kind: "choose" }>): { words: Promise<string[]>; stop(): void } {
    let running: Running | null = null;
    const words = new Promise<string[]>((resolve, reject) => {
      running = this.run(task, {
        on: (message) => message.type === "chosen" && resolve(message.words),
        end: (error) => error !== null && reject(new Error(error)),
      });
    });
    return { words, stop: () => running?.stop() };
  }

  /** Fetches what is needed, so that it also works when the network is gone. */
  warm(): void {
    this.connect().catch(() => undefined); // whoever needs it will hear
  }

  private connect(): Promise<Line> {
    this.line ??= this.launch().catch((error: unknown) => {
      this.line = null;
      throw error;
    });
    return this.line;
  }

  private async launch(): Promise<Line> {
    const module = await this.module();
    const line = this.open();
    line.onmessage = ({ data }) => {
      if (data.type === "broken") this.lose(line, data.message);
      else if (data.type === "done") this.end(data.id, null);
      else if (data.type === "failed") this.end(data.id, coreSentence(data.said));
      else this.watches.get(data.id)?.on?.(data);
    };
    line.onerror = (event) => this.lose(line, event.message);
    line.postMessage({ type: "load", module });
    return line;
  }

  private lose(line: Line, why: string): void {
    line.terminate();
    this.line = null;
    for (const id of [...this.watches.keys()]) this.end(id, t("The engine stopped ({why}). It is restarting.", { why: why || t("no reason given") }));
  }

  private end(id: number, error: string | null): void {
    const watch = this.watches.get(id);
    this.watches.delete(id);
    watch?.end?.(error);
  }
}
