// Challenges: a game with people whom one names, and what becomes of the terms.
import { ask, askAgain, beGuest } from "./api";
import type { Challenge, ChallengeList, ChallengeWish, DeclineReason } from "./api_types";
import { freshId } from "./table_connection";

export type { Challenge, DeclineReason as Reason } from "./api_types";
export const kReasons = [
  "not-now",
  "not-this-game",
  "not-these-terms",
  "not-with-this-clock",
  "not-rated",
  "only-rated",
  "enough-games",
  "other",
] as const satisfies readonly DeclineReason[];
export type Terms = Pick<Challenge, "game" | "options" | "clock" | "rated">;
type OfSeat = Extract<ChallengeWish, { seat?: string }>;
type OfOrder = Extract<ChallengeWish, { order: string[] }>;
/** A seat is said among two, an order among more, neither where the lot decides. */
export type Wish = Terms & Pick<OfSeat, "seat" | "minutes"> & Required<Pick<OfSeat, "note">> & Partial<Pick<OfOrder, "order">>;

/** `challenges` is left out where nothing is other than at `mark`. */
export function fetchChallenges(mark: string | null): Promise<ChallengeList> {
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

export const decline = (id: string, offer: number, reason: DeclineReason): Promise<Challenge> => askAgain("POST", at(id, "/decline"), { offer, reason });

export const withdraw = (id: string): Promise<Challenge> => askAgain("DELETE", at(id));
