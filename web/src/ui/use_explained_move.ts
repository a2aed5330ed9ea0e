// On boards that are not a table's: what the move did that led to the position, and why another is not allowed there.
import { useCallback, useMemo, useState } from "preact/hooks";
import type { Preview } from "../state/board_model";
import type { Point, View } from "../net/protocol";
import { explainMoves, explainRefusal, type Explained, type Happening } from "../state/explain";
import type { Replica, Rules } from "../state/replica";
import { useSettings } from "../state/settings_context";

interface Inputs {
  led: Happening | null; // the move that led here
  view: View;
  rules: Rules | null;
  seat: number | null; // who is to move; null: nothing is tried
}

export interface ExplainedMove {
  on: boolean;
  view: View;
  name(at: Point): string;
  happened: Explained | null;
  refused: Explained | null; // what was tried in vain, with words or by dropping a piece
  refuse(word: string, by?: number | null): boolean; // whether there is something to say
  forget(): void;
}

/** The move that led to this ply of a table's game, from the browser's own core. */
export function useLed(replica: Replica | null, game: string, ply: number): Happening | null {
  const played = replica && !replica.blind ? (replica.plies[ply - 1] ?? null) : null;
  return useMemo(() => played && { move: played.move, events: played.events, about: { game, unmarked: played.unmarked } }, [played, game]);
}

export function useExplainedMove({ led, view, rules, seat }: Inputs): ExplainedMove {
  const { settings } = useSettings();
  const on = settings.explain;
  const [tried, setTried] = useState<{ explained: Explained; view: View } | null>(null);
  const name = useCallback((at: Point) => rules?.name(at) ?? "", [rules]);
  const happened = useMemo(() => (on && led ? explainMoves([led], view, name) : null), [on, led, view, name]);
  return {
    on,
    view,
    name,
    happened,
    refused: tried?.view === view ? tried.explained : null,
    refuse: (word, by = seat) => {
      const explained = on && rules && by !== null ? explainRefusal(word, rules.check(by, word), view, name) : null;
      setTried(explained && { explained, view });
      return explained !== null;
    },
    forget: useCallback(() => setTried(null), []),
  };
}

/** What is said now, and its signs on the board; what was tried in vain comes first, then what is pointed at. */
export function useTold({ on, view, name, happened, refused }: ExplainedMove, preview: Preview | null) {
  const pointed = useMemo(
    () => (on && preview && preview.checked.reason !== "" ? explainRefusal(preview.place.word, preview.checked, view, name) : null),
    [on, preview, view, name],
  );
  const shown = refused ?? pointed ?? happened;
  return { shown, pointed, shades: shown?.shades, kind: shown === happened ? ("told" as const) : ("refused" as const), alert: shown === refused };
}
