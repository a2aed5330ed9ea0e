// The shapes that travel between client and server, as docs/protocol.md describes them. Types only.

/** `[level, column, row]`, all from 0, row 0 at the bottom. */
export type Point = readonly [number, number, number];

export interface Side {
  name: string;
  letter: string;
  seat: number;
  score: number;
  captures: number | null;
  retired: boolean;
}

export interface Mark {
  kind: string;
  points: Point[];
}

export interface Group {
  side: number;
  pieces: Point[];
  freedoms: Point[];
}

export interface Result {
  winner: string | null;
  seat: number | null;
  text: string;
  how: string;
  ranks: number[];
}

export interface View {
  surface: string;
  columns: number;
  rows: number;
  levels: number;
  board: string[];
  sides: Side[];
  to_act: number[];
  turn: { seat: number; number: number };
  to_move: string | null;
  marks: Mark[];
  groups: Group[];
  facts: Record<string, string>;
  over: boolean;
  result: Result | null;
}

export interface GameEvent {
  kind: string;
  side?: string;
  at?: Point;
  from?: Point;
  name?: string;
  reason?: string;
  count?: number;
}

export interface OptionSpec {
  name: string;
  values: string;
  default: string;
  help: string;
}

export interface Game {
  name: string;
  title: string;
  summary: string;
  hidden: boolean;
  options: OptionSpec[];
}

export interface SeatInfo {
  name: string | null;
  kind: string;
}

export interface Move {
  seat: number;
  side: string;
  word: string | null; // null: hidden from this viewer
  refused?: boolean; // a try against something hidden: in the record, but no move
}

/** What a seat's clock shows, in milliseconds, as of `Clock.now`. */
export interface SeatTime {
  on_turn: boolean;
  counting: boolean;
  total: number; // -1: unlimited
  main: number;
  period: number; // byo-yomi, Canadian: left in this period; a full one while main time lasts
  periods: number;
  stones: number;
  vacation?: boolean;
  until?: number; // when `counting` changes by itself
}

export interface Clock {
  rule: string;
  now: number;
  paused: boolean;
  seats: SeatTime[];
}

export type OfferKind = "draw" | "undo" | "pause";

export interface Offer {
  offer: OfferKind;
  by: number;
  agreed: number[];
}

export interface TableState {
  id: string;
  game: string;
  title: string;
  options: Record<string, string>;
  seats: SeatInfo[];
  you: number | null;
  version: number;
  moves: Move[];
  view: View;
  /** All legal words; where there are more than 2,000, only those that name no place. */
  legal: string[];
  legal_count: number;
  bot: { seconds: number; level: number } | null; // null: people only
  thinking: boolean;
  rated: boolean;
  clock: Clock | null; // null: nobody's time is counted
  offers: Offer[];
  plan: string | null; // one's own conditional moves; null for spectators
  invitation: string;
}

/** A table in a list. */
export interface Card {
  number: number;
  id: string;
  game: string;
  title: string;
  options: Record<string, string>;
  clock: string; // a rule; "none"
  rated: boolean;
  seats: SeatInfo[];
  you: number | null;
  your_turn: boolean;
  due: number | null; // when the first clock runs out
  hurry: boolean; // one's turn, and little is left of days
  over: boolean;
  created: number;
  changed: number | null;
}

export interface Command {
  request: string;
  version: number;
  command: "play" | "undo" | "resign" | "offer" | "accept" | "decline" | "resume" | "vacation" | "back";
  word?: string;
  offer?: OfferKind; // of offer, accept, decline
}

export interface Refusal {
  code: string;
  message: string;
  reason?: string;
}

export type FromServer =
  | { type: "state"; state: TableState }
  | { type: "change"; version: number; events: GameEvent[]; state: TableState }
  | { type: "reply"; request: string; version: number; events: GameEvent[] }
  | { type: "refused"; request: string; error: Refusal; state?: TableState };

export interface NewTable {
  game: string;
  options: Record<string, string | number | boolean>;
  opponent: "bot" | "friend";
  seat: "first" | "second" | "random";
  seconds: number;
  level: number; // of the bot, 1 to 10
  clock?: string; // "fischer 5m+3s"; none where it is left out
  rated?: boolean; // for accounts, with a clock
  listed?: boolean; // anybody may find and join it
}
