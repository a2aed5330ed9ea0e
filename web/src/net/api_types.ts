// Made by `npm run api-types` from the server's own description of its interface. Not to be changed by hand.

/** level, column, row: all from 0, row 0 at the bottom */
export type Point = readonly [number, number, number];

export interface Side {
  name: string;
  letter: string;
  seat: number;
  score: number;
  captures: number | null;
  retired: boolean;
}

export interface Result {
  winner: string | null;
  seat: number | null;
  text: string;
  how: "none" | "count" | "capture" | "resigned" | "timed-out" | "no-result" | "agreed" | "forfeit";
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
  marks: { kind: string; points: Point[] }[];
  groups: { side: number; pieces: Point[]; freedoms: Point[] }[];
  facts: { [other: string]: string };
  lives_on: string | null; // what groups live on: liberties or freedoms; null: this game has no groups
  tally: string; // what a player is shown to have: the score in points or balls, or captures
  next: number | null; // who plays next, as one does who plays for all sides
  steps_bind: boolean; // in a turn of several steps each is final before the next is chosen
  over: boolean;
  result: Result | null;
}

export type Reason = "occupied" | "unsupported" | "off-board" | "suicide" | "repetition" | "not-your-turn" | "too-far" | "no-piece" | "game-over" | "unknown-move" | "martyrdom" | "stalling";

export interface Event {
  kind: "placed" | "moved" | "removed" | "scored" | "returned" | "passed" | "swapped" | "refused" | "played" | "marked" | "unmarked" | "consented" | "withdrawn" | "resumed" | "arranged" | "forfeited" | "atari" | "retired" | "ended" | "stayed";
  side?: string;
  at?: Point;
  name?: string; // of the point `at`
  from?: Point;
  count?: number;
  stage?: number; // of removed: in which stage of a cascade of captures it fell
  enemies?: number; // how many enemies touched it then
  friends?: number; // how many friends touched it then
  reason?: Reason;
}

export interface Game {
  name: string;
  title: string;
  summary: string;
  hidden: boolean;
  options: {
    name: string;
    values: string;
    default: string;
    help: string;
  }[];
  bot: boolean; // whether the bot plays it
}

export interface GameList { games: Game[] }

export interface Occupant { name: string | null; kind: "open" | "guest" | "bot" }

export interface Move {
  seat: number;
  side: string;
  word: string | null;
  refused?: true;
}

export type OfferKind = "draw" | "undo" | "pause" | "rematch";

export interface Offer { offer: OfferKind; by: number; agreed: number[] }

export interface Clock {
  rule: string;
  now: number; // milliseconds since 1970
  paused: boolean;
  resumes?: number; // when the clocks run again by themselves
  set?: number; // when the host set the clocks, since the last move
  seats: {
    on_turn: boolean;
    counting: boolean;
    total: number; // milliseconds; -1: unlimited
    main: number;
    period: number;
    periods: number;
    stones: number;
    vacation?: true;
    until?: number; // milliseconds since 1970
  }[];
}

export interface State {
  id: string;
  game: string;
  title: string;
  options: { [other: string]: string };
  seats: Occupant[];
  you: number | null;
  version: number;
  moves: Move[];
  view: View;
  legal: string[];
  legal_count: number;
  bot: { seconds: number; level: number } | null;
  thinking: boolean;
  rated: boolean;
  clock: Clock | null;
  offers: Offer[];
  plan: string | null;
  rematch: string | null; // the table where they play again
  invitation: string;
}

export interface Record {
  id: string;
  game: string;
  options: { [other: string]: string };
  seats: Occupant[];
  you: number | null;
  moves: Move[];
  result: Result | null;
  created: number; // milliseconds since 1970
}

export interface CreatedTable { id: string; state: State }

/** docs/notation.md, version 2 */
export interface GameFile { [other: string]: unknown }

export interface Card {
  number: number;
  id: string;
  game: string;
  title: string;
  options: { [other: string]: string };
  clock: string;
  rated: boolean;
  seats: Occupant[];
  you: number | null;
  your_turn: boolean;
  due: number | null; // when the first clock runs out
  hurry: boolean; // your turn, and little time left of a correspondence clock
  over: boolean;
  created: number; // milliseconds since 1970
  changed: number | null; // milliseconds since 1970
  yours?: true; // of the lobby: you opened it, and may take it back
}

export interface RunningCard {
  number: number;
  id: string;
  game: string;
  title: string;
  options: { [other: string]: string };
  clock: string;
  rated: boolean;
  seats: Occupant[];
  you: number | null;
  your_turn: boolean;
  due: number | null; // when the first clock runs out
  hurry: boolean; // your turn, and little time left of a correspondence clock
  over: boolean;
  created: number; // milliseconds since 1970
  changed: number | null; // milliseconds since 1970
  ratings: ({ rating: number; provisional: boolean } | null)[]; // by seat, in the class of this game; null: none
}

export interface Running { tables: RunningCard[] }

export interface Board {
  id: string; // of the table or the study, or the puzzle's day
  version: number; // of the table as you see it, or of the study
  surface: string;
  columns: number;
  rows: number;
  levels: number;
  board: string[]; // as in a View
  sides: { name: string; letter: string }[];
  last: Point[]; // of the last move
  turn: number; // its number
  over: boolean;
}

export interface Boards { boards: Board[] }

export interface Lobby { tables: Card[] }

