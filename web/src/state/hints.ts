// Hints for somebody's first games: which is worth showing at a moment, and what is remembered of it in this browser.
import { msg } from "../lang/text";
import type { Point, View } from "../net/protocol";
import type { Hint, Moment } from "../skins/skin";
import { skinOf } from "../skins/skins";
import { pointKey } from "./points";
import { hasLevels } from "./surface";

const kFew = 3; // legal moves: the end is near

const some = (points: readonly Point[]): readonly Point[] | null => (points.length > 0 ? points : null);
const groups = ({ view, you }: Moment, own: boolean, freedoms: number) =>
  view.groups.filter((group) => (view.sides[group.side]?.seat === you) === own && group.freedoms.length === freedoms);
/** What the viewer can capture now: an only freedom may be closed to them, as in a ko. */
const takable = (moment: Moment) => {
  const open = new Set(moment.places.flatMap(({ at, reason }) => (reason === "" ? [pointKey(at)] : [])));
  return groups(moment, false, 1).filter(({ freedoms }) => freedoms.every((at) => open.has(pointKey(at))));
};
const closed = ({ places }: Moment): Point[] => places.flatMap(({ at, reason }) => (reason === "suicide" ? [at] : []));
const marked = (view: View, kind: string): Point[] => view.marks.flatMap((mark) => (mark.kind === kind ? mark.points : []));

const kOfBalls: readonly Hint[] = [
  {
    id: "zombie",
    text: msg("A captured ball that carries another stays on the board as a zombie. At the end it counts like any ball."),
    when: ({ view }) => some(marked(view, "zombie")),
  },
  {
    id: "danger",
    text: msg("This group has one freedom left. If your opponent fills it, the group is captured."),
    when: (moment) => some(groups(moment, true, 1).flatMap((group) => [...group.pieces, ...group.freedoms])),
  },
  {
    id: "stack",
    text: msg("Four balls in a square carry a fifth. You can place a ball on top of them now."),
    when: ({ view, places }) => (hasLevels(view) ? some(places.flatMap(({ at, reason }) => (at[0] > 0 && reason === "" ? [at] : []))) : null),
  },
  {
    id: "closed",
    text: msg("Some empty points are closed to you: a ball there would have no freedom."),
    when: (moment) => some(closed(moment)),
  },
  {
    id: "end",
    text: msg("Few moves are left. The game ends when the player to move has none, and the most balls on the board win."),
    when: ({ places }) => {
      const open = places.flatMap(({ at, reason }) => (reason === "" ? [at] : []));
      return open.length <= kFew ? some(open) : null;
    },
  },
];

const kPassed: Hint = {
  id: "passed",
  text: msg("Your opponent passed. If you pass too, play stops and the points are counted."),
  when: ({ view }) => (Number(view.facts["passes"] ?? 0) > 0 ? [] : null),
};

const kOfStones: readonly Hint[] = [
  kPassed,
  {
    id: "ko",
    text: msg("This is a ko: you may not capture back at once. Play elsewhere first."),
    when: ({ view }) => some(marked(view, "ko")),
  },
  {
    id: "atari",
    text: msg("This group is in atari: it has one liberty left. Extend it, or your opponent can capture it."),
    when: (moment) => some(groups(moment, true, 1).flatMap((group) => [...group.pieces, ...group.freedoms])),
  },
  {
    id: "take",
    text: msg("You can capture this group: play on its last liberty."),
    when: (moment) => some(takable(moment).flatMap((group) => [...group.pieces, ...group.freedoms])),
  },
  {
    id: "closed-stones",
    text: msg("Some empty points are closed to you: a stone there would have no liberty."),
    when: (moment) => some(closed(moment)),
  },
];

const kHidden: readonly Hint[] = [
  kPassed,
  {
    id: "hidden",
    text: msg("You see only your own stones. Try a point: if the move is illegal, the referee tells you alone."),
    when: () => [],
  },
];

export function hintsOf(game: string, view: View, hidden: boolean): readonly Hint[] {
  if (hidden) return kHidden;
  return skinOf(game).hints ?? (view.lives_on === "freedoms" ? kOfBalls : view.lives_on === "liberties" ? kOfStones : []);
}

