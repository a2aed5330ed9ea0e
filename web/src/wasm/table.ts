// A table of this browser's own inside the core, kept by the same code as the server's tables.
import type { Command, FromServer, TableState } from "../net/protocol";
import type { Core } from "./core";

/** What was done at a table, in order: a table is its set-up and this. */
export interface LogEntry {
  seat: number;
  command: "play" | "undo" | "resign";
  words: string;
}

export interface TableConfig {
  id: string;
  game: string;
  options: Record<string, string>;
  seats: { name: string; kind: "guest" | "bot" }[];
  log: LogEntry[];
}

/** A move of the whole record, "resign" among them, whoever may know it. */
export interface RecordedMove {
  seat: number;
  side: string;
  word: string;
}

export class Table {
  private constructor(
    private readonly core: Core,
    private readonly handle: number,
  ) {}

  /** Throws CoreError when it cannot be set up or its log does not replay. */
  static open(core: Core, config: TableConfig): Table {
    const handle = core.withText(JSON.stringify(config), (text, size) => core.exports.cairn_table_new(text, size));
    if (handle === 0) throw core.failure();
    return new Table(core, handle);
  }

  state(viewer: number): TableState {
    return this.core.json(this.core.exports.cairn_table_state(this.handle, viewer));
  }

  /** Answers as the server does. */
  command(seat: number, command: Command): FromServer {
    return this.core.withText(JSON.stringify({ type: "command", ...command }), (text, size) =>
      this.core.json(this.core.exports.cairn_table_command(this.handle, seat, text, size)),
    );
  }

  /** The seat of the bot that is to choose a move now. */
  bot(): number | null {
    const seat = this.core.exports.cairn_table_bot(this.handle);
    return seat < 0 ? null : seat;
  }

  log(): LogEntry[] {
    return this.core.json(this.core.exports.cairn_table_log(this.handle));
  }

  moves(): RecordedMove[] {
    return this.core.json(this.core.exports.cairn_table_moves(this.handle));
  }

  free(): void {
    this.core.exports.cairn_table_delete(this.handle);
  }
}
