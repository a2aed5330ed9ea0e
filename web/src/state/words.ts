// Words for people: reasons, results, turns. The core says codes; this file says sentences.
import { phrased } from "../lang/phrases";
import { toldReason } from "../lang/reasons";
import { isEnglish, listed, msg, t, tn } from "../lang/text";
import type { Refusal, SeatInfo, TableState, View } from "../net/protocol";

const kReasons: Record<string, string> = {
  occupied: msg("Something stands there already."),
  unsupported: msg("Nothing carries a ball there yet: it needs four balls below it."),
  "off-board": msg("That point is not on this board."),
  suicide: msg("Your group would have no empty place to live on, and nothing that you capture gives it one."),
  repetition: msg("That would repeat an earlier position."),
  "not-your-turn": msg("It is not your turn."),
  martyrdom: msg("That piece would die by its own step."),
  stalling: msg("That piece began this turn there: it may not come back in the same turn."),
  "too-far": msg("That is too far for one step."),
  "no-piece": msg("None of your pieces stands there."),
  "game-over": msg("The game is over."),
  "unknown-move": msg("That is not a move of this game."),
};

// By code, what the server may refuse; it says more itself, in English. {why}: that.
const kRefusals: Record<string, string> = {
  "bad-request": msg("The server cannot take it like that: {why}"),
  "unknown-game": msg("The server knows no such game."),
  "bad-options": msg("There is no game with these options: {why}"),
  "no-bot": msg("There is no bot for this game; invite a friend."),
  blocked: msg("Somebody there does not play with you, or you block them."),
  "not-seated": msg("Only those who sit at this table may play; you are watching."),
  "no-account": msg("That needs an account."),
  "wrong-password": msg("The name or the password is wrong."),
  "bad-link": msg("This link was used, or has run out, or is none. Ask for another."),
  "not-heard": msg("That room is for others."),
  muted: msg("You may not write here for some time."),
  "not-for-you": msg("That is for others to do."),
  "not-challenged": msg("These people cannot play together now."),
  "not-found": msg("There is no such thing here, or it is gone."),
  "name-taken": msg("Somebody has this name; choose another."),
  "has-account": msg("You have an account and are signed in. Sign out first."),
  "no-address": msg("The account has no address of mail that is still to be proven."),
  "too-many-kept": msg("There are so many already that no more can be kept. Let one go first."),
  "game-over": msg("The game is over."),
  "no-undo": msg("Nothing can be taken back now."),
  "no-free-seat": msg("Every seat is taken."),
  "too-long": msg("The game is as long as a game may become."),
  "no-offer": msg("That is not offered, or may not be offered now."),
  clock: msg("The clocks do not allow that now."),
  "not-over": msg("That can be done when the game is over."),
  "no-analysis": msg("This game is not analysed: {why}"),
  "broken-record": msg("The stored game cannot be replayed; it is kept as it is."),
  "not-open": msg("The challenge is over, or the game has begun."),
  "terms-changed": msg("There are other terms by now. Look at them first."),
  tournament: msg("The tournament does not allow that, or not now: {why}"),
  "other-version": msg("It was changed meanwhile. Look at it first."),
  "bad-record": msg("The game cannot be read or played: {why}"),
  "illegal-move": msg("The rules forbid that move."),
  "too-large": msg("That is too large for the server."),
  "too-many": msg("That is much at once. Come again a little later."),
  busy: msg("Too much waits there. Come again a little later."),
  internal: msg("Something went wrong in the server; it was noted."),
  "no-mail": msg("No mail goes out from this server."),
  unavailable: msg("The server cannot do that just now. Try again."),
};

/** The server's own words in English; in other languages ours. */
export function refusalWords({ code, message }: Refusal): string {
  const sentence = kRefusals[code];
  const why = coreText(message);
  return sentence === undefined || isEnglish() ? why : t(sentence, { why });
}

/** The sides' names, as the core has them. */
export const kSides = [msg("white"), msg("black"), msg("red"), msg("blue")];

/** Moves that are words, as the core spells them. */
export const kWordMoves = [msg("pass"), msg("swap"), msg("resume"), msg("accept"), msg("hostile")];

