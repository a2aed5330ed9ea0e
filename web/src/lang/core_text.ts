// What the core and the server say by codes and arguments, as sentences in the language in use.
import { hasSentence, ownReason, sentenceOf, type Message } from "./messages";
import reasons from "./reasons.json";
import { isEnglish, msg, t } from "./text";

// Sentences by reason. `npm run messages` reads them from core/reason.h and the games.
const kReasons: Readonly<Record<string, string>> = reasons;

// By code, what the server may refuse. {why}: the sentence that `detail` names.
const kRefusals: Record<string, string> = {
  "bad-request": msg("The server cannot use this: {why}"),
  "unknown-game": msg("The server does not have this game."),
  "bad-options": msg("There is no game with these options: {why}"),
  "no-bot": msg("There is no bot for this game; invite a friend."),
  blocked: msg("One of you has blocked the other."),
  "not-seated": msg("Only the players of this game can move; you are watching."),
  "no-account": msg("You need an account for this."),
  "wrong-password": msg("Wrong name or password."),
  "bad-link": msg("This link is invalid, used or expired. Ask for a new one."),
  "not-heard": msg("You cannot read this chat."),
  muted: msg("A moderator has stopped you from writing here for now."),
  suspended: msg("This account is suspended or closed."),
  "not-for-you": msg("You are not allowed to do this."),
  "not-challenged": msg("These players cannot play each other now."),
  "not-found": msg("Not found. It may have been removed."),
  "name-taken": msg("This name, or one that looks like it, is taken. Choose another."),
  "has-account": msg("You have an account and are signed in. Sign out first."),
  "no-address": msg("The account has no email address to confirm."),
  "too-many-kept": msg("You have reached the limit. Remove one first."),
  "game-over": msg("The game is over."),
  "no-undo": msg("You cannot take back a move now."),
  "no-free-seat": msg("Every seat is taken."),
  "too-long": msg("The game has reached the greatest number of moves."),
  "no-offer": msg("There is no such offer, or it cannot be made now."),
  clock: msg("The clock does not allow this now."),
  "not-over": msg("You can do this when the game is over."),
  "no-analysis": msg("This game cannot be analysed: {why}"),
  "broken-record": msg("The stored game cannot be replayed. It is kept unchanged."),
  "not-open": msg("The challenge has ended, or the game has started."),
  "terms-changed": msg("The terms have changed. Check them first."),
  tournament: msg("The tournament does not allow this now: {why}"),
  "other-version": msg("It has changed since you opened it. Check it first."),
  "bad-record": msg("The game cannot be read or played: {why}"),
  "illegal-move": msg("This move is illegal."),
  "too-large": msg("This is too large for the server."),
  "too-many": msg("Too many requests. Try again in a moment."),
  busy: msg("The server is busy. Try again in a moment."),
  internal: msg("Something went wrong on the server. The error was logged."),
  "no-mail": msg("This server does not send email."),
  unavailable: msg("The server cannot do this right now. Try again."),
};

type Refused = Omit<Message, "code"> & { code: string; detail?: string };

// What a message says to programs: which request does it.
const kForPrograms = /\/api\/|\bDELETE\b/;

/** Why the server refused: its message, in English as it comes. Where it speaks to programs, or is unknown here, what its code means. */
export function refusalWords({ code, detail, ...said }: Refused): string {
  const sentence = kRefusals[code];
  const why = coreText(detail === undefined ? said : { code: detail, ...said });
  const plain = !kForPrograms.test(said.message);
  if (sentence === undefined || (isEnglish() && plain)) return why;
  if (sentence.includes("{why}")) return t(sentence, { why });
  return plain && detail !== undefined && hasSentence(detail) ? asSentence(why) : t(sentence);
}

/** With a capital and a full stop. What is quoted at the beginning stays as it was written. */
function asSentence(text: string, said?: Message): string {
  const quoted = Object.values(said?.arguments ?? {}).some((one) => typeof one === "string" && one !== "" && text.startsWith(one));
  const stop = !isEnglish() && /[\u3040-\u30ff\u4e00-\u9fff]/u.test(text) ? "。" : ".";
  return `${quoted ? text.charAt(0) : text.charAt(0).toUpperCase()}${text.slice(1)}${/[.。!?…]$/u.test(text) ? "" : stop}`;
}

/** The sides' names, as the core has them. */
export const kSides = [msg("white"), msg("black"), msg("red"), msg("blue")];

/** Moves of several games that are words, as the core spells them. */
export const kWordMoves = [msg("pass"), msg("swap"), msg("resume"), msg("accept")];

/** What the core says, in the language in use. */
export const coreText = (said: Message): string =>
  sentenceOf(said, (word) => (kSides.includes(word) ? t(word) : (reasonKnown(word)?.replace(/[.。]$/u, "") ?? null)));

/** The same where it stands alone. */
export const coreSentence = (said: Message): string => asSentence(coreText(said), said);

/** What is said for a reason: our sentence, or of a game's own reason what the core says. */
function reasonKnown(reason: string): string | null {
  const sentence = kReasons[reason];
  return sentence === undefined ? ownReason(reason) : t(sentence);
}

/** Whether this client words a reason itself. */
export const isOurReason = (reason: string): boolean => reason in kReasons;

/** Why a move is refused. A reason that nobody words is shown as it is. */
export const reasonText = (reason: string): string => reasonKnown(reason) ?? reason;

/** "D4: There is already a piece there." */
export const refusedText = (word: string, reason: string): string => t("{word}: {reason}", { word, reason: reasonText(reason) });
