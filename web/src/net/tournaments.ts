// Tournaments as the server tells them, and what one may ask of it. Every action answers with the tournament.
import { ask, askAgain } from "./api";
import type { Terms } from "./challenges";
import { freshId } from "./table_connection";

export type Kind = "round-robin" | "swiss" | "knockout" | "ladder";
export type Match = "single" | "best-of" | "two-games-and-tally";
export type State = "open" | "running" | "over" | "cancelled";

export interface Setup extends Terms {
  kind: Kind;
  cycles?: number; // round robin
  rounds?: number | null; // Swiss; null: until one is first alone
  late?: number; // Swiss: people enter until this round is paired
  late_points?: 0 | 0.5;
  replays?: number; // knock-out
  reach?: number; // ladder
  idle?: number | null; // ladder
  match: Match;
  games?: number; // best-of
  least: number;
  most: number;
  starts: number | null;
  no_show: number | null;
}

export interface Wish extends Terms, Partial<Omit<Setup, keyof Terms>> {
  name: string;
  kind: Kind;
}

export interface TournamentCard extends Terms {
  number: number;
  id: string;
  name: string;
  title: string;
  kind: Kind;
  organiser: string;
  state: State;
  players: number;
  most: number;
  starts: number | null;
  created: number;
}

export type How = "open" | "played" | "forfeit" | "bye" | "annulled";

export interface Game {
  game: number;
  round: number;
  match: number;
  first: number;
  second: number | null; // null: a bye
  table: string | null;
  how: How;
  winner: number | null;
  begun: number;
  ended: number | null;
}

export interface Cell {
  round: number;
  opponent: number | null;
  first: boolean;
  points: number;
  how: How;
}

export interface Row {
  player: number;
  place: number;
  points: number;
  buchholz?: number; // Swiss
  sonneborn_berger: number;
  direct: number | null;
  wins: number;
  cells: Cell[];
}

export interface Duel {
  players: [number | null, number | null];
  decided: boolean;
  winner: number | null;
  replays: number;
}

export interface Tournament {
  id: string;
  name: string;
  title: string;
  setup: Setup;
  organiser: string;
  organises: boolean;
  created: number;
  started: number | null;
  now: number;
  state: State;
  round: number;
  rounds: number | null;
  you: number | null; // a place in players
  players: { name: string; strength: number; here: boolean }[];
  games: Game[];
  standings: Row[] | null;
  bracket: { rounds: Duel[][]; champion: number | null } | null;
  ladder: { rungs: { player: number; active: number }[]; challenges: { challenger: number; challenged: number; game: number | null }[] } | null;
}

export type Ruling = { game: number; ruling: "annul" } | { game: number; ruling: "forfeit"; loser: "first" | "second" | "both" };

const at = (id: string, what = "") => `/api/tournaments/${encodeURIComponent(id)}${what}`;

export const fetchTournaments = (state: State, before: number | null): Promise<{ tournaments: TournamentCard[]; next: number | null }> =>
  ask("GET", `/api/tournaments?state=${state}${before === null ? "" : `&before=${before}`}`);
export const fetchTournament = (id: string): Promise<Tournament> => ask("GET", at(id));
export const addTournament = (wish: Wish): Promise<Tournament> => askAgain("POST", "/api/tournaments", { request: freshId(), ...wish });

export const enter = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/enter"));
export const leave = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/withdraw"), {});
export const takeOut = (id: string, name: string): Promise<Tournament> => askAgain("POST", at(id, "/withdraw"), { name });
export const attend = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/here"));
export const start = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/start"));
export const cancel = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/cancel"));
export const rule = (id: string, ruling: Ruling): Promise<Tournament> => askAgain("POST", at(id, "/rulings"), ruling);
export const challengeRung = (id: string, name: string): Promise<Tournament> => askAgain("POST", at(id, "/challenge"), { name });
export const declineRung = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/decline"));
