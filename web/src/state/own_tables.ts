// One's own tables as the server's stream tells them, and which of them to play at next.
import type { OwnLine } from "../net/api_types";
import type { Card } from "../net/protocol";

export type { OwnLine };

export interface OwnTables {
  cards: readonly Card[]; // not those that are over
  number: number; // the greatest told
  ready: boolean; // they are all there
}

export const kNoTables: OwnTables = { cards: [], number: 0, ready: false };

export function takeLine(own: OwnTables, line: OwnLine): OwnTables {
  if (line.type === "ready") return { ...own, number: Math.max(own.number, line.number), ready: true };
  if (line.type !== "table") return own;
  const others = own.cards.filter((card) => card.id !== line.table.id);
  return { ...own, number: Math.max(own.number, line.number), cards: line.table.over ? others : [...others, line.table] };
}

/** Turns first, then what waits longest: who is in a hurry, whose clock runs out first, what was touched long ago. */
export function inOrder(cards: readonly Card[]): Card[] {
  const rank = (card: Card) => (card.your_turn ? (card.hurry ? 0 : 1) : 2);
  const due = (card: Card) => card.due ?? Infinity;
  return [...cards].sort((a, b) => rank(a) - rank(b) || (due(a) === due(b) ? 0 : due(a) - due(b)) || (a.changed ?? a.created) - (b.changed ?? b.created));
}

/** Where it is one's turn, the most pressing first; not the table that one sees already. */
export function turnsOf(cards: readonly Card[], except: string | null = null): Card[] {
  return inOrder(cards.filter((card) => card.your_turn && card.id !== except));
}

const kKey = "cairn.tables";
const kMostKept = 20;

/** What the next visit shows until the server has told; nothing where nobody has tables. */
export function keepTables(cards: readonly Card[]): void {
  try {
    if (cards.length === 0) localStorage.removeItem(kKey);
    else localStorage.setItem(kKey, JSON.stringify(inOrder(cards).slice(0, kMostKept)));
  } catch {
    // Forbidden or full: the next visit waits for the server.
  }
}

export function keptTables(): Card[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(kKey) ?? "[]");
    return Array.isArray(kept) ? kept.filter((card: Partial<Card> | null): card is Card => typeof card?.id === "string" && Array.isArray(card.seats)) : [];
  } catch {
    return [];
  }
}