/** The first that fits the moment, and the points that it speaks of. */
export function hintNow(hints: readonly Hint[], moment: Moment, passedOver: (id: string) => boolean): { hint: Hint; points: readonly Point[] } | null {
  for (const hint of hints) {
    const points = passedOver(hint.id) ? null : hint.when(moment);
    if (points) return { hint, points };
  }
  return null;
}

// --- what this browser remembers

type Store = Pick<Storage, "getItem" | "setItem">;

export interface Firsts {
  never: readonly string[]; // hints that are not wished again
  games: Readonly<Record<string, number>>; // kinds of games that were played to their end, and how many
  levels: Readonly<Record<string, number>>; // by kind of game: of the bot that the start page proposes
}

const kKey = "cairn.firsts";
const kWeakest = 1;
const kStrongest = 10;
const kNone: Firsts = { never: [], games: {}, levels: {} };

const isLevel = (level: unknown): level is number => Number.isInteger(level) && Number(level) >= kWeakest && Number(level) <= kStrongest;

export function readFirsts(store: Store): Firsts {
  try {
    const stored = JSON.parse(store.getItem(kKey) ?? "{}") as Partial<Firsts> | null;
    return {
      never: Array.isArray(stored?.never) ? stored.never.filter((one) => typeof one === "string") : [],
      games: typeof stored?.games === "object" && stored.games !== null ? stored.games : {},
      levels: Object.fromEntries(Object.entries(stored?.levels ?? {}).filter(([, level]) => isLevel(level))),
    };
  } catch {
    return kNone; // broken, or storage is forbidden
  }
}

function keep(store: Store, firsts: Firsts): void {
  try {
    store.setItem(kKey, JSON.stringify(firsts));
  } catch {
    // Forbidden or full: it is known as long as the page is.
  }
}

export function noteNever(store: Store, hint: string): void {
  const firsts = readFirsts(store);
  keep(store, { ...firsts, never: [...new Set([...firsts.never, hint])] });
}

interface Met {
  level: number;
  beaten: boolean;
}

/** `bot`: its level, and whether it lost or won; null: no bot played, or nobody won. `known`: as of `proposedLevel`. */
export function noteFinished(store: Store, game: string, bot: Met | null, known: boolean): void {
  const firsts = readFirsts(store);
  const level = bot && levelAfter(proposedLevel(firsts, game, known), bot);
  keep(store, {
    ...firsts,
    games: { ...firsts.games, [game]: (firsts.games[game] ?? 0) + 1 },
    levels: level === null ? firsts.levels : { ...firsts.levels, [game]: level },
  });
}

const kRise = 2; // levels for a win
const kFall = 1; // for a loss

/** Two levels above a bot that was beaten, one below one that was not; what is proposed anyway stays. */
function levelAfter(proposed: number, bot: Met): number {
  return bot.beaten ? Math.max(proposed, Math.min(kStrongest, bot.level + kRise)) : Math.min(proposed, Math.max(kWeakest, bot.level - kFall));
}

/** Whether hints are for them: nobody who has played such a game to its end here. */
export const isNewTo = (firsts: Firsts, game: string): boolean => (firsts.games[game] ?? 0) === 0;

/** The level of the server's bot that the start page proposes. `known`: somebody who has played here before this was noted. */
export function proposedLevel(firsts: Firsts, game: string, known: boolean): number {
  return firsts.levels[game] ?? (known ? kStrongest : kWeakest);
}

const kWeek = 7 * 24 * 60 * 60 * 1000;

/**
 * Whether somebody has most likely played more here than this browser has noted. `created`: their account, in ms since 1970;
 * null: they have none. `finished`: how many games against bots offline this browser keeps.
 */
export function isKnown(firsts: Firsts, created: number | null, finished: number, now: number): boolean {
  const noted = Object.values(firsts.games).reduce((sum, count) => sum + count, 0);
  return (created !== null && now - created >= kWeek) || finished > noted;
}
