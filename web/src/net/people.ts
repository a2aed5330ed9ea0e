// What is known of others: ratings, games, studies; and what one may do about them.
import { ApiError, ask, askAgain } from "./api";
import type { ArchiveList, BlockList, Leaders, Muted as AnyMuted, Profile, Ratings, StudyList } from "./api_types";

export type { ArchiveCard, ArchiveList, Profile, StudyCard } from "./api_types";
type History = Extract<Ratings, { history: unknown }>;
type OfClasses = Extract<Ratings, { ratings: unknown }>;
export type Rating = History["history"][number];
export type ClassRating = OfClasses["ratings"][number];
export type Leader = Leaders["leaders"][number];
export type Muted = Extract<AnyMuted, { name: string }>;

const at = (name: string, what = "") => `/api/people/${encodeURIComponent(name)}${what}`;

export const fetchProfile = (name: string): Promise<Profile> => ask("GET", at(name));
export const fetchRatings = (name: string): Promise<OfClasses> => ask("GET", at(name, "/ratings"));
export const fetchHistory = (name: string, of: string): Promise<History> => ask("GET", at(name, `/ratings?class=${encodeURIComponent(of)}`));
export const fetchStudiesOf = (name: string): Promise<StudyList> => ask("GET", at(name, "/studies"));
export const fetchLeaders = (of: string): Promise<Leaders> => ask("GET", `/api/leaders/${encodeURIComponent(of)}`);
export const fetchGamesOf = (name: string): Promise<ArchiveList> => ask("GET", `/api/archive?player=${encodeURIComponent(name)}`);

/** Whom one blocks; nobody without an account. */
export async function fetchBlocks(): Promise<BlockList> {
  try {
    return await ask("GET", "/api/blocks");
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return { blocks: [], guests: [] };
    throw error;
  }
}
export const setBlock = (name: string, on: boolean): Promise<BlockList> => askAgain(on ? "PUT" : "DELETE", `/api/blocks/${encodeURIComponent(name)}`);

export const mute = (name: string, minutes: number, why: string): Promise<Muted> => ask("POST", at(name, "/mute"), { minutes, why });
export const unmute = (name: string): Promise<Muted> => ask("DELETE", at(name, "/mute"));