export interface OwnTables { tables: Card[]; next: number | null }

export type Ratings = {
  ratings: {
    rating: number;
    deviation: number;
    provisional: boolean;
    games: number;
    at: number; // milliseconds since 1970
    class: string;
  }[];
} | {
  history: {
    rating: number;
    deviation: number;
    provisional: boolean;
    games: number;
    at: number; // milliseconds since 1970
    weight?: number; // how much of a game it was, where that is less than a whole one
    annulled?: true; // a moderator has taken back what it moved
  }[];
};

export interface Leaders {
  leaders: {
    rating: number;
    deviation: number;
    provisional: boolean;
    games: number;
    at: number; // milliseconds since 1970
    name: string;
  }[];
}

export interface Reply {
  request: string;
  version: number;
  events: Event[];
  played?: number; // of play only: how many words
}

/** bad-request: the message is not understood; https-only: the address begins with https://; unknown-game: there
 * is no game of this name; bad-options: the game has no such options; no-bot: there is no bot for this game;
 * no-session: POST /api/guest first; bad-token: the API token is not known or has run out; blocked: somebody at
 * this table blocks you; not-seated: a spectator's command; bad-origin: a page of another site; no-account:
 * guests cannot do that; bad-scope: the token may not do that; wrong-password: the name or the password is
 * wrong; bad-link: a mailed link that was used, has run out, or is none; not-heard: that room is for others;
 * muted: nothing may be said until then; not-for-you: the host lets others ask this; not-challenged: somebody
 * takes no such challenge, or these people cannot play together; other-host: this server does not go by the name
 * that the request gives it; not-found: no such table, person, session, token or address; bad-method: the
 * address takes other methods; name-taken: choose another name; has-account: sign out first; no-address: the
 * account has no address of mail that is still to be proven; too-many-kept: so many tokens, blocks, studies or
 * open games are there that no more can be kept; stale: decided on an old version; game-over: the game is over;
 * no-undo: nothing can be taken back now; no-free-seat: every seat is taken; too-long: the game has as many
 * commands as can be kept; no-offer: nothing of that kind is offered, or it may not be offered now; plan: the
 * plan cannot be understood, or not be made now; clock: the clocks stand, or run already, or the table has none;
 * not-over: the record of a game that hides something is open when it is over; no-analysis: this game is not
 * analysed; the message says why; no-text: the game cannot be told as text; broken-record: the stored moves do
 * not replay; the record is kept as it is; not-open: the challenge is over, or the game has begun;
 * terms-changed: there is a counter-offer: look at it first; tournament: the tournament does not allow that, or
 * not now; other-version: it was changed meanwhile: look at it first; no-lease: the bot's turn, or the part of
 * an analysis, is no longer the worker's; other-rules: the worker knows other rules than the server; bad-record:
 * the file cannot be read or played; the message says where; illegal-move: the rules forbid it; too-large: the
 * body is too large, or with 431 the headers are; bad-type: the body is not said to be JSON; upgrade-required:
 * the address speaks WebSocket; too-many: too often, too much in a day, or too many wrong passwords; busy: too
 * many commands wait at this table; internal: something went wrong in the server; it was noted; no-room: the
 * server's disk is nearly full: only moves are stored; no-mail: no mail goes out from this server; unavailable:
 * nothing was stored, or it is not known: send the same request again */
export type ErrorCode = "bad-request" | "https-only" | "unknown-game" | "bad-options" | "no-bot" | "no-session" | "bad-token" | "blocked" | "not-seated" | "bad-origin" | "no-account" | "bad-scope" | "wrong-password" | "bad-link" | "not-heard" | "muted" | "suspended" | "not-for-you" | "not-challenged" | "other-host" | "not-found" | "bad-method" | "name-taken" | "has-account" | "no-address" | "too-many-kept" | "stale" | "game-over" | "no-undo" | "no-free-seat" | "too-long" | "no-offer" | "plan" | "clock" | "not-over" | "no-analysis" | "no-text" | "broken-record" | "not-open" | "terms-changed" | "tournament" | "other-version" | "no-lease" | "other-rules" | "bad-record" | "illegal-move" | "too-large" | "bad-type" | "upgrade-required" | "too-many" | "busy" | "internal" | "no-room" | "no-mail" | "unavailable";

/** what stands in the sentence, by name */
export interface Arguments { [other: string]: string | number | Message }

export interface Message {
  code?: string; // of the sentence; without one `message` is all there is
  message: string; // the sentence in English
  arguments?: Arguments;
}

export interface ErrorInside {
  code: ErrorCode;
  message: string; // what was wrong and would be right, in English
  detail?: string; // of the sentence in `message`, where `code` has several
  arguments?: Arguments;
  reason?: Reason;
  index?: number; // of the word that was refused
  retry_after?: number; // seconds
}

export interface Error {
  error: ErrorInside;
  state?: State; // with `stale` only
}

export interface Healthy { ok: true }

export type Readiness = { ready: true } | { ready: false; why: string };

export interface Deed {
  seat: number;
  did: "resign" | "undo" | "join" | "timeout" | "offer" | "accept" | "decline" | "resume" | "vacation" | "back" | "plan" | "forfeit" | "set-clock";
  offer?: OfferKind;
}

export interface StateMessage { type: "state"; state: State }

export interface ChangeMessage {
  type: "change";
  version: number;
  events: Event[];
  state?: State; // not where it is told again to who comes back
  deed?: Deed; // where that was no move
}

