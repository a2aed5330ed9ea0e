// Moves tried on the board before anybody hears of them: a turn of several steps, or what one would answer to what.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GameEvent, View } from "../net/protocol";
import type { Replica, Rules } from "../state/replica";

export interface Sketch {
  moves: readonly { seat: number; word: string }[];
  events: readonly (readonly GameEvent[])[]; // of each move
  view: View;
  rules: Rules;
  legal: readonly string[];
  mover: number | null;
  play(word: string): void;
  back(): void;
  clear(): void;
}

const kNothing: Sketch["moves"] = [];

/** From where the replica stands; begun anew when `stand` changes. null where it is not `on`, or cannot be. */
export function useSketch(replica: Replica | null, viewer: number, stand: number, on: boolean): Sketch | null {
  const [{ moves, from }, set] = useState({ moves: kNothing, from: stand });
  const tried = from === stand && on ? moves : kNothing;
  const began = useMemo(() => ({ replica: on && replica && !replica.blind ? replica : null, stand }), [replica, stand, on]); // it moves on by itself
  const { position, events } = useMemo(() => {
    const made = began.replica?.copy() ?? null;
    return { position: made, events: tried.map(({ seat, word }) => made?.play(seat, word).events ?? []) };
  }, [began, tried]);
  useEffect(() => () => position?.free(), [position]);
  return useMemo(() => {
    if (!position) return null;
    const change = (after: Sketch["moves"]) => set({ moves: after, from: stand });
    const view = position.view(viewer);
    const mover = view.next;
    return {
      moves: tried,
      events,
      view,
      rules: { check: (seat, word) => position.check(seat, word), places: (seat) => position.places(seat), name: (at) => position.name(at) },
      legal: mover === null ? [] : position.legal(mover),
      mover,
      play: (word) => mover !== null && change([...tried, { seat: mover, word }]),
      back: () => change(tried.slice(0, -1)),
      clear: () => change(kNothing),
    };
  }, [position, events, viewer, tried, stand]);
}
