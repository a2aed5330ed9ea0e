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
  lives_on: string | null; // the word for what groups live on: liberties or freedoms; null: this game has no groups
  tally: string; // what the score of a player counts: points, balls or captures
  next: number | null; // the sides that act next
  steps_bind: boolean; // in a turn of several steps, each step is final before the next is chosen
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
  stage?: number; // with `removed`: the stage of the cascade of captures
  enemies?: number; // number of adjacent enemy pieces at that moment
  friends?: number; // number of adjacent friendly pieces at that moment
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
  ranks: { size: string; kyu: number[] }[]; // the approximate rank of the bot's first levels on boards of that size: 12 is 12 kyu, 1 is 1 kyu, 0 is 1 dan, -1 is 2 dan; 30 is 30 kyu or weaker
  bot: boolean; // whether there is a bot for this game
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
  resumes?: number; // when the clocks resume automatically
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
  rematch: string | null; // the table of the rematch
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
  hurry: boolean; // notices: your turn, and little time left in a correspondence game
  over: boolean;
  created: number; // milliseconds since 1970
  changed: number | null; // milliseconds since 1970
  yours?: true; // in the lobby: you created it and can remove it
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
  hurry: boolean; // notices: your turn, and little time left in a correspondence game
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
    kyu?: number; // the rating as an approximate rank of Go, where the bot's levels have ranks: 12 is 12 kyu, 0 is 1 dan
  }[];
} | {
  history: {
    rating: number;
    deviation: number;
    provisional: boolean;
    games: number;
    at: number; // milliseconds since 1970
    weight?: number; // weight of the game, if less than one
    annulled?: true; // a moderator has annulled its rating changes
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
    kyu?: number; // the rating as an approximate rank of Go, where the bot's levels have ranks: 12 is 12 kyu, 0 is 1 dan
  }[];
}

export interface Reply {
  request: string;
  version: number;
  events: Event[];
  played?: number; // with play only: number of words
}

/** bad-request: the server cannot read the request; the message says why; https-only: use an address that begins
 * with https://; unknown-game: there is no game of this name; bad-options: the game has no such options; no-bot:
 * there is no bot for this game; no-session: POST /api/guest first; bad-token: the API token is unknown or has
 * expired; blocked: a player at this table blocks you; not-seated: only players at this table can do this;
 * bad-origin: the request came from a page of another site; no-account: guests cannot do that; bad-scope: the
 * token lacks the scope for this; wrong-password: the name or the password is wrong; needs-code: the account
 * uses two-factor authentication: repeat the request with "code"; wrong-code: the code of two-factor
 * authentication is wrong, or was used before; bad-link: the link was used before, has expired or is wrong;
 * not-heard: you cannot read this chat; muted: you are muted until then; suspended: the account is suspended or
 * closed; the message says why and until when; waiting: the account waits for a moderator, or was not approved;
 * the message says so; no-registration: the server creates no such account, or has no guests; the message says
 * how to join; not-for-you: you are not allowed to do this; not-challenged: a player accepts no such challenge,
 * or these players cannot play each other; other-host: the request names a host that this server does not serve;
 * not-found: there is no such table, player, session, token or address; bad-method: this address does not
 * support the method; name-taken: choose another name; has-account: sign out first; no-address: the account has
 * no e-mail address that needs confirmation; too-many-kept: you have reached the limit of tokens, blocks,
 * studies or open games; stale: the table has changed since the version that the command names; game-over: the
 * game is over; no-undo: no move can be taken back now; no-free-seat: every seat is taken; too-long: the game
 * has reached the limit of commands; no-offer: there is no such offer, or you cannot make it now; plan: the
 * conditional moves cannot be read, or cannot be set now; clock: the clocks are already paused or running, or
 * the table has no clock; not-over: the record of a game with hidden information is available after its end;
 * no-analysis: this game cannot be analysed; the message says why; no-text: the game cannot be written as text;
 * broken-record: the stored moves cannot be replayed; the record is kept unchanged; not-open: the challenge has
 * ended, or the game has started; terms-changed: there is a newer counter-offer; read it first; tournament: the
 * tournament does not allow this, or not now; other-version: it has changed since you read it; read it again
 * first; no-lease: the worker's lease of the turn or the analysis part has ended; other-rules: the worker has
 * another version of the rules than the server; bad-record: the file cannot be read or played; the message says
 * where; illegal-move: the move is illegal; too-large: the body is too large; with 431: the headers are too
 * large; bad-type: the Content-Type must be application/json; upgrade-required: this address needs a WebSocket
 * connection; too-many: too many requests, too much data in a day, or too many wrong passwords; busy: too many
 * commands are waiting at this table; internal: an internal error; the server has logged it; no-room: the
 * server's disk is nearly full; it stores only moves; no-mail: this server sends no e-mail; unavailable: the
 * request was not stored, or the server cannot tell; repeat the same request */
