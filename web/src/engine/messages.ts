// What the page and the engine's worker say to each other. Types only.
import type { Message } from "../lang/messages";
import type { Point } from "../net/protocol";
import type { Setup } from "../net/records";
import type { Analysis, ReportedMove } from "../wasm/engine";

/** A game as far as it was played, "resign" among its words. */
export interface GameRecord {
  game: string;
  options: Record<string, string>;
  position?: Setup | undefined; // where it starts, if not as usual
  later?: Setup | undefined; // or: set up anew in a game's middle
  moves: readonly { seat: number; word: string }[];
}

export type Task =
  /** The move that a player of this level might choose for a seat, after all moves of the record. */
  | { kind: "choose"; record: GameRecord; seat: number; level: number; seed: number }
  /** The best moves after `ply` moves, told again and again; `seat`: who thinks, else whoever is to act. */
  | { kind: "analyse"; record: GameRecord; ply: number; seat?: number; seconds: number; playouts?: number }
  /** What each move from number `from` on gave away. */
  | { kind: "report"; record: GameRecord; from: number; seconds: number; playouts?: number }
  /** Of more than two players: each one's chance whenever it is his turn, from number `from` on. */
  | { kind: "chances"; record: GameRecord; from: number; seconds: number; playouts?: number };

/** What is known of everybody after so many moves of a record: the share of the others that he will leave behind. */
export interface Chances {
  at: number; // moves of the record, resignations among them
  move: string;
  by: string;
  wins: (number | null)[]; // by seat, 0..1; null: not judged here, for it is not his turn
}

/** A move of an expected line, as the board can show it. */
export interface Step {
  word: string;
  side: string;
  at: Point | null; // null: a move without a place
  from: Point | null;
}

/** An analysis, and beside each candidate the steps of its line. */
export interface Found extends Analysis {
  steps: Step[][];
  unrated?: boolean; // the engine names moves and tells no win rates
}

export type ToWorker = { type: "load"; module: WebAssembly.Module } | { type: "start"; id: number; task: Task } | { type: "stop"; id: number };

export type FromWorker =
  | { type: "chosen"; id: number; words: string[] }
  | { type: "analysis"; id: number; found: Found }
  | { type: "move"; id: number; move: ReportedMove }
  | { type: "chances"; id: number; chances: Chances }
  | { type: "done"; id: number }
  | { type: "failed"; id: number; said: Message }
  /** The core itself failed: nothing more will come from this worker. */
  | { type: "broken"; message: string };
