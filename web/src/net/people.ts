// What is known of others: ratings, games, studies; and what one may do about them.
import { ApiError, ask, askAgain } from "./api";
import type { SeatInfo } from "./protocol";

export interface Profile {
  name: string;
  role: "player" | "moderator" | "admin";
  bot: boolean;
  profile: string;
  created: number;
}

export interface Rating {
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
  at: number;
}
export type ClassRating = Rating & { class: string };
export type Leader = Rating & { name: string };

export interface ArchiveCard {
  id: string;
  game: string;
  title: string;
  options: Record<string, string>;
  clock: string;
  rated: boolean;
  seats: SeatInfo[];
  class: string;
  result: string;
  how: string;
  winner: number | null;
  moves: number;
  ended: number;
}

export interface StudyCard {
  id: string;
  name: string;
  game: string;
  nodes: number;
  changed: number;
}

const at = (name: string, what = "") => `/api/people/${encodeURIComponent(name)}${what}`;

export const fetchProfile = (name: string): Promise<Profile> => ask("GET", at(name));
export const fetchRatings = (name: string): Promise<{ ratings: ClassRating[] }> => ask("GET", at(name, "/ratings"));
export const fetchHistory = (name: string, of: string): Promise<{ history: Rating[] }> => ask("GET", at(name, `/ratings?class=${encodeURIComponent(of)}`));
export const fetchStudiesOf = (name: string): Promise<{ studies: StudyCard[] }> => ask("GET", at(name, "/studies"));
export const fetchLeaders = (of: string): Promise<{ leaders: Leader[] }> => ask("GET", `/api/leaders/${encodeURIComponent(of)}`);
export const fetchGamesOf = (name: string): Promise<{ games: ArchiveCard[]; next: number | string | null }> =>
  ask("GET", `/api/archive?player=${encodeURIComponent(name)}`);

/** Whom one blocks; nobody without an account. */
export async function fetchBlocks(): Promise<{ blocks: string[] }> {
  try {
    return await ask("GET", "/api/blocks");
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return { blocks: [] };
    throw error;
  }
}
export const setBlock = (name: string, on: boolean): Promise<{ blocks: string[] }> => askAgain(on ? "PUT" : "DELETE", `/api/blocks/${encodeURIComponent(name)}`);

export interface Muted {
  name: string;
  muted_until: number | null;
}
export const mute = (name: string, minutes: number, why: string): Promise<Muted> => ask("POST", at(name, "/mute"), { minutes, why });
export const unmute = (name: string): Promise<Muted> => ask("DELETE", at(name, "/mute"));
