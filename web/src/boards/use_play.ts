// What the player points at and what that leads to: hover, first tap, second tap, keyboard, typed word.
import { useCallback, useLayoutEffect, useMemo, useState } from "preact/hooks";
import { msg, t } from "../lang/text";
import type { Point, TableState, View } from "../net/protocol";
import type { Preview } from "../state/board_model";
import { reachable, step, type Direction } from "../state/cursor";
import { isStep, stepText } from "../state/move_words";
import { isOnBoard, pointKey, samePoint, stones } from "../state/points";
import { capturedNames, type Rules } from "../state/replica";
import type { Settings } from "../state/settings";
import { freedomText, listText } from "../state/words";
import { reasonText } from "../lang/core_text";
import type { Place } from "../wasm/core";

const kNoPlaces: readonly Place[] = [];
const kMarks: Record<string, string> = { zombie: msg("zombie"), buried: msg("buried"), last: msg("last move") };

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
  table: Pick<TableState, "you"> | null;
  view: View | null;
  replica: Rules | null;
  mayPlay: boolean;
  settings: Settings;
  play(word: string): void;
}

export function usePlay({ table, view, replica, mayPlay, settings, play }: Inputs): Play {
  const [pointed, setPointed] = useState<Point | null>(null);
  const [chosen, setChosen] = useState<Place | null>(null);
  const [selected, setSelected] = useState<Point | null>(null);
  const [place, setPlace] = useState<Point | null>(null); // the keyboard's, also while it is not shown
  const [walking, setWalking] = useState(false);
  const seat = table?.you ?? null;

  const places = useMemo(
    () => (mayPlay && replica && seat !== null ? replica.places(seat) : kNoPlaces),
    [mayPlay, replica, seat, table],
  );
  // Beyond the edge one stands only while a piece may leave there.
  const stays = place !== null && (view === null || isOnBoard(view, place) || places.some((one) => samePoint(one.at, place)));
  const cursor = walking && stays ? place : null;
  useLayoutEffect(() => {
    setChosen(null);
    setPointed(null);
    setSelected(null);
  }, [places, view]);

  const aimed = chosen ?? (pointed && places.find((place) => samePoint(place.at, pointed))) ?? null;
  const preview = useMemo<Preview | null>(() => {
    if (!aimed || !replica || seat === null || !view || !places.includes(aimed)) return null;
    const side = view.sides.find((one) => one.seat === seat)?.name ?? "";
    return { place: aimed, side, checked: replica.check(seat, aimed.word) };
  }, [aimed, replica, seat, view, places]);

  const attempt = (place: Place, ask: boolean) => {
    if (ask && !samePoint(chosen?.at ?? null, place.at)) setChosen(place);
    else if (place.reason === "") play(place.word);
  };

  const asks = (touch: boolean) => settings.confirm === "always" || (settings.confirm === "auto" && touch);

  return {
    places,
    preview,
    chosen,
    selected,
    cursor,
    hover: useCallback((at: Point | null) => setPointed((before) => (samePoint(before, at) ? before : at)), []),
    tap: (picked, touch) => {
      setWalking(false);
      if (picked?.on === "spot") {
        const tapped = places.find((one) => samePoint(one.at, picked.at));
        setSelected(null);
        if (!tapped) return;
        if (tapped.reason !== "" && touch) setChosen(tapped); // shows why not
        else attempt(tapped, asks(touch));
        return;
      }
      setChosen(null);
      setSelected((before) => (picked && !samePoint(before, picked.at) ? picked.at : null));
    },
    confirm: () => chosen?.reason === "" && play(chosen.word),
    cancel: () => {
      setChosen(null);
      setPointed(null);
      setSelected(null);
      setWalking(false);
    },
    move: (direction) => {
      const points = view ? reachable(view, places) : [];
      const from = place && points.some((point) => samePoint(point, place)) ? place : null;
      const next = from ? step(points, from, direction) : (middle(points) ?? null);
      setPlace(next);
      setWalking(true);
      setChosen(null);
      setPointed(next);
      setSelected(null);
    },
    press: () => {
      if (!cursor) return;
      const pressed = places.find((one) => samePoint(one.at, cursor));
      if (pressed) attempt(pressed, settings.confirm === "always");
      else setSelected((before) => (samePoint(before, cursor) ? null : cursor));
    },
    from: setPlace,
    type: (word) => {
      setChosen(null);
      setWalking(false);
      const typed = places.find((one) => one.word.toLowerCase() === word.trim().toLowerCase());
      setPointed(typed?.at ?? null);
    },
  };
}

