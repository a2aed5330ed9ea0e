// In somebody's first game of a kind: the hint for the moment, once, and what the player does with it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardUse } from "../boards/use_board";
import type { StepPlay } from "../boards/use_steps";
import type { TableState } from "../net/protocol";
import type { Hint } from "../skins/skin";
import type { Shade } from "../state/explain";
import { hintNow, hintsOf, isNewTo, noteFinished, noteNever, readFirsts } from "../state/hints";
import { againstBot } from "../state/table";
import { useEvent } from "../state/use_event";
import { isOccupied } from "../state/points";
import { isKnownHere } from "./known_here";

export interface Hinting {
  hint: Hint;
  marked: boolean; // its points are shown
  canMark: boolean;
  shades: readonly Shade[];
  mark(): void;
  close(): void;
  never(): void;
}

interface Inputs {
  table: TableState;
  use: BoardUse;
  play: StepPlay;
  open: boolean; // the player may play now
  hidden: boolean;
  on: boolean;
  gone: readonly Shade[]; // what the board shows of the last captures
}

const kShownFor = 2; // moves: one's own, and the answer

export function useHints({ table, use, play, open, hidden, on, gone }: Inputs): Hinting | null {
  const firsts = useMemo(() => readFirsts(localStorage), []);
  const shownAt = useRef(new Map<string, number>()); // by hint, after how many moves it was shown first
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [marking, setMarking] = useState<string | null>(null);
  const { view, legal } = use.surface;
  const { you } = table;
  const stand = table.moves.length;
  const wished = on && open && you !== null && !view.over && isNewTo(firsts, table.game);
  const passedOver = (id: string): boolean => {
    const first = shownAt.current.get(id);
    return closed.has(id) || firsts.never.includes(id) || (first !== undefined && stand >= first + kShownFor);
  };
  const moment = wished ? { view, you, legal, places: play.places, gone: gone.flatMap(({ kind, at }) => (kind === "tried" ? [at] : [])) } : null;
  const now = moment && hintNow(hintsOf(table.game, view, hidden), moment, passedOver);
  if (!now) return null;
  const { hint, points } = now;
  if (!shownAt.current.has(hint.id)) shownAt.current.set(hint.id, stand);
  const close = () => setClosed((before) => new Set([...before, hint.id]));
  const marked = marking === hint.id;
  return {
    hint,
    marked,
    canMark: points.length > 0,
    shades: marked ? points.map((at): Shade => ({ kind: isOccupied(view, at) ? "member" : "planned", at })) : [],
    mark: () => setMarking(marked ? null : hint.id),
    close,
    never: () => {
      noteNever(localStorage, hint.id);
      close();
    },
  };
}

/** Remembers that a game was played to its end before one's eyes. `local`: offline, where levels are others than the server's. */
export function useFirsts(table: TableState, local: boolean): void {
  const { over, result } = table.view;
  const before = useRef({ id: table.id, over });
  const note = useEvent(() => {
    const ended = over && before.current.id === table.id && !before.current.over;
    before.current = { id: table.id, over };
    if (!ended || table.you === null) return;
    const winner = againstBot(table) && !local ? (result?.seat ?? null) : null;
    const met = winner !== null && table.bot ? { level: table.bot.level, beaten: winner === table.you } : null;
    noteFinished(localStorage, table.game, met, isKnownHere(readFirsts(localStorage)));
  });
  useEffect(note, [table.id, over, note]);
}
