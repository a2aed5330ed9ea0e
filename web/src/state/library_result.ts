// How a game of a library ended and when it was played, in words, from what its file says.
import { dateText, phrases, t } from "../lang/text";
import { kHow } from "./archive_query";
import type { LibraryGame } from "../net/libraries";

export const kSeats = ["first", "second", "third", "fourth"];

/** By what stands behind the plus of "B+R". */
const kEndings: Readonly<Record<string, string>> = { r: "resigned", resign: "resigned", t: "timed-out", time: "timed-out", f: "forfeit", forfeit: "forfeit" };

/** "Ann won by resignation", "Ann won by score, B+3.5", "A draw"; what is not understood stays as the file has it. */
export function libraryResult({ winner, result, players }: Pick<LibraryGame, "winner" | "result" | "players">): string {
  if (winner === "drawn") return t("A draw");
  const seat = kSeats.indexOf(winner);
  if (seat < 0) return result;
  const name = players[seat]?.name || t("unknown player");
  const margin = /^\w+\+(.*)$/.exec(result.trim())?.[1]?.toLowerCase();
  if (margin === undefined) return t("{name} won", { name });
  const how = kEndings[margin];
  if (how) return t(kHow[how] ?? "{name} won", { name });
  return Number(margin) > 0 ? phrases([t("{name} won by score", { name }), result.trim()]) : t("{name} won", { name });
}

/** "2016-03-09" as dates are written in the reader's language; a year alone and anything else as it is. */
export function libraryDate(date: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  return Number.isNaN(day) ? date : dateText(day, { dateStyle: "medium", timeZone: "UTC" });
}