export interface ReplyMessage {
  type: "reply";
  request: string;
  version: number;
  events: Event[];
  played?: number; // of play only: how many words
}

export interface RefusedMessage {
  type: "refused";
  request: string;
  error: ErrorInside;
  state?: State; // with `stale` only
}

/** A text frame from the server. */
export type SocketSent = StateMessage | ChangeMessage | ReplyMessage | RefusedMessage | TalkMessage;

export interface Name { name: string }

export interface Guest { name: string; guest: true }

export interface Account {
  name: string;
  guest: false;
  role: "player" | "moderator" | "admin";
  bot: boolean;
  email: string;
  proven: string | null; // the address, in small letters, that mail goes to
  profile: string;
  hidden: boolean; // is in no list of who is on line
  zone: number; // minutes east of UTC
  language: "en" | "de" | "fr" | "es" | "ja" | "zh" | null; // of mails to them; null: not chosen, and mails are English
  created: number; // milliseconds since 1970
  seen: number | null; // milliseconds since 1970; null: never
}

export type WhoIAm = Account | Guest;

export interface Online {
  count: number;
  people: {
    name: string;
    bot: boolean;
    seen: number; // milliseconds since 1970
  }[]; // the last ones of them, the last first
}

export interface Profile {
  name: string;
  role: "player" | "moderator" | "admin";
  bot: boolean;
  profile: string;
  created: number; // milliseconds since 1970
}

export interface Session {
  id: string;
  device: string;
  created: number; // milliseconds since 1970
  used: number | null; // milliseconds since 1970; null: never
  expires: number; // milliseconds since 1970
  current: boolean;
}

export interface SessionList { sessions: Session[] }

export interface Token {
  id: string;
  name: string;
  scopes: ("read" | "play" | "account" | "work")[];
  created: number; // milliseconds since 1970
  used: number | null; // milliseconds since 1970; null: never
  expires: number; // milliseconds since 1970
}

export interface NewToken {
  id: string;
  name: string;
  scopes: ("read" | "play" | "account" | "work")[];
  created: number; // milliseconds since 1970
  used: number | null; // milliseconds since 1970; null: never
  expires: number; // milliseconds since 1970
  token: string; // shown this once
}

export interface TokenList { tokens: Token[] }

export interface BlockList {
  blocks: string[]; // names of accounts
  guests: BlockedGuest[];
}

export interface BlockedGuest {
  id: string; // for DELETE /api/blocks/guests/ID
  name: string;
}

export interface Vacation {
  since: number | null; // null: you are here
  until: number | null; // null: until you come back
  waiting: number; // games at whose tables it is still to be said
}

/** any object; the server reads `challenges` of it */
export interface Preferences { [other: string]: unknown }

export interface Export {
  account: Account;
  sessions: Session[];
  tokens: Token[];
  preferences: Preferences;
  blocks: string[];
  blocked_guests: BlockedGuest[];
  vacation: Vacation;
  talk: {
    said: {
      table: string;
      text: string;
      at: number; // milliseconds since 1970
    }[];
    notes: {
      table: string;
      text: string;
      at: number; // milliseconds since 1970
    }[];
  };
  challenges: Challenge[];
  hooks: Hook[];
  mail: OwnMail;
  feed: number | null; // when its address was made
  analyses: {
    table: string;
    at: number; // milliseconds since 1970
  }[]; // asked for
  puzzles: PuzzleTry[];
  tournaments: TournamentCard[]; // organised or entered
  studies: Study[];
  games: (Record | { id: string; error: ErrorInside })[];
  next: number | null; // goes on as ?before=N; null: that is all
}

export interface Ended { ended: number }

export interface SignedOut { signed_in: false }

/** said also where nobody is meant: whoever asks learns nothing of others */
export interface LinkMailed { mailed: true }

export interface AddressProven { name: string; address: string }

export interface PasswordChanged { changed: true }

export interface AccountDeleted { deleted: true }

export interface GuestWish { name?: string | null }

export interface TableWish {
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  opponent?: "bot" | "friend";
  seat?: "first" | "second" | "random";
  seconds?: number; // of the bot, a move
  level?: number; // of the bot; the highest is the strongest
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // takes a clock, and accounts on all seats
  listed?: boolean; // anybody may find it and join
  request?: string; // the same again gets the same table
}

export type Command = {
  request: string;
  version: number;
  command: "play";
  word: string;
} | {
  request: string;
  version: number;
  command: "play";
  words: string[];
} | {
  request: string;
  version: number;
  command: "resign" | "undo" | "resume" | "vacation" | "back";
} | {
  request: string;
  version: number;
  command: "offer" | "accept" | "decline";
  offer: OfferKind;
} | {
  request: string;
  version: number;
  command: "plan";
  plan: string;
};

/** A text frame from a client. */
export type SocketCommand = {
  type: "command";
  request: string;
  version: number;
  command: "play";
  word: string;
} | {
  type: "command";
  request: string;
  version: number;
  command: "play";
  words: string[];
} | {
  type: "command";
  request: string;
  version: number;
  command: "resign" | "undo" | "resume" | "vacation" | "back";
} | {
  type: "command";
  request: string;
  version: number;
  command: "offer" | "accept" | "decline";
  offer: OfferKind;
} | {
  type: "command";
  request: string;
  version: number;
  command: "plan";
  plan: string;
};