export type ErrorCode = "bad-request" | "https-only" | "unknown-game" | "bad-options" | "no-bot" | "no-session" | "bad-token" | "blocked" | "not-seated" | "bad-origin" | "no-account" | "bad-scope" | "wrong-password" | "needs-code" | "wrong-code" | "bad-link" | "not-heard" | "muted" | "suspended" | "waiting" | "no-registration" | "not-for-you" | "not-challenged" | "other-host" | "not-found" | "bad-method" | "name-taken" | "has-account" | "no-address" | "too-many-kept" | "stale" | "game-over" | "no-undo" | "no-free-seat" | "too-long" | "no-offer" | "plan" | "clock" | "not-over" | "no-analysis" | "no-text" | "broken-record" | "not-open" | "terms-changed" | "tournament" | "other-version" | "no-lease" | "other-rules" | "bad-record" | "illegal-move" | "too-large" | "bad-type" | "upgrade-required" | "too-many" | "busy" | "internal" | "no-room" | "no-mail" | "unavailable";

/** arguments of the sentence, by name */
export interface Arguments { [other: string]: string | number | Message }

export interface Message {
  code?: string; // code of the sentence; without one there is only `message`
  message: string; // the sentence in English
  arguments?: Arguments;
}

export interface ErrorInside {
  code: ErrorCode;
  message: string; // what was wrong and what would be right, in English
  detail?: string; // code of the sentence in `message`, if `code` has several
  arguments?: Arguments;
  reason?: Reason;
  index?: number; // index of the refused word
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
  state?: State; // false where it is repeated after a reconnect
  deed?: Deed; // where the last command was no move
}

export interface ReplyMessage {
  type: "reply";
  request: string;
  version: number;
  events: Event[];
  played?: number; // with play only: number of words
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
  proven: string | null; // the confirmed address for e-mails, in lower case
  profile: string;
  hidden: boolean; // is not shown in lists of online players
  zone: number; // minutes east of UTC
  language: "en" | "de" | "fr" | "es" | "ja" | "zh" | null; // language of e-mails to the account; null: not chosen, e-mails are in English
  second_factor: boolean; // two-factor authentication is on
  created: number; // milliseconds since 1970
  seen: number | null; // milliseconds since 1970; null: never
}

export type WhoIAm = Account | Guest;

export interface SecondFactor {
  since: number | null; // since when it is on; null: it is off
  recovery_codes: number; // that are left
  required: boolean; // a moderator may do nothing as one before it is on
}

export interface FactorSecret {
  secret: string; // for the app, in base32; shown this once
  uri: string; // the same, for a QR code or a link
}

export interface RecoveryCodes {
  recovery_codes: string[]; // each works once; shown this once
}

export interface Online {
  count: number;
  people: {
    name: string;
    bot: boolean;
    seen: number; // milliseconds since 1970
  }[]; // the latest of them, latest first
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
  scopes: ("read" | "play" | "account" | "work" | "engine:bridge")[];
  created: number; // milliseconds since 1970
  used: number | null; // milliseconds since 1970; null: never
  expires: number; // milliseconds since 1970
}

