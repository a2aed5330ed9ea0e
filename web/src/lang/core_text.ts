// What the core and the server say by codes and arguments, as sentences in the language in use.
import { hasSentence, ownReason, sentenceOf, type Message } from "./messages";
import { isEnglish, msg, t } from "./text";

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

// By code, what the server may refuse. {why}: the sentence that `detail` names.
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
  "name-taken": msg("Somebody has this name, or one that looks like it; choose another."),
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

/** With a capital and a full stop. */
function asSentence(text: string): string {
  const stop = /[\u3040-\u30ff\u4e00-\u9fff]/u.test(text) ? "。" : ".";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.。!?…]$/u.test(text) ? "" : stop}`;
}

/** The sides' names, as the core has them. */
export const kSides = [msg("white"), msg("black"), msg("red"), msg("blue")];

/** Moves of several games that are words, as the core spells them. */
export const kWordMoves = [msg("pass"), msg("swap"), msg("resume"), msg("accept")];

/** What the core says, in the language in use. */
export const coreText = (said: Message): string =>
  sentenceOf(said, (word) => (kSides.includes(word) ? t(word) : (reasonKnown(word)?.replace(/[.。]$/u, "") ?? null)));

/** What is said for a reason: our sentence, or of a game's own reason what the core says. */
function reasonKnown(reason: string): string | null {
  const sentence = kReasons[reason];
  return sentence === undefined ? ownReason(reason) : t(sentence);
}

/** Whether this client words a reason itself. */
export const isOurReason = (reason: string): boolean => reason in kReasons;

/** Why a move is refused. A reason that nobody words is shown as it is. */
export const reasonText = (reason: string): string => reasonKnown(reason) ?? reason;