export interface NewAccount {
  name: string;
  password: string; // bytes count; others than ASCII may be used
  email?: string;
  bot?: boolean;
  language?: "en" | "de" | "fr" | "es" | "ja" | "zh"; // of mails; where it is left out, what the request accepts
}

export interface Credentials { name: string; password: string }

export interface NewPassword {
  old: string;
  new: string; // bytes count; others than ASCII may be used
}

export type LinkWish = { name: string } | { email: string };

export interface LinkToken { token: string }

export interface PasswordByLink {
  token: string;
  password: string; // bytes count; others than ASCII may be used
}

export interface DeleteAccount { password: string }

export interface AccountEdit {
  email?: string;
  profile?: string;
  bot?: boolean;
  hidden?: boolean;
  zone?: number; // minutes east of UTC
  language?: "en" | "de" | "fr" | "es" | "ja" | "zh"; // of mails to you
}

/** any object, of at most 8192 bytes */
export interface PreferencesWish {
  challenges?: { from: "everybody" | "accounts" | "nobody" } | { from: "window"; window: number }; // who may challenge; a window of ratings
  [other: string]: unknown;
}

export interface TokenWish {
  name: string;
  scopes: ("read" | "play" | "account")[];
  days?: number;
}

export type Room = "players" | "spectators" | "everybody";

export type RemarkId = string;

export interface Remark {
  id: RemarkId;
  room: Room;
  number: number;
  at: number; // milliseconds since 1970
  removes?: RemarkId; // this only takes that one away
  removed?: true;
  seat?: number | null;
  name?: string;
  text?: string;
}

export interface TalkMessage {
  type: "talk";
  id: RemarkId;
  room: Room;
  number: number;
  at: number; // milliseconds since 1970
  removes?: RemarkId; // this only takes that one away
  removed?: true;
  seat?: number | null;
  name?: string;
  text?: string;
}

export interface Talk {
  rooms: Room[]; // that you may hear
  say: Room | null; // where you may say something
  room: Room | null;
  talk: Remark[];
  next: number | null;
}

export interface Removed { removed: RemarkId }

export interface Reported { reported: RemarkId }

export interface Note { text: string }

export interface ReportList {
  reports: {
    id: string;
    table: string;
    message: RemarkId;
    said_by: string;
    seat: number | null; // where he sits; null: nowhere
    text: string;
    by: string;
    why: string;
    at: number; // milliseconds since 1970
  }[];
}

export type Muted = {
  name: string;
  muted_until: number | null; // milliseconds since 1970
} | {
  seat: number;
  muted_until: number | null; // milliseconds since 1970
};

export interface SayWish { request: string; text: string }

export interface NoteWish { text: string }

export interface ReportWish { why: string }

export interface MuteWish { minutes: number; why: string }

export type DeclineReason = "not-now" | "not-this-game" | "not-these-terms" | "not-with-this-clock" | "not-rated" | "only-rated" | "enough-games" | "other";

export interface Challenge {
  id: string;
  state: "open" | "made" | "declined" | "withdrawn" | "expired";
  offer: number; // the number of these terms: an answer names it
  maker: number | null; // of these terms; a place among `people`
  you: number | null;
  people: {
    name: string;
    accepted: boolean;
    seat: number | null; // in the game; null: by lot
  }[];
  game: string;
  title: string;
  options: { [other: string]: string };
  clock: string;
  rated: boolean;
  note: string;
  created: number; // milliseconds since 1970
  expires: number; // milliseconds since 1970
  changed: number; // milliseconds since 1970
  table: string | null; // that was made when all had agreed
  declined: { by: number; reason: DeclineReason } | null;
}

export interface ChallengeList {
  mark: string; // for the next time: `?mark=`
  challenges?: Challenge[]; // left out where nothing is other than at `mark`
}

export type ChallengeWish = {
  request: string;
  people: string[];
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // takes a clock, and accounts on all seats
  note?: string;
  minutes?: number; // how long it waits
  seat?: "first" | "second" | "random";
} | {
  request: string;
  people: string[];
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // takes a clock, and accounts on all seats
  note?: string;
  minutes?: number; // how long it waits
  order: string[]; // everybody by seats, yourself as `me`
};

export type CounterWish = {
  request: string;
  offer: number; // the `offer` of the terms that this answers
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // takes a clock, and accounts on all seats
  note?: string;
  minutes?: number; // how long it waits
  seat?: "first" | "second" | "random";
} | {
  request: string;
  offer: number; // the `offer` of the terms that this answers
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // takes a clock, and accounts on all seats
  note?: string;
  minutes?: number; // how long it waits
  order: string[]; // everybody by seats, yourself as `me`
};

export interface AcceptWish {
  offer: number; // the `offer` of the terms that this answers
}

export interface DeclineWish {
  offer: number; // the `offer` of the terms that this answers
  reason: DeclineReason;
}

export interface SeekShown {
  seek: {
    request: string;
    game: string;
    title: string;
    options: { [other: string]: string };
    clock: string;
    rated: boolean;
    handicap: boolean; // stones and komi by the ratings
    class: string;
    since: number; // milliseconds since 1970
    until: number; // then it is over, unless it is sent again
    window: number | null; // of ratings, by now; null: anybody
    table: string | null;
  } | null;
}

