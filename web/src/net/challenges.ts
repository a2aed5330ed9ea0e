// Challenges: a game with people whom one names, and what becomes of the terms.
import { ask, askAgain, beGuest } from "./api";
import { freshId } from "./table_connection";

export const kReasons = ["not-now", "not-this-game", "not-these-terms", "not-with-this-clock", "not-rated", "only-rated", "enough-games", "other"] as const;
export type Reason = (typeof kReasons)[number];

export interface Challenge {
  id: string;
  state: "open" | "made" | "declined" | "withdrawn" | "expired";
  offer: number;
  maker: number | null; // a place in people
  you: number | null;
  people: { name: string; accepted: boolean; seat: number | null }[];
  game: string;
  title: string;
  options: Record<string, string>;
  clock: string;
  rated: boolean;
  note: string;
  created: number;
  expires: number;
  changed: number;
  table: string | null;
  declined: { by: number; reason: Reason } | null;
}

export interface Terms {
  game: string;
  options: Record<string, string>;
  clock: string;
  rated: boolean;
}

export interface Wish extends Terms {
  seat?: "first" | "second" | "random";
  note: string;
  minutes?: number;
}

/** `challenges` is left out where nothing is other than at `mark`. */
export function fetchChallenges(mark: string | null): Promise<{ mark: string; challenges?: Challenge[] }> {
  return ask("GET", `/api/challenges${mark === null ? "" : `?mark=${encodeURIComponent(mark)}`}`);
}

const at = (id: string, what = "") => `/api/challenges/${encodeURIComponent(id)}${what}`;

export const fetchChallenge = (id: string): Promise<Challenge> => ask("GET", at(id));

export async function makeChallenge(people: string[], wish: Wish, name: string): Promise<Challenge> {
  await beGuest(name);
  return askAgain("POST", "/api/challenges", { request: freshId(), people, ...wish });
}

export const counter = (id: string, offer: number, wish: Wish): Promise<Challenge> =>
  askAgain("POST", at(id, "/counter"), { request: freshId(), offer, ...wish });

export const accept = (id: string, offer: number): Promise<Challenge> => askAgain("POST", at(id, "/accept"), { offer });

export const decline = (id: string, offer: number, reason: Reason): Promise<Challenge> => askAgain("POST", at(id, "/decline"), { offer, reason });

export const withdraw = (id: string): Promise<Challenge> => askAgain("DELETE", at(id));
