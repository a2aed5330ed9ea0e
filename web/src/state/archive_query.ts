// What is looked for in the archive: as the form has it, as the address keeps it, and as the server is asked.
import { msg, t } from "../lang/text";
import type { ArchiveCard } from "../net/archive";
import { chairName } from "./words";

export interface ArchiveWish {
  player: string;
  against: string;
  game: string;
  options: Record<string, string>; // of that game; those that matter
  result: string;
  how: string;
  since: string;
  until: string;
  rated: boolean;
  people: boolean; // none with a bot
}

export const kAnyGame: ArchiveWish = {
  player: "",
  against: "",
  game: "",
  options: {},
  result: "",
  how: "",
  since: "",
  until: "",
  rated: false,
  people: false,
};

const kTexts = ["player", "against", "game", "result", "how", "since", "until"] as const;
export const kMostOptions = 4;

/** Only what is asked for; also what the address keeps behind its "#". */
export function queryOf(wish: ArchiveWish): URLSearchParams {
  const query = new URLSearchParams();
  for (const name of kTexts) {
    const value = wish[name].trim();
    if (value === "" || (name === "against" && wish.player.trim() === "")) continue;
    query.set(name, value);
  }
  if (wish.game) for (const [name, value] of Object.entries(wish.options)) if (value !== "") query.set(name, value);
  if (wish.rated) query.set("rated", "true");
  if (wish.people) query.set("bots", "false");
  return query;
}

export function wishOf(query: URLSearchParams): ArchiveWish {
  const wish: ArchiveWish = { ...kAnyGame, options: {} };
  for (const [name, value] of query) {
    if ((kTexts as readonly string[]).includes(name)) wish[name as (typeof kTexts)[number]] = value;
    else if (name === "rated") wish.rated = value === "true";
    else if (name === "bots") wish.people = value === "false";
    else wish.options[name] = value;
  }
  return wish;
}

/** The ways in which a game can end, as one can ask for them. */
export const kEndings = [
  { value: "", name: msg("Any ending") },
  { value: "count", name: msg("By score") },
  { value: "capture", name: msg("By first capture") },
  { value: "resigned", name: msg("By resignation") },
  { value: "timed-out", name: msg("On time") },
  { value: "forfeit", name: msg("By forfeit") },
  { value: "agreed", name: msg("Draw by agreement") },
  { value: "no-result", name: msg("No result") },
];

/** "By resignation", beside what tells who won; of a counted game the result, "W+3.5". */
export function endingText({ how, result }: Pick<ArchiveCard, "how" | "result">): string {
  const ending = kEndings.find(({ value }) => value === how);
  return !ending || how === "count" ? result : t(ending.name);
}

export const kHow: Record<string, string> = {
  count: msg("{name} won by score"),
  capture: msg("{name} won by the first capture"),
  resigned: msg("{name} won by resignation"),
  "timed-out": msg("{name} won on time"),
  forfeit: msg("{name} won by forfeit"),
};

/** "Ann won by count, B+3.5" */
export function outcomeText(card: ArchiveCard): string {
  if (card.how === "no-result") return t("No result");
  if (card.winner === null) return card.how === "agreed" ? t("A draw by agreement") : t("A draw");
  const name = chairName(card.seats[card.winner]) ?? t("A deleted player");
  const code = ["resigned", "timed-out", "forfeit"].includes(card.how) ? "" : `, ${card.result}`;
  return t(kHow[card.how] ?? "{name} won", { name }) + code;
}