export interface SeekWish {
  request: string; // the same again says that you are there
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // takes a clock, and accounts on all seats
  handicap?: boolean; // stones and komi by the ratings
}

export interface TournamentSetup {
  game: string;
  options: { [other: string]: string };
  clock: string;
  rated: boolean;
  kind: "round-robin" | "swiss" | "knockout" | "ladder";
  cycles?: number; // of a round robin
  rounds?: number | null; // of a Swiss tournament
  late?: number; // people enter until this round is paired
  late_points?: 0 | 0.5; // for each round that somebody has missed who enters late
  replays?: number; // of a knock-out
  match: "single" | "best-of" | "two-games-and-tally";
  games?: number; // of the match best-of
  least: number;
  most: number;
  starts: number | null; // milliseconds since 1970
  no_show: number | null; // milliseconds
  reach?: number; // of a ladder
  idle?: number | null; // of a ladder, milliseconds
}

export interface TournamentGame {
  game: number;
  round: number;
  match: number;
  first: number;
  second: number | null; // null: a bye
  table: string | null; // null: none was made, or not yet
  how: "open" | "played" | "forfeit" | "bye" | "annulled";
  winner: number | null;
  begun: number; // milliseconds since 1970
  ended: number | null; // milliseconds since 1970
}

export type Standings = {
  player: number;
  place: number;
  points: number;
  buchholz?: number; // of a Swiss tournament
  sonneborn_berger: number;
  direct: number | null;
  wins: number;
  cells: {
    round: number;
    opponent: number | null;
    first: boolean;
    points: number;
    how: "open" | "played" | "forfeit" | "bye" | "annulled";
  }[];
}[];

export interface Bracket {
  rounds: {
    players: readonly [number | null, number | null];
    decided: boolean;
    winner: number | null;
    replays: number;
  }[][];
  champion: number | null;
}

export interface Ladder {
  rungs: {
    player: number;
    active: number; // milliseconds since 1970
  }[]; // the highest first
  challenges: {
    challenger: number;
    challenged: number;
    game: number | null;
  }[];
}

export interface Tournament {
  id: string;
  name: string;
  title: string; // of the game
  setup: TournamentSetup;
  organiser: string;
  organises: boolean; // you do
  created: number; // milliseconds since 1970
  started: number | null; // milliseconds since 1970
  now: number; // milliseconds since 1970
  state: "open" | "running" | "over" | "cancelled";
  round: number; // the last that was paired
  rounds: number | null;
  you: number | null;
  players: {
    name: string;
    strength: number;
    here: boolean; // false: has withdrawn
  }[]; // a player is told as his place in this list, from 0
  games: TournamentGame[];
  adjourned: {
    game: number;
    until: number; // milliseconds since 1970
  }[]; // games whose clocks stand, and until when
  rulings: {
    game: number;
    by: string;
    at: number; // milliseconds since 1970
    how: "forfeit" | "annulled";
    winner: number | null;
    appeal: {
      by: string;
      at: number; // milliseconds since 1970
      open: boolean;
      upheld_by: string | null; // a moderator let the ruling stand
    } | null;
  }[]; // what somebody decided about a game, the first first
  may_rule: ("any" | "annul" | "played" | "own-game" | "own-ruling" | "moderators" | "settled")[] | null; // null: you neither organise nor moderate it; else of each game what you may rule, or why nothing
  standings: Standings | null;
  bracket: Bracket | null;
  ladder: Ladder | null;
}

export interface TournamentCard {
  number: number;
  id: string;
  name: string;
  game: string;
  title: string;
  options: { [other: string]: string };
  clock: string;
  rated: boolean;
  kind: "round-robin" | "swiss" | "knockout" | "ladder";
  organiser: string;
  state: "open" | "running" | "over" | "cancelled";
  players: number;
  most: number;
  starts: number | null; // milliseconds since 1970
  created: number; // milliseconds since 1970
}

export interface TournamentList { tournaments: TournamentCard[]; next: number | null }

export type TournamentWish = {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "round-robin";
  match?: "single";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  cycles?: number;
} | {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "round-robin";
  match: "best-of";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  games?: number; // an odd number
  cycles?: number;
} | {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "round-robin";
  match: "two-games-and-tally";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  cycles?: number;
} | {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "swiss";
  match?: "single";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  rounds?: number | null;
  late?: number; // people enter until this round is paired; 0: until it begins
  late_points?: 0 | 0.5; // for each round that somebody has missed who enters late
} | {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "swiss";
  match: "best-of";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  games?: number; // an odd number
  rounds?: number | null;
  late?: number; // people enter until this round is paired; 0: until it begins
  late_points?: 0 | 0.5; // for each round that somebody has missed who enters late
} | {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "swiss";
  match: "two-games-and-tally";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  rounds?: number | null;
  late?: number; // people enter until this round is paired; 0: until it begins
  late_points?: 0 | 0.5; // for each round that somebody has missed who enters late
} | {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "knockout";
  match?: "single";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  replays?: number;
} | {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "knockout";
  match: "best-of";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  games?: number; // an odd number
  replays?: number;
} | {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "knockout";
  match: "two-games-and-tally";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  replays?: number;
} | {
  request?: string; // the same again gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not none
  rated?: boolean;
  kind: "ladder";
  match?: "single";
  least?: number; // players to begin with; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  reach?: number;
  idle?: number | null;
};

export type Ruling = { game: number; ruling: "annul" } | {
  game: number;
  ruling: "forfeit";
  loser: "first" | "second" | "both";
};