function middle(points: readonly Point[]): Point | undefined {
  const mean = (i: 1 | 2) => points.reduce((sum, point) => sum + point[i] + point[0] / 2, 0) / points.length;
  const [x, y] = [mean(1), mean(2)];
  const far = (point: Point) => Math.hypot(point[1] + point[0] / 2 - x, point[2] + point[0] / 2 - y);
  return [...points].sort((a, b) => far(a) - far(b))[0];
}

/** The preview in words: "C3 captures A1 and B2", or why not. `heard`: to be listened to, "d2 to d3" and not "d2>d3". */
export function previewText(preview: Preview, heard = false): string {
  const { place, checked } = preview;
  const word = heard || place.word.endsWith("++") ? stepText(place.word) : place.word;
  if (checked.reason !== "") return `${word}: ${reasonText(checked.reason)}`;
  const removed = (checked.events ?? []).filter((event) => event.kind === "removed");
  const lost = capturedNames(removed.filter((event) => event.side === preview.side));
  if (lost.length > 0) {
    const taken = capturedNames(removed.filter((event) => event.side !== preview.side));
    const losing = { word, list: listText(taken), lost: listText(lost) };
    return taken.length > 0 ? t("{word} captures {list}, and you lose {lost}", losing) : t("{word}: you lose {lost}", losing);
  }
  const taken = capturedNames(removed);
  const what = { word, level: place.at[0] + 1, list: listText(taken) };
  if (place.at[0] > 0) return taken.length > 0 ? t("{word} on level {level} captures {list}", what) : t("{word} on level {level}", what);
  return taken.length > 0 ? t("{word} captures {list}", what) : word;
}

/** Points in words, for who hears the board: "C3, level 2, white, 3 freedoms". */
export function pointTexts(view: View, replica: Rules): (at: Point, preview: Preview | null) => string {
  const sides = new Map(view.sides.map((side) => [side.letter, side.name]));
  const standing = new Map(stones(view).map((stone) => [pointKey(stone.at), t(sides.get(stone.letter) ?? msg("blocker"))]));
  const marks = view.marks.flatMap(({ kind, points }) => (kMarks[kind] ? [{ name: kMarks[kind], at: new Set(points.map(pointKey)) }] : []));
  const groups = new Map(view.groups.flatMap((group) => group.pieces.map((piece) => [pointKey(piece), group] as const)));
  return (at, preview) => {
    const key = pointKey(at);
    const side = standing.get(key);
    if (side === undefined) return emptyText(view, replica, at, preview);
    const parts = [replica.name(at)];
    if (view.surface === "pyramid") parts.push(t("level {level}", { level: at[0] + 1 }));
    parts.push(side, ...marks.flatMap((mark) => (mark.at.has(key) ? [t(mark.name)] : [])));
    const group = groups.get(key);
    if (group) parts.push(freedomText(group.freedoms.length, view.surface));
    if (group?.freedoms.length === 1) parts.push(t("in danger"));
    return parts.join(", ");
  };
}

export const pointText = (view: View, replica: Rules, at: Point, preview: Preview | null): string => pointTexts(view, replica)(at, preview);

function emptyText(view: View, replica: Rules, at: Point, preview: Preview | null): string {
  if (!preview) return t("{name}, empty", { name: replica.name(at) });
  const words = previewText(preview, true);
  const said = preview.checked.reason === "" ? t("{preview}, free", { preview: words }) : words;
  return isStep(preview.place.word) && isOnBoard(view, at) ? `${replica.name(at)}: ${said}` : said;
}
