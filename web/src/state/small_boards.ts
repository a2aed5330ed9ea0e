// Boards for lists: asked for when they come into sight, several at once, and kept as long as what their list says of the
// game does not change. One place for all lists of a page, whoever shows them.
import { kMostBoards, type Board } from "../net/boards";

export interface BoardWorld {
  fetch(tables: readonly string[]): Promise<Board[]>;
  later(ms: number, what: () => void): void;
}

const kTogetherMs = 40; // what is wanted within this time is asked for at once
const kFirstWaitMs = 4_000;
const kLongestWaitMs = 60_000;
const kMostKept = 400;

interface Kept {
  stamp: string; // of the list's row, when the board was asked for
  board: Board | null; // null: there was none to be had
}

export class SmallBoards {
  private readonly kept = new Map<string, Kept>(); // the least lately asked for first
  private readonly wanted = new Map<string, string>(); // by table, the stamp
  private readonly listeners = new Map<string, Set<() => void>>();
  private busy = false;
  private wait = kFirstWaitMs;
  private round = 0; // what was asked for another person is not heard

  constructor(private readonly world: BoardWorld) {}

  board(table: string): Board | null {
    return this.kept.get(table)?.board ?? null;
  }

  /** `stamp`: what changes when the game goes on. Returns how to want it no more. */
  want(table: string, stamp: string, tell: () => void): () => void {
    const all = this.listeners.get(table) ?? new Set();
    this.listeners.set(table, all.add(tell));
    if (this.kept.get(table)?.stamp !== stamp) {
      this.wanted.set(table, stamp);
      this.begin(kTogetherMs);
    }
    return () => {
      all.delete(tell);
      if (all.size > 0) return;
      this.listeners.delete(table);
      this.wanted.delete(table); // out of sight before it was asked for
    };
  }

  /** Somebody else sits here now, who may see other things. */
  forget(): void {
    this.round += 1;
    this.kept.clear();
    for (const [table, all] of this.listeners) {
      this.wanted.set(table, "");
      for (const tell of all) tell();
    }
    if (this.wanted.size > 0) this.begin(kTogetherMs);
  }

  private begin(ms: number): void {
    if (this.busy) return;
    this.busy = true;
    this.world.later(ms, () => void this.ask());
  }

  private async ask(): Promise<void> {
    const { round } = this;
    const asked = [...this.wanted].slice(0, kMostBoards);
    let failed = false;
    if (asked.length > 0) {
      try {
        const boards = await this.world.fetch(asked.map(([table]) => table));
        if (round === this.round) this.take(asked, boards);
        this.wait = kFirstWaitMs;
      } catch {
        failed = true; // too often, or the line is lost: what is still in sight is asked for again
      }
    }
    this.busy = false;
    if (this.wanted.size === 0) return;
    this.begin(failed ? this.wait : kTogetherMs);
    if (failed) this.wait = Math.min(kLongestWaitMs, 2 * this.wait);
  }

  private take(asked: readonly (readonly [string, string])[], boards: readonly Board[]): void {
    const found = new Map(boards.map((board) => [board.id, board]));
    for (const [table, stamp] of asked) {
      if (this.wanted.get(table) === stamp) this.wanted.delete(table);
      const board = found.get(table) ?? this.kept.get(table)?.board ?? null;
      this.kept.delete(table);
      this.kept.set(table, { stamp, board });
      for (const tell of this.listeners.get(table) ?? []) tell();
    }
    for (const [table] of this.kept) {
      if (this.kept.size <= kMostKept) break;
      if (!this.listeners.has(table)) this.kept.delete(table);
    }
  }
}