export interface AppealWish {
  game: number;
  why: string; // what is wrong with the ruling
}

export interface AppealList {
  appeals: {
    tournament: string;
    name: string;
    players: readonly [string, string];
    table: string | null;
    ruling: {
      game: number;
      by: string;
      at: number; // milliseconds since 1970
      how: "forfeit" | "annulled";
      winner: number | null;
    };
    by: string;
    at: number; // milliseconds since 1970
    why: string;
  }[];
}

/** without a name: yourself */
export interface PlayerWish {
  name?: string; // the name of an account
}

export interface RungWish {
  name: string; // the name of an account
}

export interface ArchiveCard {
  id: string;
  game: string;
  title: string;
  options: { [other: string]: string };
  clock: string;
  rated: boolean;
  seats: Occupant[];
  created: number; // milliseconds since 1970
  class: string;
  result: string;
  how: "none" | "count" | "capture" | "resigned" | "timed-out" | "no-result" | "agreed" | "forfeit";
  winner: number | null;
  moves: number;
  ended: number; // milliseconds since 1970
}

export interface ArchiveList { games: ArchiveCard[]; next: ArchivePlace | null }

/** goes on with ?before= */
export type ArchivePlace = string;

export interface Openings {
  games: number;
  next: {
    word: string;
    games: number;
    won: number;
    drawn: number;
    lost: number;
  }[]; // the most played first
}

export type TableLine = StateMessage | ChangeMessage | EndMessage;

export type OwnLine = TableNews | ReadyMessage | EndMessage;

export interface TableNews {
  type: "table";
  number: number;
  news: "open" | "begun" | "changed" | "ended";
  table: Card;
}

/** all that was missed has been told */
export interface ReadyMessage { type: "ready"; number: number }

/** the server ends; come again */
export interface EndMessage { type: "end" }

/** of a library */
export type LibraryName = string;

export interface Library {
  name: LibraryName;
  games: number; // how many
  created: number; // milliseconds since 1970
  changed: number; // milliseconds since 1970
}

export interface Libraries {
  libraries: Library[]; // by name
}

export interface LibraryGame {
  number: number; // in the library
  game: string;
  class: string;
  options: { [other: string]: string };
  players: { name: string; rank: string }[]; // by seat; empty texts where the file tells none
  event: string;
  date: string; // as the file has it
  result: string;
  winner: "unknown" | "first" | "second" | "third" | "fourth" | "drawn";
  moves: number;
  ply: number | null; // of the position that was looked for: moves before it
  board: Board | null; // as the game ended
}

export interface LibraryGames {
  games: LibraryGame[];
  next: number | null; // goes on with ?after=
  through: number | null; // of a position: games that came through it
}

export interface WholeLibraryGame {
  number: number; // in the library
  game: string;
  class: string;
  options: { [other: string]: string };
  players: { name: string; rank: string }[]; // by seat; empty texts where the file tells none
  event: string;
  date: string; // as the file has it
  result: string;
  winner: "unknown" | "first" | "second" | "third" | "fourth" | "drawn";
  moves: number;
  ply: number | null; // of the position that was looked for: moves before it
  board: Board | null; // as the game ended
  sgf: string; // its record
}

export interface StudyReported {
  reported: string; // the study's id
}

export interface StudyReportList {
  reports: {
    id: string;
    study: string; // its id
    name: string;
    owner: string;
    by: string;
    why: string;
    at: number; // milliseconds since 1970
  }[];
}

export interface StudyHidden { study: string; hidden: boolean }

/** who may read it: its owner; who has the link; everybody */
export type StudyAccess = "private" | "link" | "public";

export type StudyWish = {
  name: string;
  access?: StudyAccess;
  request?: string;
  record: string; // SGF, JSON (docs/notation.md), the game's own notation, or a list of moves
  game?: string; // of a list of moves
  options?: { [other: string]: string | number | boolean } | null; // of that game, as GET /api/games lists them
} | {
  name: string;
  access?: StudyAccess;
  request?: string;
  table: string; // whose game is over
};

export interface StudyEdit {
  version: number;
  name: string;
  access: StudyAccess;
  record: string; // SGF, JSON (docs/notation.md), the game's own notation, or a list of moves
  game?: string; // of a list of moves
  options?: { [other: string]: string | number | boolean } | null; // of that game, as GET /api/games lists them
}

export interface StudyCard {
  number: number;
  id: string;
  name: string;
  game: string;
  table: string | null;
  access: StudyAccess;
  hidden: boolean; // moderators let its owner and themselves alone read it
  owner: string;
  yours: boolean;
  version: number;
  nodes: number; // of the tree, its start included
  created: number; // milliseconds since 1970
  changed: number; // milliseconds since 1970
}

export interface Study {
  number: number;
  id: string;
  name: string;
  game: string;
  table: string | null;
  access: StudyAccess;
  hidden: boolean; // moderators let its owner and themselves alone read it
  owner: string;
  yours: boolean;
  version: number;
  nodes: number; // of the tree, its start included
  created: number; // milliseconds since 1970
  changed: number; // milliseconds since 1970
  record: GameFile;
  remarks?: string[]; // what was mended or passed over in the file, in English
  remark_messages?: Message[]; // the same, to be said in any language
}

export interface StudyList {
  studies: StudyCard[];
  next: number | null; // goes on as ?before=N; null: that is all
}

