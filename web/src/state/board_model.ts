// From the table's view, the viewer's wishes and the pointed-at place to what the board shows. Pure.
import type { Group, Point, View } from "../net/protocol";
import type { Advice, BoardState, Colour, Ghost, LineStep, Numbered, Owner, Piece, Sign, Spot } from "./board_state";
import type { Checked, Place } from "../wasm/core";
import type { Shade } from "./explain";
import { pointKey, stones } from "./points";
import type { Settings } from "./settings";

/** What the player points at, as the core answered. */
export interface Preview {
  place: Place;
  side: string;
  checked: Checked;
}

export interface Shown {
  view: View;
  places: readonly Place[]; // empty when the viewer cannot play now
  preview: Preview | null;
  selected: Point | null; // a piece whose group is to be shown
  cursor: Point | null; // the keyboard's place
  labels: BoardState["labels"];
  settings: Settings;
  peel: number | null; // null: all levels
  dark: boolean;
  advice?: readonly Advice[];
  line?: readonly LineStep[]; // takes the place of the advice
  owners?: readonly Owner[];
  numbers?: readonly Numbered[];
  own?: ReadonlyMap<string, string>; // the viewer's marks: by pointKey, what is written there
  planned?: readonly Point[]; // what will be played when it is one's turn
  shades?: readonly Shade[]; // what is spoken of beside the board
}

const kColours: readonly Colour[] = ["white", "black", "red", "blue"];
const colourNamed = (side: string): Colour | undefined => kColours.find((one) => one === side);
export type SideNames = readonly Pick<View["sides"][number], "name">[];

/** A side whose name is a colour has that colour; the others have those left over, in order (as notation/text_canvas.h has it). */
export function coloursOf(sides: SideNames): ReadonlyMap<string, Colour> {
  const left = kColours.filter((colour) => !sides.some((side) => side.name === colour));
  return new Map(sides.map(({ name }) => [name, colourNamed(name) ?? left.shift() ?? "none"]));
}

/** The colour of a side, among all sides of its game. */
export function colourOf(side: string | undefined, sides: SideNames): Colour {
  return side === undefined ? "none" : (coloursOf(sides).get(side) ?? colourNamed(side) ?? "none");
}

export function boardState(shown: Shown): BoardState {
  const { view, settings, preview } = shown;
  const colours = coloursOf(view.sides);
  const ofLetter = new Map(view.sides.map((side) => [side.letter, colours.get(side.name)]));
  const pieces: Piece[] = stones(view).map(({ at, letter }) => ({ at, colour: ofLetter.get(letter) ?? "none" }));
  const occupied = new Set(pieces.map((piece) => pointKey(piece.at)));
  const ghost: Ghost | null = preview ? { at: preview.place.at, colour: colours.get(preview.side) ?? "none", legal: preview.checked.reason === "" } : null;
  return {
    surface: view.surface,
    columns: view.columns,
    rows: view.rows,
    levels: view.levels,
    pieces,
    spots: spots(shown),
    ghost,
    signs: signs(shown, occupied),
    cuts: settings.cuts ? cuts(view) : [],
    advice: shown.line?.length ? [] : (shown.advice ?? []),
    line: shown.line ?? [],
    owners: (shown.owners?.length ? shown.owners : counted(view)).filter(tells(pieces)),
    numbers: settings.numbers ? (shown.numbers ?? []) : [],
    labels: settings.coordinates ? shown.labels : null,
    peel: shown.peel ?? Math.max(1, view.levels),
    xray: settings.buried,
    symbols: settings.symbols,
    hints: settings.hints,
    board: settings.board,
    dark: shown.dark,
  };
}

/** Where one may play; where nobody may, advice can still be pointed at. */
function spots(shown: Shown): Spot[] {
  if (shown.places.length > 0) return shown.places.map((place) => ({ at: place.at, legal: place.reason === "" }));
  return (shown.advice ?? []).map((advice) => ({ at: advice.at, legal: true }));
}

function marked(view: View, kind: string): Point[] {
  return view.marks.filter((mark) => mark.kind === kind).flatMap((mark) => mark.points);
}

/** Whose the points are, where the rules count them before both agree. */
function counted(view: View): Owner[] {
  return view.sides.flatMap((side) => marked(view, `${side.name}-points`).map((at) => ({ at, colour: colourOf(side.name, view.sides), share: 0.45 })));
}

/** Whose a point is tells nothing where a piece of that side stands, unless it is dead. */
function tells(pieces: readonly Piece[]): (owner: Owner) => boolean {
  const colours = new Map(pieces.map((piece) => [pointKey(piece.at), piece.colour]));
  return ({ at, colour }) => colours.get(pointKey(at)) !== colour;
}

/** "cut" marks come as points in pairs. */
function cuts(view: View): [Point, Point][] {
  const ends = marked(view, "cut");
  const pairs: [Point, Point][] = [];
  for (let i = 0; i + 1 < ends.length; i += 2) pairs.push([ends[i] as Point, ends[i + 1] as Point]);
  return pairs;
}

function signs(shown: Shown, occupied: ReadonlySet<string>): Sign[] {
  const { view, settings, preview } = shown;
  const list: Sign[] = [];
  const sign = (kind: Sign["kind"], at: Point, more: Partial<Sign> = {}) =>
    list.push({ kind, at, on: occupied.has(pointKey(at)) ? "piece" : "empty", ...more });

  if (settings.zombies) for (const at of marked(view, "zombie")) sign("zombie", at);
  if (settings.buried) for (const at of marked(view, "buried")) sign("buried", at);
  for (const at of marked(view, "ko")) sign("ko", at);
  const dead = new Set(marked(view, "dead").map(pointKey));
  for (const at of marked(view, "dead")) sign("dead", at);
  for (const at of marked(view, "proposed")) if (!dead.has(pointKey(at))) sign("proposed", at);
  for (const at of marked(view, "tried")) sign("tried", at);
  for (const at of shown.planned ?? []) sign("planned", at);
  if (settings.freedoms) for (const group of view.groups) groupSigns(view, group, false, sign);
  const selected = shown.selected && groupAt(view, shown.selected);
  if (selected) groupSigns(view, selected, true, sign);
  for (const { kind, at } of shown.shades ?? []) sign(kind, at);
  for (const at of marked(view, "last")) sign("last", at);
  for (const [key, text] of shown.own ?? []) sign("own", key.split(",").map(Number) as unknown as Point, { text });
  for (const event of preview?.checked.events ?? []) if (event.kind === "removed" && event.at) sign("capture", event.at);
  if (shown.cursor) sign("cursor", shown.cursor);
  return list;
}

type AddSign = (kind: Sign["kind"], at: Point, more?: Partial<Sign>) => void;

/** The freedoms of a group and their number on its topmost piece; a group with one freedom is in danger. */
function groupSigns(view: View, group: Group, members: boolean, sign: AddSign): void {
  const colour = colourOf(view.sides[group.side]?.name, view.sides);
  if (members) for (const at of group.pieces) sign("member", at, { colour });
  for (const at of group.freedoms) sign("freedom", at, { colour });
  const top = group.pieces.reduce<Point | null>((best, at) => (best && best[0] >= at[0] ? best : at), null);
  if (!top) return;
  const count = group.freedoms.length;
  sign(count === 1 ? "danger" : "count", top, { colour, text: String(count) });
}

export function groupAt(view: View, point: Point): Group | undefined {
  return view.groups.find((group) => group.pieces.some((at) => pointKey(at) === pointKey(point)));
}
