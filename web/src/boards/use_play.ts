// What the player points at and what that leads to: hover, first tap, second tap, keyboard, typed word.
import { useCallback, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Point, View } from "../net/protocol";
import type { Preview } from "../state/board_model";
import { reachable, step, type Direction } from "../state/cursor";
import { isOnBoard, samePoint } from "../state/points";
import type { Rules } from "../state/replica";
import type { Settings } from "../state/settings";
import type { Place } from "../wasm/core";

const kNoPlaces: readonly Place[] = [];

export interface Play {
  places: readonly Place[];
  preview: Preview | null;
  chosen: Place | null; // waits for a confirmation
  selected: Point | null;
  cursor: Point | null;
  hover(at: Point | null): void;
  tap(picked: { at: Point; on: "spot" | "piece" } | null, touch: boolean): void;
  confirm(): void;
  cancel(): void;
  move(direction: Direction): void;
  press(): void; // Enter on the keyboard's place
  from(at: Point): void; // the arrow keys go on from there
  type(word: string): void; // preview a word that is being typed
  drag?: DragPlay;
}

/** Pieces that can be taken by the hand. */
export interface DragPlay {
  movable: readonly Point[];
  lift(at: Point): void;
  drop(at: Point): void; // as a click there, and on the place where it stood as a click on the piece
}

interface Inputs {
  view: View | null;
  rules: Rules | null; // may stay the same when the view changes
  seat: number | null; // who plays; null: nobody
  settings: Settings;
  play(word: string): void;
}

interface Pointing {
  pointed: Point | null;
  chosen: Place | null;
  selected: Point | null;
  place: Point | null; // the keyboard's, also while it is not shown
  walking: boolean;
}

const kNothing = { pointed: null, chosen: null, selected: null } as const;

function usePointing() {
  const [pointing, set] = useState<Pointing>({ ...kNothing, place: null, walking: false });
  const point = useCallback((part: Partial<Pointing> | ((before: Pointing) => Partial<Pointing>)) => {
    set((before) => {
      const after = { ...before, ...(typeof part === "function" ? part(before) : part) };
      return (Object.keys(after) as (keyof Pointing)[]).every((key) => after[key] === before[key]) ? before : after;
    });
  }, []);
  return { ...pointing, point };
}

export function usePlay({ view, rules, seat, settings, play }: Inputs): Play {
  const { pointed, chosen, selected, place, walking, point } = usePointing();
  const places = useMemo(() => (view && rules && seat !== null ? rules.places(seat) : kNoPlaces), [view, rules, seat]);
  // Beyond the edge one stands only while a piece may leave there.
  const stays = place !== null && (view === null || isOnBoard(view, place) || places.some((one) => samePoint(one.at, place)));
  const cursor = walking && stays ? place : null;
  useLayoutEffect(() => point(kNothing), [places, view, point]);

  const aimed = chosen ?? (pointed && places.find((one) => samePoint(one.at, pointed))) ?? null;
  const preview = useMemo<Preview | null>(() => {
    if (!aimed || !rules || seat === null || !view || !places.includes(aimed)) return null;
    const side = view.sides.find((one) => one.seat === seat)?.name ?? "";
    return { place: aimed, side, checked: rules.check(seat, aimed.word) };
  }, [aimed, rules, seat, view, places]);

  const attempt = (one: Place, ask: boolean) => {
    if (ask && !samePoint(chosen?.at ?? null, one.at)) point({ chosen: one });
    else if (one.reason === "") play(one.word);
  };
  const asks = (touch: boolean) => settings.confirm === "always" || (settings.confirm === "auto" && touch);

  return {
    places,
    preview,
    chosen,
    selected,
    cursor,
    hover: useCallback((at: Point | null) => point((before) => (samePoint(before.pointed, at) ? {} : { pointed: at })), [point]),
    tap: (picked, touch) => {
      if (picked?.on !== "spot")
        return point((before) => ({ walking: false, chosen: null, selected: picked && !samePoint(before.selected, picked.at) ? picked.at : null }));
      const tapped = places.find((one) => samePoint(one.at, picked.at));
      point({ walking: false, selected: null });
      if (tapped && tapped.reason !== "" && touch)
        point({ chosen: tapped }); // shows why not
      else if (tapped) attempt(tapped, asks(touch));
    },
    confirm: () => chosen?.reason === "" && play(chosen.word),
    cancel: () => point({ ...kNothing, walking: false }),
    move: (direction) => {
      const points = view ? reachable(view, places) : [];
      const from = place && points.some((one) => samePoint(one, place)) ? place : null;
      const next = from ? step(points, from, direction) : (middle(points) ?? null);
      point({ place: next, walking: true, chosen: null, pointed: next, selected: null });
    },
    press: () => {
      if (!cursor) return;
      const pressed = places.find((one) => samePoint(one.at, cursor));
      if (pressed) attempt(pressed, settings.confirm === "always");
      else point((before) => ({ selected: samePoint(before.selected, cursor) ? null : cursor }));
    },
    from: (at) => point({ place: at }),
    type: (word) => {
      const typed = places.find((one) => one.word.toLowerCase() === word.trim().toLowerCase());
      point({ chosen: null, walking: false, pointed: typed?.at ?? null });
    },
  };
}

function middle(points: readonly Point[]): Point | undefined {
  const mean = (i: 1 | 2) => points.reduce((sum, point) => sum + point[i] + point[0] / 2, 0) / points.length;
  const [x, y] = [mean(1), mean(2)];
  const far = (point: Point) => Math.hypot(point[1] + point[0] / 2 - x, point[2] + point[0] / 2 - y);
  return [...points].sort((a, b) => far(a) - far(b))[0];
}
