// The engine's tasks, a short piece of each in turn, so that a message is answered between two pieces. Runs in the
// worker; tests run it without one.
import type { View } from "../net/protocol";
import { CoreError, type Position } from "../wasm/core";
import type { Analysis, Engine, EngineCore } from "../wasm/engine";
import { Lines, play } from "./lines";
import type { FromWorker, GameRecord, Task } from "./messages";

const kPieceMs = 24;
const kTellMs = 220;
const kFirstTellMs = 90;
const kMemory = 96; // MiB, of each engine
const kChooseSeconds = 15; // of a level, on boards so large that its playouts take longer
const kCandidates = 16;
const kFullLevel = 10; // of an analysis

export class Tasks {
  private readonly running = new Map<number, Generator<void>>();
  private readonly waiting = new Set<number>(); // for a file
  private readonly missing = new Set<string>(); // files that could not be had: the engine plays without
  private awake = false;
  // The analysis of a game keeps its engine, so that what the next position shares with the last is not lost.
  private kept: { made: string; engine: Engine } | null = null;
  private analysing = 0;

  constructor(
    private readonly core: EngineCore,
    private readonly post: (message: FromWorker) => void,
    private readonly later: (run: () => void) => void,
    private readonly fetchFile: (name: string) => Promise<ArrayBuffer | null>,
  ) {}

  start(id: number, task: Task): void {
    if (this.fileFor(task) === "") {
      this.running.set(id, this.work(id, task));
      this.wake();
      return;
    }
    this.waiting.add(id);
    void this.takeAll(task).then(() => {
      if (!this.waiting.delete(id)) return;
      this.running.set(id, this.work(id, task));
      this.wake();
    });
  }

  /** Ends a task; nothing more is told of it. */
  stop(id: number): void {
    this.waiting.delete(id);
    this.running.get(id)?.return(undefined);
    this.running.delete(id);
  }

  private fileFor({ record, ...task }: Task): string {
    try {
      const position = this.core.create(record.game, record.options, record.position, record.later);
      try {
        const name = this.core.fileWanted(position, task.kind === "choose" ? task.level : kFullLevel);
        return this.missing.has(name) ? "" : name;
      } finally {
        position.free();
      }
    } catch (error) {
      if (error instanceof CoreError) return ""; // the task itself will say it
      throw error;
    }
  }

  private async takeAll(task: Task): Promise<void> {
    for (let name = this.fileFor(task); name !== ""; name = this.fileFor(task)) await this.take(name);
  }

  private async take(name: string): Promise<void> {
    try {
      const file = await this.fetchFile(name);
      if (file) this.core.giveFile(name, file);
      else this.missing.add(name);
    } catch {
      this.missing.add(name); // off-line, before it was ever fetched
    }
  }

  private wake(): void {
    if (this.awake || this.running.size === 0) return;
    this.awake = true;
    this.later(() => {
      this.awake = false;
      for (const [id, work] of [...this.running]) this.piece(id, work);
      this.wake();
    });
  }

  private piece(id: number, work: Generator<void>): void {
    try {
      if (!work.next().done) return;
      this.post({ type: "done", id });
    } catch (error) {
      if (!(error instanceof CoreError)) throw error; // the core broke down
      this.post({ type: "failed", id, said: error.said });
    }
    this.running.delete(id);
  }

  private *work(id: number, task: Task): Generator<void> {
    const position = this.core.create(task.record.game, task.record.options, task.record.position, task.record.later);
    try {
      if (task.kind === "choose") yield* this.choose(id, task, position);
      else if (task.kind === "analyse") yield* this.analyse(id, task, position);
      else if (task.kind === "report") yield* this.report(id, task, position);
      else yield* this.chances(id, task, position);
    } finally {
      position.free();
    }
  }

  private *choose(id: number, task: Extract<Task, { kind: "choose" }>, position: Position): Generator<void> {
    for (const move of task.record.moves) play(position, move);
    const engine = this.core.engine(position, { level: task.level, seed: task.seed, memory: kMemory });
    try {
      engine.setPosition(position, task.seat, task.record.moves.length);
      engine.begin({ seconds: kChooseSeconds });
      while (engine.work(kPieceMs)) yield;
      this.post({ type: "chosen", id, words: engine.choose() });
    } finally {
      engine.free();
    }
  }