export interface NewToken {
  id: string;
  name: string;
  scopes: ("read" | "play" | "account" | "work" | "engine:bridge")[];
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
  since: number | null; // null: you are not on vacation
  until: number | null; // null: until you end it
  waiting: number; // games at whose tables the annulment is still to be announced
}

/** any object; the server reads only its `challenges` */
export interface Preferences { [other: string]: unknown }

export interface Export {
  account: Account;
  sessions: Session[];
  tokens: Token[];
  preferences: Preferences;
  blocks: string[];
  blocked_guests: BlockedGuest[];
  vacation: Vacation;
  second_factor: {
    since: number | null; // since when it is on; null: it is off
    recovery_codes: number; // that are left
  }; // without its secret
  invited_by: string | null; // who made the invitation that you used; empty: the host; null: none
  invitations: Invitation[]; // that you made, as far as they are kept
  account_request: {
    name: string;
    email: string;
    proven: boolean; // the address was confirmed
    language: "en" | "de" | "fr" | "es" | "ja" | "zh" | null;
    bot: boolean;
    note: string; // to the moderators
    created: number; // milliseconds since 1970
    refused: string | null; // why a moderator refused it; null: it waits
  } | null; // an account that you asked for as a guest; null: none
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
  feed: number | null; // when its address was created
  analyses: {
    table: string;
    at: number; // milliseconds since 1970
  }[]; // requested
  puzzles: PuzzleTry[];
  tournaments: TournamentCard[]; // organised or entered
  studies: Study[];
  games: (Record | { id: string; error: ErrorInside })[];
  next: number | null; // continue with ?before=N; null: no more
}

export interface Ended { ended: number }

export interface SignedOut { signed_in: false }

/** the answer is the same whether or not there is such an account */
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
  seconds?: number; // time of the bot for a move; not with a rated game
  level?: number; // level of the bot; the highest is the strongest
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // needs a time control, and on every seat an account or a level of the bot that has a rank on this board
  listed?: boolean; // anyone can find it and join
  request?: string; // repeating the same request gets the same table
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
  password: string; // length in bytes; any Unicode text
  email?: string;
  bot?: boolean;
  language?: "en" | "de" | "fr" | "es" | "ja" | "zh"; // language of e-mails; default: from the request's Accept-Language
  invitation?: string; // the token of an invitation link
  note?: string; // to the moderators, where one of them has to approve accounts
}

export interface Credentials {
  name: string;
  password: string;
  code?: string; // of two-factor authentication, where it is on: from the app, or a recovery code
}

export interface NewPassword {
  old: string;
  new: string; // length in bytes; any Unicode text
  code?: string; // of two-factor authentication, where it is on: from the app, or a recovery code
}

export type LinkWish = { name: string } | { email: string };

export interface LinkToken {
  token: string;
  code?: string; // of two-factor authentication, where it is on: from the app, or a recovery code
}

export interface PasswordByLink {
  token: string;
  password: string; // length in bytes; any Unicode text
  code?: string; // of two-factor authentication, where it is on: from the app, or a recovery code
}

export interface DeleteAccount {
  password: string;
  code?: string; // of two-factor authentication, where it is on: from the app, or a recovery code
}

export interface BeginFactor { password: string }

export interface FactorCode {
  code: string; // from the app, or a recovery code
}

export interface AccountEdit {
  email?: string;
  profile?: string;
  bot?: boolean;
  hidden?: boolean;
  zone?: number; // minutes east of UTC
  language?: "en" | "de" | "fr" | "es" | "ja" | "zh"; // language of e-mails to you
  code?: string; // of two-factor authentication, where it is on: from the app, or a recovery code
}

/** any object, of at most 8192 bytes */
export interface PreferencesWish {
  challenges?: { from: "everybody" | "accounts" | "nobody" } | { from: "window"; window: number }; // rating window of challengers
  [other: string]: unknown;
}

export interface TokenWish {
  name: string;
  scopes: ("read" | "play" | "account" | "engine:bridge")[];
  days?: number;
  code?: string; // of two-factor authentication, where it is on: from the app, or a recovery code
}

