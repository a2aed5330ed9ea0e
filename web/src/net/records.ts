// Games with variations and comments as files tell them: a record of version 2 (docs/notation.md). Types only.
import type { Message } from "../lang/messages";

export interface Setup {
  board: string[];
  to_move: string;
}

export type MoveMark = "good" | "very-good" | "bad" | "very-bad" | "interesting" | "doubtful";

/** What one node says; the first node is the start. */
export interface NodeData {
  move?: [number, string]; // seat, word
  position?: Setup; // the whole board from here on
  name?: string;
  comment?: string;
  mark?: MoveMark;
  evaluation?: { win_percent?: number; score?: number; visits?: number };
  properties?: Record<string, string[]>; // of SGF, kept as they were written
}

/** A node in the list: it continues the one before it, or the one whose number `after` names. */
export interface RecordNode extends NodeData {
  after?: number;
}

export interface RecordPlayer {
  name?: string;
  rank?: string;
  team?: string;
}

/** All but the nodes. Keys that this client does not use are kept. */
export interface RecordHead {
  format: "cairn-record";
  version: number;
  game: string;
  options: Record<string, string>;
  position?: Setup;
  players?: RecordPlayer[];
  date?: string;
  result?: string;
  title?: string;
  [other: string]: unknown;
}

export interface GameRecord extends RecordHead {
  nodes: RecordNode[];
}

export interface FileWish {
  text: string;
  game?: string; // of a list of moves
  options?: Record<string, string>;
  number?: number; // which game of a collection, from 1
}

export interface ReadFile {
  games: number; // in the file
  record: GameRecord;
  remarks: Message[]; // what was mended or passed over
  faults: Message[]; // what cannot be played and was cut off
  cut: number; // how many of these
}