export interface PushKey {
  key: string; // 65 bytes in base64url
}

export interface Hook {
  id: string;
  url: string;
  push: boolean; // a browser, by web push
  events: ("your-turn" | "game-over" | "challenge" | "round" | "reminder")[];
  created: number; // milliseconds since 1970
  off: string | null; // why nothing is sent to it any more
}

export interface NewHook {
  id: string;
  url: string;
  push: boolean; // a browser, by web push
  events: ("your-turn" | "game-over" | "challenge" | "round" | "reminder")[];
  created: number; // milliseconds since 1970
  off: string | null; // why nothing is sent to it any more
  secret?: string; // what is sent is signed with it; shown this once; a browser has none
}

export interface HookList { hooks: Hook[] }

export interface HookTest {
  id: string; // of what is sent
}

export interface Deliveries {
  deliveries: {
    id: string;
    event: "your-turn" | "game-over" | "challenge" | "round" | "reminder" | "test" | "letter";
    at: number; // milliseconds since 1970
    tries: number;
    state: "waiting" | "delivered" | "given-up";
    due: number | null; // of the next try
    why: string | null; // the last try failed
  }[];
}

export type HookWish = {
  url: string;
  events?: ("your-turn" | "game-over" | "challenge" | "round" | "reminder")[]; // all where it is left out
} | {
  push: {
    endpoint: string;
    keys: { p256dh: string; auth: string };
    expirationTime?: unknown;
  }; // a browser's subscription, as it gives it
  events?: ("your-turn" | "game-over" | "challenge" | "round" | "reminder")[]; // all where it is left out
};

export interface HookEdit {
  events?: ("your-turn" | "game-over" | "challenge" | "round" | "reminder")[]; // all where it is left out
}

/** UTC */
export type Day = string;

export type PuzzleAnswer = { word: string } | { give_up: true };

export interface PuzzleTry {
  day: Day;
  tried: string[];
  state: "open" | "solved" | "failed" | "given-up";
  on_day: boolean; // it was settled on its day
  at: number; // milliseconds since 1970
}

export interface Puzzle {
  day: Day;
  game: string;
  title: string;
  source: "solved" | "game"; // a position of which all is proven, or a mistake in a game that was played here
  table: string | null; // of that game; null as long as the solution is
  record: GameFile; // how the position arose
  seat: number; // who is to move
  view: View;
  legal: string[];
  tries: number;
  you: PuzzleTry | null; // null: you tried nothing
  right: string[] | null; // the moves that solve it; null until you solved it, failed or gave up
  line: string[] | null; // how it goes on, the right move first; null until you solved it, failed or gave up
}

export interface PuzzleList {
  puzzles: {
    day: Day;
    game: string;
    title: string;
    you: PuzzleTry | null; // null: you tried nothing
  }[];
  next: Day | null; // null: that is all
  score: {
    tried: number;
    solved: number;
    at_once: number; // by the first try
    streak: number; // days on end, each solved on its day, up to today or yesterday
    longest: number;
  } | null; // null: nobody asks
}

export interface OwnFeed {
  feed: {
    created: number; // milliseconds since 1970
  } | null; // null: there is none. Its address was told when it was made
}

export interface NewFeed {
  address: string; // whoever knows it may read; shown this once
  created: number; // milliseconds since 1970
}

export interface Work {
  turn: {
    table: string;
    lease: string; // names this taking of the turn
    until: number; // when another may take the turn
    number: number; // of the table's entries
    game: string;
    options: { [other: string]: string };
    moves: (readonly [number | string, number | string])[]; // seat and word; all that stand
    seat: number;
    level: number;
    seconds: number; // to think
    seed: string; // of what is chance
  } | null; // null: none came
}

export interface WorkWish {
  rules: number; // the version of the rules that the worker knows
  wait: number; // seconds
}

export type WorkAnswer = {
  table: string;
  lease: string; // names this taking of the turn
  number: number;
  word: string;
} | {
  table: string;
  lease: string; // names this taking of the turn
  number: number;
  words: string[]; // of an agreement, as one command
} | {
  table: string;
  lease: string; // names this taking of the turn
  number: number;
  failure: string; // why no move was found
} | {
  table: string;
  lease: string; // names this taking of the turn
  number: number;
};

export interface WorkDone {
  played: boolean; // false: the turn was given back
}

export interface SelfPlayWish {
  rules: number; // the version of the rules that the worker knows
}

export interface SelfPlayWork {
  job: {
    game: string;
    options: { [other: string]: string };
    games: number;
    visits: number; // Visits of a move that is trained on
    "fast-visits": number; // Visits of the other moves
    taught: number; // Share of the moves that are trained on
    noise: number; // Share of noise in the root's priors
    forced: number; // Forced visits of the root's moves (factor)
    gumbel: number; // Gumbel sampling: compare N sampled moves of the root by halving, instead of noise and forced visits; 0: off
    early: number; // Temperature of the first moves
    late: number; // Temperature of the last moves
    random: number; // Most random moves at the start
    seed: string; // of what is chance
    network: string | null; // null: the game's own search plays
  } | null; // null: none are wanted now
}

export interface SelfPlayAnswer {
  game: string;
  options: { [other: string]: string };
  samples: string; // a file of samples as base64url
}

export interface SelfPlayKept {
  kept: number; // samples
}

