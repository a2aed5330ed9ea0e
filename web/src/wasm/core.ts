// The rules core in WebAssembly, cairn.wasm: the only place that knows its memory. See docs/protocol.md, "WebAssembly face".
import type { Message } from "../lang/messages";
import type { CoreGame, GameEvent, Point, View } from "../net/protocol";
import type { FileWish, GameRecord, ReadFile, Setup } from "../net/records";

export interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  cairn_alloc(size: number): number;
  cairn_free(pointer: number): void;
  cairn_error(): number;
  cairn_games(): number;
  cairn_new(text: number, size: number): number;
  cairn_copy(handle: number): number;
  cairn_delete(handle: number): void;
  cairn_play(handle: number, seat: number, text: number, size: number): number;
  cairn_check(handle: number, seat: number, text: number, size: number): number;
  cairn_view(handle: number, viewer: number): number;
  cairn_legal(handle: number, seat: number): number;
  cairn_places(handle: number, seat: number): number;
  cairn_name(handle: number, level: number, column: number, row: number): number;
  cairn_file_read(text: number, size: number): number;
  cairn_file_write(text: number, size: number): number;
  cairn_table_new(text: number, size: number): number;
  cairn_table_delete(table: number): void;
  cairn_table_state(table: number, viewer: number): number;
  cairn_table_command(table: number, seat: number, text: number, size: number): number;
  cairn_table_bot(table: number): number;
  cairn_table_log(table: number): number;
  cairn_table_moves(table: number): number;
}

export const kSpectator = 4;
export const kReferee = 5; // sees all that a position holds

export interface Played {
  reason: string;
  events?: GameEvent[];
}

export interface Checked extends Played {
  view?: View;
  shown?: Readonly<Record<string, readonly Point[]>>; // of a refusal: the points that show why, by kind (core/rules.h)
}

export interface Place {
  at: Point;
  word: string;
  reason: string;
  said?: string; // how the word is read, where it tells no place; not of the core
}

/** What the core says of it; `message` has the English. */
export class CoreError extends Error {
  constructor(readonly said: Message) {
    super(said.message);
  }
}

export class Core {
  constructor(readonly exports: Exports) {}

  static async load<Kind extends Core>(this: new (exports: never) => Kind, source: BufferSource | WebAssembly.Module): Promise<Kind> {
    const own: { memory?: WebAssembly.Memory } = {}; // there only after its imports
    const imports = { wasi_snapshot_preview1: wasi(() => own.memory) };
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(module, imports);
    const exports = instance.exports as unknown as Exports;
    own.memory = exports.memory;
    exports._initialize();
    return new this(exports as never);
  }

  games(): CoreGame[] {
    return (JSON.parse(this.text(this.exports.cairn_games())) as { games: CoreGame[] }).games;
  }

  /**
   * A new game; throws CoreError with the core's own words when the options are wrong. `position`: where it starts;
   * `later`: a position that is set up anew in its middle.
   */
  create(game: string, options: Record<string, string | number | boolean> = {}, position?: Setup, later?: Setup): Position {
    const config = JSON.stringify({ game, options, position, later });
    const handle = this.withText(config, (text, size) => this.exports.cairn_new(text, size));
    if (handle === 0) throw this.failure();
    return new Position(this, handle);
  }

  /** Reads SGF, a record or text; throws CoreError where nothing of it can be played. */
  readFile(wish: FileWish): ReadFile {
    return this.withText(JSON.stringify(wish), (text, size) => this.json(this.exports.cairn_file_read(text, size)));
  }

  /** Writes it as a file; throws CoreError where it cannot be told so. */
  writeFile(record: GameRecord, form: "sgf" | "json" | "text"): string {
    return this.withText(JSON.stringify({ form, record }), (text, size) => this.text(this.exports.cairn_file_write(text, size)));
  }

  failure(): CoreError {
    return new CoreError(this.json(this.exports.cairn_error()));
  }

  text(pointer: number): string {
    if (pointer === 0) throw this.failure();
    const { buffer } = this.exports.memory;
    const length = new DataView(buffer).getUint32(pointer, true);
    return new TextDecoder().decode(new Uint8Array(buffer, pointer + 4, length));
  }

  json<T>(pointer: number): T {
    return JSON.parse(this.text(pointer)) as T;
  }

  withText<T>(words: string, run: (pointer: number, size: number) => T): T {
    return this.withBytes(new TextEncoder().encode(words), run);
  }

  withBytes<T>(bytes: Uint8Array, run: (pointer: number, size: number) => T): T {
    const pointer = this.exports.cairn_alloc(bytes.length);
    new Uint8Array(this.exports.memory.buffer, pointer, bytes.length).set(bytes);
    try {
      return run(pointer, bytes.length);
    } finally {
      this.exports.cairn_free(pointer);
    }
  }
}

/** One position inside the core. `free` it when done. */
export class Position {
  constructor(
    private readonly core: Core,
    readonly handle: number,
  ) {}

  copy(): Position {
    const handle = this.core.exports.cairn_copy(this.handle);
    if (handle === 0) throw this.core.failure();
    return new Position(this.core, handle);
  }

  free(): void {
    this.core.exports.cairn_delete(this.handle);
  }

  play(seat: number, word: string): Played {
    return this.core.withText(word, (text, size) => this.json(this.core.exports.cairn_play(this.handle, seat, text, size)));
  }

  check(seat: number, word: string): Checked {
    return this.core.withText(word, (text, size) => this.json(this.core.exports.cairn_check(this.handle, seat, text, size)));
  }

  view(viewer: number = kSpectator): View {
    return this.json(this.core.exports.cairn_view(this.handle, viewer));
  }

  legal(seat: number): string[] {
    return this.json(this.core.exports.cairn_legal(this.handle, seat));
  }

  places(seat: number): Place[] {
    return this.json(this.core.exports.cairn_places(this.handle, seat));
  }

  name([level, column, row]: Point): string {
    return this.core.text(this.core.exports.cairn_name(this.handle, level, column, row));
  }

  private json<T>(pointer: number): T {
    return this.core.json(pointer);
  }
}

const kErrnoBadFile = 8;

/** The few system calls that the C library imports: the clock, a panic's last words to the console; the rest is refused. */
function wasi(memory: () => WebAssembly.Memory | undefined) {
  const known = {
    clock_time_get: (_clock: number, _precision: bigint, into: number) => {
      const buffer = memory()?.buffer;
      if (!buffer) return kErrnoBadFile;
      new DataView(buffer).setBigUint64(into, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    fd_write: (_file: number, vectors: number, count: number, written: number) => {
      const buffer = memory()?.buffer;
      if (!buffer) return kErrnoBadFile;
      const data = new DataView(buffer);
      let total = 0;
      let words = "";
      for (let i = 0; i < count; ++i) {
        const start = data.getUint32(vectors + 8 * i, true);
        const size = data.getUint32(vectors + 8 * i + 4, true);
        words += new TextDecoder().decode(new Uint8Array(buffer, start, size));
        total += size;
      }
      data.setUint32(written, total, true);
      console.error(words);
      return 0;
    },
    proc_exit: (code: number) => {
      throw new Error(`the rules core stopped (${code})`); // lang: none
    },
  };
  return new Proxy<WebAssembly.ModuleImports>(known, { get: (calls, name: string) => calls[name] ?? (() => kErrnoBadFile) });
}
