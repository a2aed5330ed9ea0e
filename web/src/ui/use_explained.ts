// What stands beside the board of a table: why what is pointed at is not allowed, or else what the last move did.
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import type { BoardUse } from "../boards/use_board";
import type { StepPlay } from "../boards/use_steps";
import type { TableState, View } from "../net/protocol";
import { explainMoves, explainRefusal, explainViews, type Explained, type Happening } from "../state/explain";
import type { About } from "../state/move_words";
import type { Replica, Rules } from "../state/replica";
import { hasSteps } from "../state/steps";

interface Inputs {
  table: TableState;
  replica: Replica | null;
  view: View; // that is shown
  ply: number; // of it
  reviewing: boolean;
  use: BoardUse;
  on: boolean; // it is wished
}

/** What was done with words: typed, or by dropping a piece. */
interface Refused {
  explained: Explained;
  view: View;
}

export interface Explaining {
  happened: Explained | null;
  refused: Explained | null; // what was tried in vain
  pointed(play: StepPlay): Explained | null; // what is pointed at, where it is not allowed
  heard(ply: number): string | null; // a move in full, for who does not see it
  refuse(word: string, seat: number | null, rules: Rules | null): boolean; // whether there is something to say
  forget(): void;
}

export function useExplained({ table, replica, view, ply, reviewing, use, on }: Inputs): Explaining {
  const [tried, setTried] = useState<Refused | null>(null);
  const { surface, turn } = use;
  const name = useMemo(() => (at: Parameters<Rules["name"]>[0]) => replica?.name(at) ?? "", [replica]);
  const hidden = useHidden(table, replica, on);
  const happened = useMemo(() => {
    if (!on || !replica) return null;
    if (replica.blind) return reviewing ? null : hidden;
    const stepped = hasSteps(view);
    if (!reviewing && turn && turn.moves.length > 0) return explainMoves(sketched(turn, table), turn.view, name);
    return explainMoves(turnOf(replica, table, ply, stepped && !reviewing), view, name);
  }, [on, replica, hidden, reviewing, turn, view, table, ply, name]);

  const refusal = (word: string, seat: number | null, rules: Rules | null): Explained | null =>
    on && replica && rules && seat !== null && !replica.blind ? explainRefusal(word, rules.check(seat, word), surface.view, name) : null;
  return {
    happened,
    refused: tried?.view === surface.view ? tried.explained : null,
    pointed: ({ preview }) =>
      on && preview && preview.checked.reason !== "" && surface.ghost ? explainRefusal(preview.place.word, preview.checked, surface.view, name) : null,
    heard: (at) => {
      const played = replica && !replica.blind && on ? happeningsAt(replica, table, at - 1, at) : [];
      return replica && played.length > 0 ? (explainMoves(played, replica.viewAt(at), name)?.heard ?? null) : null;
    },
    refuse: (word, seat, rules) => {
      const explained = refusal(word, seat, rules);
      setTried(explained && { explained, view: surface.view });
      return explained !== null;
    },
    forget: useCallback(() => setTried(null), []),
  };
}

/** The moves of the turn that led to the ply, or the last of them alone. */
function turnOf(replica: Replica, table: TableState, ply: number, whole: boolean): Happening[] {
  const { plies } = replica;
  let first = ply - 1;
  while (whole && first > 0 && plies[first - 1]?.move.seat === plies[ply - 1]?.move.seat) --first;
  return happeningsAt(replica, table, first, ply);
}

const happeningsAt = (replica: Replica, table: TableState, from: number, to: number): Happening[] =>
  replica.plies.slice(Math.max(0, from), to).map(({ move, events, unmarked }) => ({ move, events, about: { game: table.game, unmarked } }));

function sketched(turn: NonNullable<BoardUse["turn"]>, { game, view }: TableState): Happening[] {
  const about: About = { game };
  return turn.moves.map(({ seat, word }, i) => ({
    move: { seat, word, side: view.sides.find((side) => side.seat === seat)?.name ?? "" },
    events: turn.events[i] ?? [],
    about,
  }));
}

/** Of a game that hides something: what changed since the view before, for this viewer alone. */
function useHidden(table: TableState, replica: Replica | null, on: boolean): Explained | null {
  const before = useRef<{ view: View; said: Explained | null; moves: number }>({ view: table.view, said: null, moves: table.moves.length });
  return useMemo(() => {
    const { view, said, moves } = before.current;
    if (view === table.view) return said;
    const next = on && replica?.blind && table.moves.length > moves ? explainViews(view, table.view, (at) => replica.name(at)) : null;
    // What was said stays until the next move.
    const kept = table.moves.length === moves ? said : next;
    before.current = { view: table.view, said: kept, moves: table.moves.length };
    return kept;
  }, [table, replica, on]);
}