export interface TaughtNetwork {
  network: string; // its file as base64url
}

export interface AnalysedMove {
  ply: number;
  seat: number;
  by: string; // the side
  move: string;
  first_wins: number | null; // the chance of the first seat after it
  wins: number | null; // the chance of who moved, after it
  score: number | null; // the lead of the first seat in points, where the game has such
  visits: number;
  loss: number | null; // of the chance of who moved; below 0 where it was better than expected
  mark: "" | "doubtful" | "bad" | "very-bad"; // a loss of 5 %, 10 %, 20 % or more
  best: string | null; // a better move; null: none was found
  line: string[]; // how the game would go on with it
}

export interface Analysis {
  table: string;
  state: "none" | "queued" | "running" | "done" | "failed";
  positions: number | null; // to be looked at
  looked: number | null; // positions that were
  playouts: number | null; // of each
  asked: number | null; // since when it is asked for
  start: number | null; // the chance of the first seat at the start
  moves: AnalysedMove[];
  why_not: string | null; // why it cannot be asked for, in English; null: it can, or is there
  why_not_message: Message | null; // the same, to be said in any language
}

export interface Look {
  first_wins: number | null; // the chance of the first seat
  best_wins: number | null; // of who is to move, by the move that looks best
  score: number | null; // the lead of the first seat in points, where the game has such
  visits: number;
  best: string;
  line: string[];
}

export interface AnalysisWork {
  part: {
    table: string;
    lease: string; // names this taking of the part
    until: number; // when another may take the part
    record: GameFile; // the game
    playouts: number; // of each position
    seconds: number; // ... at most
    from: number; // look at the position after so many moves, and those behind it
    check: number | null; // instead: whether few moves win after so many moves
  } | null; // null: none came
}

export type AnalysisAnswer = {
  table: string;
  lease: string; // names this taking of the part
  from: number;
  looks: Look[];
} | {
  table: string;
  lease: string; // names this taking of the part
  check: number;
  right: string[]; // none: it is not clear
  line: string[];
} | {
  table: string;
  lease: string; // names this taking of the part
  failure: string; // why nothing was found
} | {
  table: string;
  lease: string; // names this taking of the part
};

export interface AnalysisKept {
  kept: boolean; // false: the part was given back
}

export interface OwnMail {
  address: string; // the account's; "": none
  proven: boolean; // it is known to be the owner's
  mode: "every" | "digest" | "end" | "none"; // every notice at once, or once a day; that games end; nothing
  off: string | null; // why nothing is sent to it any more
}

export interface MailEdit {
  mode: "every" | "digest" | "end" | "none"; // every notice at once, or once a day; that games end; nothing
}

export interface RatingGains {
  gains: {
    name: string;
    class: string;
    games: number;
    before: number; // the rating before the first of these games
    after: number; // ... and after the last
    opponents: number; // people
    at_one_address: number; // games with people of one's own address
    against_new: number; // games with accounts younger than a week
    opponent: string; // met most often
    against_one: number; // games with that one
  }[];
}

export interface Annulled {
  name: string;
  class: string;
  games: number; // that were annulled
  refunded: number; // other people who got points back
  left: number; // games in which the moderator sat: another one annuls them
}

export interface AnnulmentList {
  annulments: {
    name: string;
    class: string;
    games: number; // that were annulled
    refunded: number; // other people who got points back
    left: number; // games in which the moderator sat: another one annuls them
    since: number; // milliseconds since 1970
    by: string;
    why: string;
    at: number; // milliseconds since 1970
  }[];
}

export interface AnnulWish {
  class: string;
  since: number; // milliseconds since 1970
  why: string;
}

export interface AuditEntry {
  id: number;
  at: number; // milliseconds since 1970
  by: string | null; // a moderator; null: the host, on the server's machine
  act: "sign-out" | "rename" | "password-link" | "role" | "worker" | "suspend" | "lift" | "close" | "mute" | "unmute" | "remove" | "settle" | "hide-study" | "show-study" | "delete-study" | "settle-study" | "annul" | "rule" | "uphold-ruling" | "cancel-tournament" | "withdraw-game";
  name: string; // whose account; empty: of nobody alone
  about: string; // a name before, a moment, or where it was
  why: string;
}

export interface AuditLog {
  entries: AuditEntry[]; // the newest first
  next: number | null; // goes on with `before`; null: it is all
}

export interface AdminPerson {
  name: string;
  role: "player" | "moderator" | "admin";
  bot: boolean;
  created: number; // milliseconds since 1970
  seen: number | null; // null: never
  confirmed: boolean; // whether mail goes to a confirmed address
  sessions: number;
  tokens: number;
  games: number;
  studies: number;
  reported: number; // messages of theirs that wait for a moderator
  suspension: {
    since: number; // milliseconds since 1970
    until: number | null; // null: until it is lifted
    closed: boolean; // the account is closed
    why: string;
  } | null; // that holds now
  log: AuditEntry[]; // about them, the newest 20
}

export interface PasswordLink {
  url: string; // without the address of the site where the host has set no public-url
  expires: number; // milliseconds since 1970
}

export interface ActReason { why: string }

export interface RenameWish { name: string; why: string }

export interface SuspendWish {
  days?: number; // without it until it is lifted
  why: string;
}

export interface RoleWish { role: "player" | "moderator"; why: string }

/** an OpenAPI document */
export interface Document { [other: string]: unknown }
