// What a game is played on, as a form holds it and as the server takes it, and in words.
import { numberText, phrases, t, tn } from "../lang/text";
import type { Terms } from "../net/challenges";
import { skinOf } from "../skins/skins";
import type { Game } from "../net/protocol";
import { sizeText } from "./board_size";
import { kClocks, ruleText } from "./clock";
import { changedOptions, fieldOf, optionTitle, sizeField } from "./options";
import { inSentence } from "./words";

export interface Draft {
  game: string;
  values: Record<string, string>; // options that were touched
  clock: string; // a rule, as it is written
  rated: boolean;
}

export const gameOf = (games: readonly Game[], name: string): Game | undefined => games.find((game) => game.name === name);

/** A rated game needs a clock and accounts; what cannot be is not asked for. */
export const mayBeRated = (draft: Draft, account: boolean): boolean => account && draft.clock.trim() !== "none";

export function termsOf(games: readonly Game[], draft: Draft, account: boolean): Terms {
  const game = gameOf(games, draft.game);
  return {
    game: draft.game,
    options: game ? changedOptions(game, draft.values) : {},
    clock: draft.clock.trim(),
    rated: draft.rated && mayBeRated(draft, account),
  };
}

export const draftOf = ({ game, options, clock, rated }: Terms): Draft => ({ game, values: { ...options }, clock, rated });

/** How many play: an option of some games, else two. */
export function seatsOf(game: Game | undefined, values: Record<string, string>): number {
  const spec = game?.options.find((option) => option.name === "players");
  return Number((spec && (values["players"] || spec.default)) || 2);
}

/** Names as they were typed, between commas or blanks; each once. */
export function namesOf(texts: readonly string[]): string[] {
  const names = texts.flatMap((text) => text.split(/[\s,;]+/)).filter((name) => name !== "");
  return names.filter((name, i) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === i);
}

/** Oneself, where the server wants everybody by seats. */
export const kMe = "me";

/** Everybody in every order, the first first. */
export function ordersOf(people: readonly string[]): string[][] {
  if (people.length === 0) return [[]];
  return people.flatMap((first, i) => ordersOf(people.filter((_, j) => i !== j)).map((rest) => [first, ...rest]));
}

/** A class of ratings, as the server calls it: a game, with its size where it has one. */
export function classOf(game: Game, size: string): string {
  return sizeField(game) ? `${game.name}-${size}` : game.name;
}

/** "go-9" is "Go 9 × 9"; what is not known stays as it is. */
export function classText(games: readonly Game[], name: string): string {
  const dash = name.lastIndexOf("-");
  const game = gameOf(games, name) ?? gameOf(games, name.slice(0, Math.max(0, dash)));
  if (!game) return name;
  if (game.name === name) return t(game.title);
  const size = name.slice(dash + 1);
  return `${t(game.title)} ${sizeText(size)}`;
}

/** "swap", "no agreement": what is switched on or off, unlike a game as it is by itself. */
export function changedFlags(game: Game | undefined, options: Readonly<Record<string, string>>): string[] {
  return Object.entries(game ? changedOptions(game, options) : {})
    .filter(([, value]) => value === "yes" || value === "no")
    .map(([name, value]) => (value === "yes" ? inSentence(optionTitle(name)) : t("no {title}", { title: inSentence(optionTitle(name)) })));
}

/** "9 × 9, handicap 2, pie rule, 3 days per turn, rated": what differs from a game as it is by itself, without its title. */
export function termsText(terms: Omit<Terms, "game">, game?: Game): string {
  const { size } = terms.options;
  const usual = (game && skinOf(game.name).usual?.(terms.options)) ?? {};
  const others = Object.entries(terms.options).flatMap(([name, value]) => {
    const spec = game?.options.find((option) => option.name === name);
    if (name === "size" || value === "" || (usual[name] ?? spec?.default) === value) return [];
    if (name === "players") return [tn("{n} player", "{n} players", Number(value))];
    const title = inSentence(optionTitle(name));
    if (spec ? fieldOf(spec).kind === "flag" : value === "yes" || value === "no") return value === "yes" ? [title] : [t("no {title}", { title })];
    return [`${title} ${/^-?\d+(\.\d+)?$/.test(value) ? numberText(Number(value)) : t(value)}`];
  });
  return phrases([
    ...(size ? [sizeText(size)] : []),
    ...others,
    terms.clock === "none" ? t("no time limit") : ruleText(terms.clock),
    ...(terms.rated ? [t("rated")] : []),
  ]);
}

const kKey = "cairn.terms";

/** What was wished last in this browser, where it still can be. */
export function lastDraft(games: readonly Game[], text: string | null): Draft {
  const [first] = games;
  const fallback: Draft = { game: first?.name ?? "", values: {}, clock: kClocks[2]?.rule ?? "none", rated: false };
  try {
    const { game, values, clock, rated } = JSON.parse(text ?? "null") as Draft;
    if (!gameOf(games, game) || typeof clock !== "string" || typeof values !== "object") return fallback;
    return { game, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])), clock, rated: rated === true };
  } catch {
    return fallback; // never kept, or by something else
  }
}

export function loadDraft(games: readonly Game[]): Draft {
  try {
    return lastDraft(games, localStorage.getItem(kKey));
  } catch {
    return lastDraft(games, null);
  }
}

export function keepDraft(draft: Draft): void {
  try {
    localStorage.setItem(kKey, JSON.stringify(draft));
  } catch {
    // Forbidden or full: next time it is chosen anew.
  }
}
