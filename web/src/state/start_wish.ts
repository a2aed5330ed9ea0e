// What the start form asks the server for. Pure.
import type { NewTable } from "../net/protocol";

/** The level, the thinking time and `rated` are of a game against the server's bot. */
export type StartTerms = Required<Pick<NewTable, "seat" | "seconds" | "level" | "clock" | "rated">>;

export type StartWish = NewTable["opponent"] | "open";

/** In a rated game the bot takes the time that its level needs; games with people are not rated from here. */
export function wishOf({ seconds, rated, ...terms }: StartTerms, wish: StartWish): Omit<NewTable, "game" | "options"> {
  if (wish === "bot" && rated) return { ...terms, opponent: "bot", rated };
  return { ...terms, seconds, opponent: wish === "open" ? "friend" : wish, listed: wish === "open" };
}