export type Room = "players" | "spectators" | "everybody";

export type RemarkId = string;

export interface Remark {
  id: RemarkId;
  room: Room;
  number: number;
  at: number; // milliseconds since 1970
  removes?: RemarkId; // the request only removes that one
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
  removes?: RemarkId; // the request only removes that one
  removed?: true;
  seat?: number | null;
  name?: string;
  text?: string;
}

export interface Talk {
  rooms: Room[]; // chat rooms that you may read
  say: Room | null; // the chat room where you may write
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
    seat: number | null; // their seat; null: none
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
  offer: number; // the number of these terms; an answer must name it
  maker: number | null; // index into `people`
  you: number | null;
  people: {
    name: string;
    accepted: boolean;
    seat: number | null; // seat in the game; null: at random
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
  table: string | null; // the table created when everyone had accepted
  declined: { by: number; reason: DeclineReason } | null;
}

export interface ChallengeList {
  mark: string; // for the next time: `?mark=`
  challenges?: Challenge[]; // left out if nothing has changed since `mark`
}

export type ChallengeWish = {
  request: string;
  people: string[];
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // needs a time control, and accounts on all seats
  note?: string;
  minutes?: number; // how long it has been waiting
  seat?: "first" | "second" | "random";
} | {
  request: string;
  people: string[];
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // needs a time control, and accounts on all seats
  note?: string;
  minutes?: number; // how long it has been waiting
  order: string[]; // names by seat; yourself as `me`
};

export type CounterWish = {
  request: string;
  offer: number; // the `offer` of the terms that this request answers
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // needs a time control, and accounts on all seats
  note?: string;
  minutes?: number; // how long it has been waiting
  seat?: "first" | "second" | "random";
} | {
  request: string;
  offer: number; // the `offer` of the terms that this request answers
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // needs a time control, and accounts on all seats
  note?: string;
  minutes?: number; // how long it has been waiting
  order: string[]; // names by seat; yourself as `me`
};

export interface AcceptWish {
  offer: number; // the `offer` of the terms that this request answers
}

export interface DeclineWish {
  offer: number; // the `offer` of the terms that this request answers
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
    until: number; // expires at this time unless it is renewed
    window: number | null; // present rating window; null: anyone
    table: string | null;
  } | null;
}

