// Words for people: results, turns, who sits where.
import { isEnglish, listed, msg, t, tn } from "../lang/text";
import type { SeatInfo, TableState, View } from "../net/protocol";

/** A title within a sentence: in English with a small letter, in other languages as it is. */
export function inSentence(title: string): string {
  return isEnglish() ? title.toLowerCase() : t(title);
}

/** What a group lives on, in the game's own word. */
export function freedomText(count: number, { lives_on }: Pick<View, "lives_on">): string {
  return lives_on === "freedoms" ? tn("{n} freedom", "{n} freedoms", count) : tn("{n} liberty", "{n} liberties", count);
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "White wins by 3", "Black resigned: white wins", "A draw". */
export function resultText(view: View): string {
  const result = view.result;
  if (!result) return "";
  if (result.winner === null) return result.how === "no-result" ? t("No result") : result.how === "agreed" ? t("A draw by agreement") : t("A draw");
  const winner = capitalised(t(result.winner));
  const others = view.sides.filter((side) => side.name !== result.winner);
  if (result.how === "resigned") {
    const left = others.find((side) => side.retired);
    return left
      ? t("{loser} resigned: {winner} wins", { loser: capitalised(t(left.name)), winner: t(result.winner) })
      : t("{winner} wins by resignation", { winner });
  }
  if (result.how === "timed-out") return t("{winner} wins on time", { winner });
  if (result.how === "forfeit") return t("{winner} wins by forfeit", { winner });
  if (result.how === "capture") return t("{winner} wins by the first capture", { winner });
  const own = view.sides.find((side) => side.name === result.winner)?.score ?? 0;
  const best = Math.max(...others.map((side) => side.score));
  return t("{winner} wins by {lead}, {own} to {best}", { winner, lead: own - best, own, best });
}

/** A seat is free: the game has not begun, or was cancelled before anybody took it. */
export const hasFreeSeat = ({ seats }: Pick<TableState, "seats">): boolean => seats.some((seat) => seat.kind === "open");

/** What the result means for this viewer: the banner's headline. */
export function resultHeadline(table: TableState): string {
  const { view, you } = table;
  if (!view.result) return "";
  if (hasFreeSeat(table)) return t("Game cancelled");
  if (view.result.winner === null) return t("A draw");
  if (you === null) return t("{winner} wins", { winner: capitalised(t(view.result.winner)) });
  return view.result.seat === you ? t("You win") : t("You lose");
}

/** The line below it. */
export const resultLine = (table: TableState): string => (hasFreeSeat(table) ? t("The game ended before another player joined.") : resultText(table.view));

const kGuest = msg("Guest");

/** Who sits there; bots and nameless guests, whom the server names in English, in the language in use. */
export function chairName(seat: Pick<SeatInfo, "name" | "kind"> | undefined): string | null {
  const name = seat?.name ?? null;
  if (seat?.kind === "bot") {
    const level = /^Cairn bot(?:, level (\d+))?$/.exec(name ?? "");
    if (level) return level[1] ? t("Cairn bot, level {level}", { level: level[1] }) : t("Cairn bot");
  }
  return seat?.kind === "guest" && name === kGuest ? t(kGuest) : name;
}

export function seatName(seat: SeatInfo | undefined): string {
  return chairName(seat) ?? t("Free seat");
}

/** One line about whose turn it is, and what a player did that no piece on the board shows. */
export function turnText(table: TableState): string {
  const { view, you, seats } = table;
  if (view.over) return resultLine(table);
  if (hasFreeSeat(table)) return t("Waiting for another player");
  if (table.clock?.paused) return t("Adjourned");
  if (view.facts["phase"] === "agreement") return agreementText(view);
  const acting = view.to_act[0] ?? view.turn.seat;
  const name = seatName(seats[acting]);
  const turn =
    you !== null && view.to_act.includes(you) ? t("Your turn") : table.thinking ? t("{name} is thinking …", { name }) : t("{name} to move", { name });
  const last = table.moves.at(-1);
  const side = capitalised(t(last?.side ?? ""));
  if (last?.word === "pass") return t("{side} passed. {turn}", { side, turn });
  return last?.word === "resume" ? t("{side} resumed play. {turn}", { side, turn }) : turn;
}

/** Who has accepted the score. */
function agreementText(view: View): string {
  const accepted = view.sides.find((side) => side.name === view.facts["accepted"]);
  const other = view.sides.find((side) => side !== accepted);
  if (!accepted || !other) return t("Both players passed. Neither has accepted the score yet.");
  return t("{side} has accepted the score. {other} has not yet.", { side: capitalised(t(accepted.name)), other: capitalised(t(other.name)) });
}

export const listText = listed;

const kNamed = 8;

/** "Ann is online.", "Ann, Bob and 3 others are online." */
export function onlineText(names: readonly string[], count: number): string {
  const named = names.slice(0, kNamed);
  const others = count - named.length;
  const who = listText(others > 0 ? [...named, tn("{n} other", "{n} others", others)] : named);
  return tn("{who} is online.", "{who} are online.", count, { who });
}

/** "5 hours", "2 days": about so much, never more than it is. */
export function leftText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 120) return tn("{n} minute", "{n} minutes", minutes);
  return minutes < 2_880 ? tn("{n} hour", "{n} hours", Math.floor(minutes / 60)) : tn("{n} day", "{n} days", Math.floor(minutes / 1_440));
}
