// What a page gives its board to show, made anew only where something of it has changed.
import { useMemo, useRef } from "preact/hooks";
import type { BoardState, Labels, Numbered } from "../state/board_state";
import { boardState, type Shown } from "../state/board_model";
import type { Point, View } from "../net/protocol";
import { useSettings } from "../state/settings_context";
import type { Play } from "./use_play";
import { makeLabels } from "../state/labels";
import { numbersOf } from "../state/numbers";
import type { Rules } from "../state/replica";

type Named = Pick<Rules, "name">;
type Moves = Parameters<typeof numbersOf>[0];

interface Wish extends Partial<Shown> {
  view: View;
  labels: Shown["labels"];
  play: Play & { lifted?: Point | null };
}

/** Whatever of it is not told is as the play and the settings have it; each thing that is told must stay the same object while it is the same. */
export function useBoardState({ play, ...own }: Wish): BoardState {
  const { settings, dark } = useSettings();
  const { places, preview, selected, cursor, lifted = null } = play;
  const shown = useSame<Shown>({ places, preview, selected, cursor: cursor ?? lifted, settings, peel: null, dark, ...own });
  return useMemo(() => boardState(lifted ? { ...shown, settings: { ...shown.settings, hints: true } } : shown), [shown, lifted]); // where it may go
}

/** The coordinates along its edges; `start` and `rules`: where its names come from. */
export const useLabels = (start: View | undefined, rules: Named | null): Labels | null =>
  useMemo(() => (start && rules ? makeLabels(start, (at) => rules.name(at)) : null), [start, rules]);

/** On each piece, when it was played, where that is wished. */
export function useNumbers(moves: Moves, view: View, rules: Named | null): readonly Numbered[] {
  const on = useSettings().settings.numbers;
  return useMemo(() => (on && rules ? numbersOf(moves, view, (at) => rules.name(at)) : []), [on, moves, view, rules]);
}

/** The object before, while nothing in it has changed. */
function useSame<T extends object>(now: T): T {
  const before = useRef(now);
  const keys = Object.keys(now) as (keyof T)[];
  if (keys.some((key) => now[key] !== before.current[key])) before.current = now;
  return before.current;
}
