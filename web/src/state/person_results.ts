// How somebody's finished games went: all, by kind of game, by who moved first, by opponent. Pure.
import type { ArchiveCard } from "../net/people";
import { outcomeOf } from "./rating_graph";

export interface Results {
  won: number;
  drawn: number;
  lost: number;
}
export interface Row extends Results {
  name: string; // a kind of game's title, or an opponent
  games: number;
}
export interface PersonResults {
  all: Results;
  first: Results; // of games for two
  second: Results;
  byGame: Row[]; // the most games first
  byOpponent: Row[]; // people, in games for two
}

const none = (): Results => ({ won: 0, drawn: 0, lost: 0 });
export const gamesIn = ({ won, drawn, lost }: Results): number => won + drawn + lost;

/** Games without a result, as of those that were broken off, are not counted. */
export function personResults(cards: readonly ArchiveCard[], name: string): PersonResults {
  const found: PersonResults = { all: none(), first: none(), second: none(), byGame: [], byOpponent: [] };
  const games = new Map<string, Results>();
  const opponents = new Map<string, Results>();
  const into = (map: Map<string, Results>, key: string) => map.get(key) ?? map.set(key, none()).get(key) ?? none();
  for (const card of cards) {
    const seat = card.seats.findIndex((one) => one.name?.toLowerCase() === name.toLowerCase());
    if (seat < 0 || card.how === "no-result") continue;
    const outcome = outcomeOf(card, name);
    found.all[outcome] += 1;
    into(games, card.title)[outcome] += 1;
    if (card.seats.length !== 2) continue;
    found[seat === 0 ? "first" : "second"][outcome] += 1;
    const opponent = card.seats[1 - seat];
    if (opponent?.name && opponent.kind !== "bot") into(opponents, opponent.name)[outcome] += 1;
  }
  const rows = (map: Map<string, Results>): Row[] =>
    [...map].map(([key, results]) => ({ name: key, games: gamesIn(results), ...results })).sort((a, b) => b.games - a.games || a.name.localeCompare(b.name));
  return { ...found, byGame: rows(games), byOpponent: rows(opponents) };
}
