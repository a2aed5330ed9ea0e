// Tournaments as the server tells them, and what one may ask of it. Every action answers with the tournament.
import { ask, askAgain } from "./api";
import { pageQuery } from "./page_query";
import type { Bracket, Ruling, Standings, Tournament, TournamentList, TournamentSetup } from "./api_types";
import type { Terms } from "./challenges";
import { freshId } from "./table_connection";

export type { Ruling, Tournament, TournamentCard, TournamentGame as Game, TournamentSetup as Setup } from "./api_types";
export type Kind = TournamentSetup["kind"];
export type Match = TournamentSetup["match"];
export type State = Tournament["state"];
export type Row = Standings[number];
export type Cell = Row["cells"][number];
export type Duel = Bracket["rounds"][number][number];
export type Wish = Terms & Pick<Tournament, "name"> & Pick<TournamentSetup, "kind"> & Partial<TournamentSetup>;

const at = (id: string, what = "") => `/api/tournaments/${encodeURIComponent(id)}${what}`;

/** `game`: only those of this game, "" for all; `before`: the `next` of the last answer. */
export function fetchTournaments(state: State, game: string, before: number | null): Promise<TournamentList> {
  const query = pageQuery(game, before);
  query.set("state", state);
  return ask("GET", `/api/tournaments?${query.toString()}`);
}
export const fetchTournament = (id: string): Promise<Tournament> => ask("GET", at(id));
export const addTournament = (wish: Wish): Promise<Tournament> => askAgain("POST", "/api/tournaments", { request: freshId(), ...wish });

export const enter = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/enter"));
export const leave = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/withdraw"), {});
export const takeOut = (id: string, name: string): Promise<Tournament> => askAgain("POST", at(id, "/withdraw"), { name });
export const attend = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/here"));
export const start = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/start"));
export const cancel = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/cancel"));
export const rule = (id: string, ruling: Ruling): Promise<Tournament> => askAgain("POST", at(id, "/rulings"), ruling);
export const appeal = (id: string, game: number, why: string): Promise<Tournament> => askAgain("POST", at(id, "/appeals"), { game, why });
export const challengeRung = (id: string, name: string): Promise<Tournament> => askAgain("POST", at(id, "/challenge"), { name });
export const declineRung = (id: string): Promise<Tournament> => askAgain("POST", at(id, "/decline"));