/** What the core, or the server with the core's words, says in English: in the language in use. */
export function coreText(text: string): string {
  if (isEnglish()) return text;
  const word = (one: string): string | null => {
    const known = reasonKey(one) ?? (kSides.includes(one) ? one : null);
    return known === null ? null : t(known).replace(/[.。]$/u, "");
  };
  return word(text) ?? phrased(text, word) ?? text;
}

/** What stands for a reason: our sentence, or of a game's own reason what the core says. */
const reasonKey = (reason: string): string | null => kReasons[reason] ?? toldReason(reason);

/** Whether this client words a reason itself. */
export const isOurReason = (reason: string): boolean => reason in kReasons;

/** Why a move is refused. A reason that nobody words is shown as it is. */
export function reasonText(reason: string): string {
  return t(reasonKey(reason) ?? reason);
}

/** A title within a sentence: in English with a small letter, in other languages as it is. */
export function inSentence(title: string): string {
  return isEnglish() ? title.toLowerCase() : t(title);
}

/** What a group lives on: freedoms on a pyramid, liberties elsewhere. */
export function freedomText(count: number, surface: string): string {
  return surface === "pyramid" ? tn("{n} freedom", "{n} freedoms", count) : tn("{n} liberty", "{n} liberties", count);
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
    return left ? t("{loser} resigned: {winner} wins", { loser: capitalised(t(left.name)), winner: t(result.winner) }) : t("{winner} wins by resignation", { winner });
  }
  if (result.how === "timed-out") return t("{winner} wins on time", { winner });
  if (result.how === "capture") return t("{winner} wins by the first capture", { winner });
  const own = view.sides.find((side) => side.name === result.winner)?.score ?? 0;
  const best = Math.max(...others.map((side) => side.score));
  return t("{winner} wins by {lead}, {own} to {best}", { winner, lead: own - best, own, best });
}

/** What the result means for this viewer: the banner's headline. */
export function resultHeadline(table: TableState): string {
  const { view, you } = table;
  if (!view.result) return "";
  if (view.result.winner === null) return t("A draw");
  if (you === null) return t("{winner} wins", { winner: capitalised(t(view.result.winner)) });
  return view.result.seat === you ? t("You win") : t("You lose");
}

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
  if (view.over) return resultText(view);
  if (seats.some((seat) => seat.kind === "open")) return t("Waiting for a second player");
  if (table.clock?.paused) return t("Adjourned");
  if (view.facts["phase"] === "agreement") return agreementText(view);
  const acting = view.to_act[0] ?? view.turn.seat;
  const name = seatName(seats[acting]);
  const turn = you !== null && view.to_act.includes(you) ? t("Your turn") : table.thinking ? t("{name} is thinking …", { name }) : t("{name} to move", { name });
  const last = table.moves.at(-1);
  const side = capitalised(t(last?.side ?? ""));
  if (last?.word === "pass") return t("{side} passed. {turn}", { side, turn });
  return last?.word === "resume" ? t("{side} resumed play. {turn}", { side, turn }) : turn;
}

/** Who has accepted the score. */
function agreementText(view: View): string {
  const accepted = view.sides.find((side) => side.name === view.facts["accepted"]);
  const other = view.sides.find((side) => side !== accepted);
  if (!accepted || !other) return t("Both passed. Nobody has accepted the score yet.");
  return t("{side} has accepted the score. {other} has not yet.", { side: capitalised(t(accepted.name)), other: capitalised(t(other.name)) });
}

export const listText = listed;

const kNamed = 8;

/** "Ann is on line.", "Ann, Bob and 3 others are on line." */
export function onlineText(names: readonly string[], count: number): string {
  const named = names.slice(0, kNamed);
  const others = count - named.length;
  const who = listText(others > 0 ? [...named, tn("{n} other", "{n} others", others)] : named);
  return tn("{who} is on line.", "{who} are on line.", count, { who });
}

/** "5 hours", "2 days": about so much, never more than it is. */
export function leftText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 120) return tn("{n} minute", "{n} minutes", minutes);
  return minutes < 2_880 ? tn("{n} hour", "{n} hours", Math.floor(minutes / 60)) : tn("{n} day", "{n} days", Math.floor(minutes / 1_440));
}
