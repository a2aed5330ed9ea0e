// The core with engines, engine.wasm, of more than twice the size: for the worker alone. An engine thinks in pieces, so
// that whoever holds it can do other things in between.
import { Core, type Exports, type Position } from "./core";

interface EngineExports extends Exports {
  cairn_file_wanted(game: number, level: number): number;
  cairn_file_give(bytes: number, size: number): number;
  cairn_engine_new(game: number, text: number, size: number): number;
  cairn_engine_delete(engine: number): void;
  cairn_engine_position(engine: number, game: number, seat: number, ply: number): number;
  cairn_engine_begin(engine: number, text: number, size: number): number;
  cairn_engine_work(engine: number, milliseconds: number): number;
  cairn_engine_analysis(engine: number, candidates: number): number;
  cairn_engine_choose(engine: number): number;
  cairn_engine_note(engine: number): number;
  cairn_engine_move(engine: number, ply: number, seat: number, text: number, size: number): number;
}

export interface EngineSettings {
  level?: number; // 1..10
  seed?: number;
  memory?: number; // MiB
}

export interface SearchLimits {
  seconds?: number;
  playouts?: number;
  decide?: boolean; // stop where more thought cannot change the best move
}

export interface Candidate {
  move: string;
  win_rate: number; // 0..1 for the side to move
  score: number | null;
  visits: number;
  prior: number;
  proof?: "win" | "draw" | "loss";
  line: string[];
}

/** As `cairn analyze --json` tells it (docs/matches.md). */
export interface Analysis {
  ply: number;
  to_move: string;
  seconds: number;
  playouts: number;
  visits: number;
  nodes: number;
  bytes: number;
  win_rate: number;
  score: number | null;
  decided: boolean;
  candidates: Candidate[];
  ownership?: number[]; // row by row from the top: 1 the first seat's, -1 the second's
  final: boolean;
}

/** As `cairn analyze --game-report --json` tells it. */
export interface ReportedMove {
  ply: number;
  move: string;
  by: string;
  first_wins: number | null; // after it, 0..1 for the first seat
  score: number | null;
  visits: number;
  loss: number | null;
  proof: "win" | "draw" | "loss" | null; // what its player reaches after it, where that is proven
  gave_away: "win" | "draw" | null; // what its player had by proof before it, and has no more by proof
  mark: "" | "doubtful" | "bad" | "very-bad";
  best: string | null;
  line: string[];
}

export class EngineCore extends Core {
  declare readonly exports: EngineExports;

  /** The network or proof that an engine of this level would use and does not have yet, as a file's name, or "". */
  fileWanted(position: Position, level: number): string {
    return this.text(this.exports.cairn_file_wanted(position.handle, level));
  }

  /** Such a file; throws CoreError when it is none. */
  giveFile(name: string, file: ArrayBuffer): void {
    const named = new Uint8Array(name.length + 1 + file.byteLength);
    named.set(new TextEncoder().encode(name));
    named.set(new Uint8Array(file), name.length + 1);
    this.withBytes(named, (bytes, size) => {
      if (this.exports.cairn_file_give(bytes, size) === 0) throw this.failure();
    });
  }

  /** An engine for games like this position's. */
  engine(position: Position, settings: EngineSettings = {}): Engine {
    const handle = this.withText(JSON.stringify(settings), (text, size) => this.exports.cairn_engine_new(position.handle, text, size));
    if (handle === 0) throw this.failure();
    return new Engine(this, handle);
  }
}

export class Engine {
  constructor(
    private readonly core: EngineCore,
    private readonly handle: number,
  ) {}

  /** Thinks about this position from now on; what is known of it is kept. */
  setPosition(position: Position, seat: number, ply: number): void {
    this.good(this.core.exports.cairn_engine_position(this.handle, position.handle, seat, ply));
  }

  begin(limits: SearchLimits): void {
    this.core.withText(JSON.stringify(limits), (text, size) => this.good(this.core.exports.cairn_engine_begin(this.handle, text, size)));
  }

  /** Thinks about so long. Returns whether there is more to think about. */
  work(milliseconds: number): boolean {
    const more = this.core.exports.cairn_engine_work(this.handle, milliseconds);
    if (more < 0) throw this.core.failure();
    return more > 0;
  }

  analysis(candidates: number): Analysis {
    return this.core.json(this.core.exports.cairn_engine_analysis(this.handle, candidates));
  }

  /** One word, or all that is said in an agreement. */
  choose(): string[] {
    return this.core.json(this.core.exports.cairn_engine_choose(this.handle));
  }

  /** Keeps what was found as what is thought of this position, for `move`. */
  note(): void {
    this.good(this.core.exports.cairn_engine_note(this.handle));
  }

  /** What the move that led to `ply` gave away, by the notes of the positions before and after it. */
  move(ply: number, seat: number, word: string): ReportedMove {
    return this.core.withText(word, (text, size) => this.core.json(this.core.exports.cairn_engine_move(this.handle, ply, seat, text, size)));
  }

  free(): void {
    this.core.exports.cairn_engine_delete(this.handle);
  }

  private good(done: number): void {
    if (done === 0) throw this.core.failure();
  }
}