  private *analyse(id: number, task: Extract<Task, { kind: "analyse" }>, position: Position): Generator<void> {
    for (const move of task.record.moves.slice(0, task.ply)) play(position, move);
    const { to_act, turn } = position.view();
    const seat = task.seat ?? (to_act.includes(turn.seat) ? turn.seat : (to_act[0] ?? 0));
    const engine = this.engineFor(task.record, position);
    this.analysing = id;
    const lines = new Lines(position);
    const tell = (analysis: Analysis) => this.post({ type: "analysis", id, found: lines.of(analysis, seat) });
    engine.setPosition(position, seat, task.ply);
    engine.begin({ seconds: task.seconds, playouts: task.playouts ?? 0, decide: false });
    let due = performance.now() + kFirstTellMs;
    while (engine.work(kPieceMs)) {
      if (performance.now() >= due) {
        tell(engine.analysis(kCandidates));
        due = performance.now() + kTellMs;
      }
      yield;
      if (this.analysing !== id) return; // a later analysis has taken the engine
    }
    tell(engine.analysis(kCandidates));
  }

  private *report(id: number, task: Extract<Task, { kind: "report" }>, position: Position): Generator<void> {
    const { moves } = task.record;
    const first = Math.max(0, task.from - 1);
    for (const move of moves.slice(0, first)) play(position, move);
    const engine = this.core.engine(position, { memory: kMemory });
    try {
      for (let ply = first; ply <= moves.length; ++ply) {
        const acting = position.view().to_act;
        engine.setPosition(position, acting[0] ?? 0, ply);
        if (acting.length === 1) {
          engine.begin({ seconds: task.seconds, playouts: task.playouts ?? 0, decide: false });
          while (engine.work(kPieceMs)) yield;
        }
        engine.note();
        const move = moves[ply - 1];
        if (move && ply > first) this.post({ type: "move", id, move: engine.move(ply, move.seat, move.word) });
        else if (ply === 0) this.post({ type: "move", id, move: engine.move(0, 0, "") });
        const next = moves[ply];
        if (next) play(position, next);
      }
    } finally {
      engine.free();
    }
  }

  private *chances(id: number, task: Extract<Task, { kind: "chances" }>, position: Position): Generator<void> {
    const { moves } = task.record;
    const first = Math.min(task.from, moves.length);
    for (const move of moves.slice(0, first)) play(position, move);
    const engine = this.core.engine(position, { memory: kMemory });
    try {
      for (let at = first; at <= moves.length; ++at) {
        const view = position.view();
        const wins = knownChances(view, moves.slice(0, at));
        const [seat] = view.to_act;
        if (seat !== undefined && view.to_act.length === 1) {
          engine.setPosition(position, seat, at);
          engine.begin({ seconds: task.seconds, playouts: task.playouts ?? 0, decide: false });
          while (engine.work(kPieceMs)) yield;
          wins[seat] = engine.analysis(1).win_rate;
        }
        const move = moves[at - 1];
        const by = view.sides.find((side) => side.seat === move?.seat)?.name ?? "";
        this.post({ type: "chances", id, chances: { at, move: move?.word ?? "", by, wins } });
        const next = moves[at];
        if (next) play(position, next);
      }
    } finally {
      engine.free();
    }
  }

  private engineFor(record: GameRecord, position: Position): Engine {
    const made = JSON.stringify([record.game, record.options, record.position, record.later]);
    if (this.kept?.made !== made) {
      this.kept?.engine.free();
      this.kept = { made, engine: this.core.engine(position, { memory: kMemory }) };
    }
    return this.kept.engine;
  }
}

/** By seat, what is known without thought: who has left beats those who left before him, and at the end ranks tell. */
function knownChances({ sides, result }: View, moves: GameRecord["moves"]): (number | null)[] {
  const beaten: (number | null)[] = sides.map(() => null);
  moves.filter((move) => move.word === "resign").forEach(({ seat }, i) => (beaten[seat] = i));
  const ranks = result?.ranks ?? [];
  ranks.forEach((own, seat) => (beaten[seat] = ranks.filter((rank) => rank > own).length + (ranks.filter((rank) => rank === own).length - 1) / 2));
  return beaten.map((count) => (count === null ? null : count / (sides.length - 1)));
}