export interface SeekWish {
  request: string; // repeating it keeps you in the lobby
  game: string; // a `name` of GET /api/games
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock?: string; // "none", "fischer 5m+3s", "byoyomi 10m+3x30s", "correspondence 3d", ...
  rated?: boolean; // needs a time control, and accounts on all seats
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
  late?: number; // players can join until this round is paired
  late_points?: 0 | 0.5; // points for each round that a late entrant has missed
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
  table: string | null; // null: no game, or not yet
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
  }[]; // highest first
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
  organises: boolean; // true: you block them
  created: number; // milliseconds since 1970
  started: number | null; // milliseconds since 1970
  now: number; // milliseconds since 1970
  state: "open" | "running" | "over" | "cancelled";
  round: number; // the last round that was paired
  rounds: number | null;
  you: number | null;
  players: {
    name: string;
    strength: number;
    here: boolean; // false: has withdrawn
  }[]; // players are given as indices into this list, from 0
  games: TournamentGame[];
  adjourned: {
    game: number;
    until: number; // milliseconds since 1970
  }[]; // games whose clocks are paused, and until when
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
      upheld_by: string | null; // a moderator rejected the appeal
    } | null;
  }[]; // rulings on games, oldest first
  may_rule: ("any" | "annul" | "played" | "own-game" | "own-ruling" | "moderators" | "settled")[] | null; // for organisers and moderators: the rulings that you can make on each game, or why you cannot; null for others
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
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "round-robin";
  match?: "single";
  least?: number; // minimum number of players at the start; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  cycles?: number;
} | {
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "round-robin";
  match: "best-of";
  least?: number; // minimum number of players at the start; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  games?: number; // an odd number
  cycles?: number;
} | {
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "round-robin";
  match: "two-games-and-tally";
  least?: number; // minimum number of players at the start; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  cycles?: number;
} | {
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "swiss";
  match?: "single";
  least?: number; // minimum number of players at the start; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  rounds?: number | null;
  late?: number; // players can join until this round is paired; 0: until the tournament starts
  late_points?: 0 | 0.5; // points for each round that a late entrant has missed
} | {
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "swiss";
  match: "best-of";
  least?: number; // minimum number of players at the start; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  games?: number; // an odd number
  rounds?: number | null;
  late?: number; // players can join until this round is paired; 0: until the tournament starts
  late_points?: 0 | 0.5; // points for each round that a late entrant has missed
} | {
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "swiss";
  match: "two-games-and-tally";
  least?: number; // minimum number of players at the start; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  rounds?: number | null;
  late?: number; // players can join until this round is paired; 0: until the tournament starts
  late_points?: 0 | 0.5; // points for each round that a late entrant has missed
} | {
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "knockout";
  match?: "single";
  least?: number; // minimum number of players at the start; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  replays?: number;
} | {
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "knockout";
  match: "best-of";
  least?: number; // minimum number of players at the start; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  games?: number; // an odd number
  replays?: number;
} | {
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "knockout";
  match: "two-games-and-tally";
  least?: number; // minimum number of players at the start; not above `most`
  most?: number;
  starts?: number | null;
  no_show?: number | null;
  replays?: number;
} | {
  request?: string; // repeating the same request gets the same tournament
  name: string;
  game: string; // a `name` of GET /api/games, for two
  options?: { [other: string]: string | number | boolean } | null; // as GET /api/games lists them
  clock: string; // "fischer 5m+3s", "correspondence 3d", ...; not "none"
  rated?: boolean;
  kind: "ladder";
  match?: "single";
  least?: number; // minimum number of players at the start; not above `most`
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
  why: string; // why you appeal
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

/** default: yourself */
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

/** continue with ?before=; null: no more */
export type ArchivePlace = string;

export interface Openings {
  games: number;
  next: {
    word: string;
    games: number;
    won: number;
    drawn: number;
    lost: number;
  }[]; // most played first
}

export type TableLine = StateMessage | ChangeMessage | EndMessage;

export type OwnLine = TableNews | ReadyMessage | EndMessage;

export interface TableNews {
  type: "table";
  number: number;
  news: "open" | "begun" | "changed" | "ended";
  table: Card;
}

/** all missed changes have been sent */
export interface ReadyMessage { type: "ready"; number: number }

/** the server is stopping; connect again */
export interface EndMessage { type: "end" }

/** of a library */
export type LibraryName = string;

export interface Library {
  name: LibraryName;
  games: number; // number of its games
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
  date: string; // as in the file
  result: string;
  winner: "unknown" | "first" | "second" | "third" | "fourth" | "drawn";
  moves: number;
  ply: number | null; // with a position or pattern: number of moves before it
  board: Board | null; // as at the end of the game
}

export interface LibraryGames {
  games: LibraryGame[];
  next: number | null; // continue with ?after=; null: no more
  through: number | null; // with a position: number of games that reached it
}

export interface WholeLibraryGame {
  number: number; // in the library
  game: string;
  class: string;
  options: { [other: string]: string };
  players: { name: string; rank: string }[]; // by seat; empty texts where the file tells none
  event: string;
  date: string; // as in the file
  result: string;
  winner: "unknown" | "first" | "second" | "third" | "fourth" | "drawn";
  moves: number;
  ply: number | null; // with a position or pattern: number of moves before it
  board: Board | null; // as at the end of the game
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

/** who can read it: its owner, people with the link, or everyone */
export type StudyAccess = "private" | "link" | "public";

export type StudyWish = {
  name: string;
  access?: StudyAccess;
  request?: string;
  record: string; // SGF, JSON (docs/notation.md), the game's own notation, or a move list
  game?: string; // for move lists
  options?: { [other: string]: string | number | boolean } | null; // options of that game, as GET /api/games lists them
} | {
  name: string;
  access?: StudyAccess;
  request?: string;
  table: string; // players whose game has ended
};

export interface StudyEdit {
  version: number;
  name: string;
  access: StudyAccess;
  record: string; // SGF, JSON (docs/notation.md), the game's own notation, or a move list
  game?: string; // for move lists
  options?: { [other: string]: string | number | boolean } | null; // options of that game, as GET /api/games lists them
}

export interface StudyCard {
  number: number;
  id: string;
  name: string;
  game: string;
  table: string | null;
  access: StudyAccess;
  hidden: boolean; // hidden by moderators: only its owner and moderators can read it
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
  hidden: boolean; // hidden by moderators: only its owner and moderators can read it
  owner: string;
  yours: boolean;
  version: number;
  nodes: number; // of the tree, its start included
  created: number; // milliseconds since 1970
  changed: number; // milliseconds since 1970
  record: GameFile;
  remarks?: string[]; // what was repaired or skipped in the file, in English
  remark_messages?: Message[]; // the same as a code with arguments, for any language
}

export interface StudyList {
  studies: StudyCard[];
  next: number | null; // continue with ?before=N; null: no more
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
  off: string | null; // why it was disabled
}

export interface NewHook {
  id: string;
  url: string;
  push: boolean; // a browser, by web push
  events: ("your-turn" | "game-over" | "challenge" | "round" | "reminder")[];
  created: number; // milliseconds since 1970
  off: string | null; // why it was disabled
  secret?: string; // the secret that signs deliveries; shown only this once; browsers have none
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
  events?: ("your-turn" | "game-over" | "challenge" | "round" | "reminder")[]; // default: all
} | {
  push: {
    endpoint: string;
    keys: { p256dh: string; auth: string };
    expirationTime?: unknown;
  }; // a browser's push subscription, unchanged
  events?: ("your-turn" | "game-over" | "challenge" | "round" | "reminder")[]; // default: all
};

export interface HookEdit {
  events?: ("your-turn" | "game-over" | "challenge" | "round" | "reminder")[]; // default: all
}

/** UTC */
export type Day = string;

export type PuzzleAnswer = { word: string } | { give_up: true };

export interface PuzzleTry {
  day: Day;
  tried: string[];
  state: "open" | "solved" | "failed" | "given-up";
  on_day: boolean; // it was solved or failed on its day
  at: number; // milliseconds since 1970
}

export interface Puzzle {
  day: Day;
  game: string;
  title: string;
  source: "solved" | "game"; // a position whose values are proven, or a mistake in a game that was played here
  table: string | null; // the game; null as long as the solution is null
  record: GameFile; // how the position arose
  seat: number; // player to move
  view: View;
  legal: string[];
  tries: number;
  found_by: number | null; // percent of tries in which bots of levels 1 to 8 and plain search find the move; null: not measured
  you: PuzzleTry | null; // null: you have not tried
  right: string[] | null; // the moves that solve it; null until you have solved it, failed or given up
  line: string[] | null; // how it goes on, the right move first; null until you have solved it, failed or given up
  themes: string[] | null; // what it is about: zombie, overpass, race, revealed, sacrifice; null until you have solved it, failed or given up
}

export interface PuzzleList {
  puzzles: {
    day: Day;
    game: string;
    title: string;
    you: PuzzleTry | null; // null: you have not tried
  }[];
  next: Day | null; // null: no more
  score: {
    tried: number;
    solved: number;
    at_once: number; // at the first try
    streak: number; // number of days in a row, each solved on its day, up to today or yesterday
    longest: number;
  } | null; // null: not requested
}

export interface OwnFeed {
  feed: {
    created: number; // milliseconds since 1970
  } | null; // null: none. The address was shown when the feed was created
}

export interface NewFeed {
  address: string; // secret: whoever knows it can read the feed; shown only this once
  created: number; // milliseconds since 1970
}

export interface Work {
  turn: {
    table: string;
    lease: string; // identifies this lease of the turn
    until: number; // when the lease ends and others can take the turn
    number: number; // of the table's entries
    game: string;
    options: { [other: string]: string };
    moves: (readonly [number | string, number | string])[]; // seat and word of all open offers
    seat: number;
    level: number;
    seconds: number; // thinking time
    seed: string; // of what is chance
  } | null; // null: none came
}

export interface WorkWish {
  rules: number; // the version of the worker's rules
  wait: number; // seconds
}

export type WorkAnswer = {
  table: string;
  lease: string; // identifies this lease of the turn
  number: number;
  word: string;
} | {
  table: string;
  lease: string; // identifies this lease of the turn
  number: number;
  words: string[]; // the whole turn as one command
} | {
  table: string;
  lease: string; // identifies this lease of the turn
  number: number;
  failure: string; // why the engine found no move
} | {
  table: string;
  lease: string; // identifies this lease of the turn
  number: number;
};

export interface WorkDone {
  played: boolean; // false: the turn was given back
}

export interface SelfPlayWish {
  rules: number; // the version of the worker's rules
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
    random: number; // Maximum number of random moves at the start
    seed: string; // of what is chance
    network: string | null; // null: the engine plays without a network
  } | null; // null: none are needed now
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
  loss: number | null; // change of the mover's winning chance; below 0: better than expected
  proof: "win" | "draw" | "loss" | null; // proven result for the mover after this move; null: not proven
  gave_away: "win" | "draw" | null; // proven result that the mover gave away with this move
  mark: "" | "doubtful" | "bad" | "very-bad"; // a loss of 5 %, 10 %, 20 % or more; very-bad also where it gave something away
  best: string | null; // a better move; null: none was found
  line: string[]; // the continuation after this move
}

export interface Analysis {
  table: string;
  state: "none" | "queued" | "running" | "done" | "failed";
  positions: number | null; // requested
  looked: number | null; // earlier positions
  playouts: number | null; // of each
  asked: number | null; // since when it has been requested
  start: number | null; // the chance of the first seat at the start
  moves: AnalysedMove[];
  why_not: string | null; // why the analysis cannot be requested, in English; null: it can be, or it exists
  why_not_message: Message | null; // the same as a code with arguments, for any language
}

export interface Look {
  first_wins: number | null; // the chance of the first seat
  best_wins: number | null; // for the player to move, with the best move
  score: number | null; // the lead of the first seat in points, where the game has such
  visits: number;
  best: string;
  line: string[];
  first_proof?: "win" | "draw" | "loss" | null; // proven result for the first seat; null: not proven
}

export interface AnalysisWork {
  part: {
    table: string;
    lease: string; // identifies this lease of the part
    until: number; // when the lease ends and others can take the part
    record: GameFile; // the game
    playouts: number; // of each position
    seconds: number; // maximum
    from: number; // analyse from the position after this many moves on
    check: number | null; // instead: whether only a few moves win after this many moves
  } | null; // null: none came
}

export type AnalysisAnswer = {
  table: string;
  lease: string; // identifies this lease of the part
  from: number;
  looks: Look[];
} | {
  table: string;
  lease: string; // identifies this lease of the part
  check: number;
  right: string[]; // none: it is not clear
  line: string[];
} | {
  table: string;
  lease: string; // identifies this lease of the part
  failure: string; // why the analysis found nothing
} | {
  table: string;
  lease: string; // identifies this lease of the part
};

export interface AnalysisKept {
  kept: boolean; // false: the part was given back
}

export interface OwnMail {
  address: string; // the account's; "": none
  proven: boolean; // the owner has confirmed it
  mode: "every" | "digest" | "end" | "none"; // every notice at once, a daily summary, only ends of games, or nothing
  off: string | null; // why it was disabled
}

export interface MailEdit {
  mode: "every" | "digest" | "end" | "none"; // every notice at once, a daily summary, only ends of games, or nothing
}

export interface RatingGains {
  gains: {
    name: string;
    class: string;
    games: number;
    before: number; // the rating before the first of these games
    after: number; // evaluation after the last move
    opponents: number; // people
    at_one_address: number; // games with people from the same network address
    against_new: number; // games with accounts younger than a week
    opponent: string; // most frequent opponents
    against_one: number; // games with that player
  }[];
}

export interface Annulled {
  name: string;
  class: string;
  games: number; // annulled games
  refunded: number; // other players who got points back
  left: number; // games in which this moderator played: another moderator must annul them
}

export interface AnnulmentList {
  annulments: {
    name: string;
    class: string;
    games: number; // annulled games
    refunded: number; // other players who got points back
    left: number; // games in which this moderator played: another moderator must annul them
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
  act: "sign-out" | "rename" | "password-link" | "role" | "worker" | "suspend" | "lift" | "close" | "mute" | "unmute" | "remove" | "settle" | "hide-study" | "show-study" | "delete-study" | "settle-study" | "annul" | "rule" | "uphold-ruling" | "cancel-tournament" | "withdraw-game" | "invite" | "withdraw-invitation" | "approve-account" | "refuse-account" | "announce" | "start-tournament" | "remove-player" | "second-factor-off" | "second-factor-on" | "forget-secrets";
  name: string; // whose account; empty: of nobody alone
  about: string; // a name before, a moment, or where it was
  why: string;
}

export interface AuditLog {
  entries: AuditEntry[]; // newest first
  next: number | null; // goes on with `before`; null: it is all
}

export interface AdminPerson {
  name: string;
  role: "player" | "moderator" | "admin";
  bot: boolean;
  created: number; // milliseconds since 1970
  seen: number | null; // null: never
  confirmed: boolean; // whether mail goes to a confirmed address
  second_factor: boolean; // two-factor authentication is on
  sessions: number;
  tokens: number;
  games: number;
  studies: number;
  reported: number; // messages of theirs that wait for a moderator
  invited_by: string | null; // who made the invitation; empty: the host; null: none
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

export interface Announcement {
  id: string;
  text: string;
  at: number; // milliseconds since 1970
  until: number | null; // null: until it is ended
}

export interface Site {
  name: string | null; // of the club; null: it has none of its own
  welcome: string; // for the start page; empty: none
  rules: boolean; // whether GET /api/site/rules has a text
  registration: "open" | "by-invitation" | "by-approval" | "closed"; // who may create an account
  guests: boolean; // whether people may play without an account
  invites: boolean; // whether you may create invitations
  announcement: Announcement | null;
}

export interface SiteRules {
  text: string; // plain text with a few signs of Markdown
}

export interface AccountWaits { waiting: true; name: string }

export interface GivenInvitation {
  url: string; // without the address of the site where the host has set no public-url
  uses: number;
  expires: number; // milliseconds since 1970
}

export interface Invitation {
  id: string;
  by: string | null; // null: the host
  note: string;
  uses: number; // accounts that it is good for
  used: number;
  created: number; // milliseconds since 1970
  expires: number; // milliseconds since 1970
}

export interface InvitationList {
  invitations: Invitation[]; // open ones, newest first
}

export interface WaitingList {
  waiting: {
    id: string;
    name: string;
    note: string; // what they wrote to the moderators
    mail: boolean; // an e-mail tells them of the decision
    created: number; // milliseconds since 1970
  }[]; // oldest first
}

export interface Announced { announcement: Announcement | null }

export interface Health {
  lines: {
    name: "ready" | "moves" | "requests" | "store" | "replica" | "bots" | "disk" | "mail" | "outbox" | "backup" | "sockets" | "version";
    state: "good" | "warning" | "bad";
    says: Message;
    todo: Message | null; // null: nothing is to be done
  }[];
}

export interface InvitationWish {
  uses?: number;
  days?: number;
  note?: string; // whom it is for
}

export interface ApproveWish { why?: string }

export interface AnnouncementWish {
  text: string;
  hours?: number; // without it until it is ended
}

/** an OpenAPI document */
export interface Document { [other: string]: unknown }
