// What a page asks of an engine of its reader's own, by whatever way it is reached, and what comes back: only what has the
// right form is shown, and lines are played by the rules.
import { coreText } from "../lang/core_text";
import type { Message } from "../lang/messages";
import { t } from "../lang/text";
import type { Running, TaskRunner, Watch } from "../engine/client";
import { Lines, play } from "../engine/lines";
import type { Task } from "../engine/messages";
import type { Core, Position } from "../wasm/core";
import { readFound, readMove } from "./bridge_messages";

/** How it is reached. */
export interface BridgeWay {
  core(): Promise<Core>;
  /** Why nothing can be asked now; null: it can. */
  away(): string | null;
  send(message: object): void;
}

interface Asked {
  task: Task;
  watch: Watch;
  lines: Lines | null;
  seat: number;
  position: Position | null;
}

export class BridgeQuestions implements TaskRunner {
  private readonly asked = new Map<number, Asked>();

  /** `last`: what questions are numbered from. */
  constructor(
    private readonly way: BridgeWay,
    private last = 0,
  ) {}

  run(task: Task, watch: Watch): Running {
    const id = ++this.last;
    const asked: Asked = { task, watch, lines: null, seat: 0, position: null };
    this.asked.set(id, asked);
    void this.ask(id, asked);
    return {
      stop: () => {
        if (!this.asked.has(id)) return;
        this.drop(id);
        if (this.way.away() === null) this.way.send({ type: "stop", id });
      },
    };
  }

  private async ask(id: number, asked: Asked): Promise<void> {
    const { task } = asked;
    if (task.kind !== "analyse" && task.kind !== "report") return this.finish(id, t("Your own engine can analyse games for two players only."));
    try {
      const core = await this.way.core();
      if (this.asked.get(id) !== asked) return;
      if (task.record.position || task.record.later) return this.finish(id, t("Your own engine cannot begin with a position that was set up."));
      if (task.kind === "analyse") begin(core, asked, task);
    } catch (error) {
      return this.finish(id, error instanceof Error ? error.message : String(error));
    }
    const away = this.way.away();
    if (away !== null) return this.finish(id, away);
    const { game, options, moves } = task.record;
    const record = { format: "cairn-record", version: 1, game, options, moves: moves.map((move) => [move.seat, move.word]) };
    this.way.send({ type: task.kind, id, record, ply: task.kind === "analyse" ? task.ply : task.from, seconds: task.seconds });
  }

  /** A message about a question; others are passed over. */
  hear(message: Record<string, unknown>): void {
    const id = typeof message["id"] === "number" ? message["id"] : -1;
    const asked = this.asked.get(id);
    if (!asked) return;
    if (message["type"] === "failed") this.finish(id, said(readRecord(message["said"]) ?? {}));
    else if (message["type"] === "done") this.finish(id, null);
    else if (message["type"] === "analysis" && asked.lines) {
      const found = readFound(message["found"]);
      if (found)
        asked.watch.on?.({ type: "analysis", id, found: { ...asked.lines.of(found.analysis, asked.seat), ...(found.rated ? {} : { unrated: true }) } });
    } else if (message["type"] === "move") {
      const move = readMove(message["move"]);
      if (move) asked.watch.on?.({ type: "move", id, move });
    }
  }

  failAll(why: string): void {
    for (const id of [...this.asked.keys()]) this.finish(id, why);
  }

  private finish(id: number, error: string | null): void {
    const asked = this.drop(id);
    asked?.watch.end?.(error);
  }

  private drop(id: number): Asked | undefined {
    const asked = this.asked.get(id);
    this.asked.delete(id);
    asked?.position?.free();
    return asked;
  }
}

/** The position that lines are played from. */
function begin(core: Core, asked: Asked, task: Extract<Task, { kind: "analyse" }>): void {
  const position = core.create(task.record.game, task.record.options);
  asked.position = position;
  for (const move of task.record.moves.slice(0, task.ply)) play(position, move);
  asked.seat = position.view().to_act[0] ?? 0;
  asked.lines = new Lines(position);
}

export function readRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}

export function readObject(text: string): Record<string, unknown> | null {
  try {
    return readRecord(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The sentence of a refusal, in the language in use. */
export function said(message: Record<string, unknown>): string {
  return typeof message["message"] === "string" ? coreText(message as unknown as Message) : t("The bridge ended the connection.");
}

/** Why an engine is down: a message with its code; "": there is no reason. */
export function whyText(why: unknown): string {
  const message = readRecord(why);
  return message ? said(message) : "";
}
