// Places and what a move there would do, in words: for the line under the board, and for those who hear the board.
import { refusedText } from "../lang/core_text";
import { msg, t } from "../lang/text";
import type { Point, View } from "../net/protocol";
import type { Preview } from "./board_model";
import { isStep, stepText } from "./move_words";
import { isOnBoard, pointKey, stones } from "./points";
import { capturedNames, type Rules } from "./replica";
import { hasLevels } from "./surface";
import { freedomText, listText } from "./words";

const kMarks: Record<string, string> = { zombie: msg("zombie"), buried: msg("buried"), last: msg("last move") };

/** The preview in words: "C3 captures A1 and B2", or why not. `heard`: to be listened to, "d2 to d3" and not "d2>d3". */
export function previewText(preview: Preview, heard = false): string {
  const { place, checked } = preview;
  const word = place.said ?? (heard ? stepText(place.word) : place.word);
  if (checked.reason !== "") return refusedText(word, checked.reason);
  const removed = (checked.events ?? []).filter((event) => event.kind === "removed");
  const lost = capturedNames(removed.filter((event) => event.side === preview.side));
  if (lost.length > 0) {
    const taken = capturedNames(removed.filter((event) => event.side !== preview.side));
    const losing = { word, list: listText(taken), lost: listText(lost) };
    return taken.length > 0 ? t("{word} captures {list}, and you lose {lost}", losing) : t("{word}: you lose {lost}", losing);
  }
  const taken = capturedNames(removed);
  const what = { word, level: place.at[0] + 1, list: listText(taken) };
  if (place.at[0] > 0) return taken.length > 0 ? t("{word} on layer {level} captures {list}", what) : t("{word} on layer {level}", what);
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
    if (hasLevels(view)) parts.push(t("layer {level}", { level: at[0] + 1 }));
    parts.push(side, ...marks.flatMap((mark) => (mark.at.has(key) ? [t(mark.name)] : [])));
    const group = groups.get(key);
    if (group) parts.push(freedomText(group.freedoms.length, view));
    if (group?.freedoms.length === 1) parts.push(t("in atari"));
    return parts.join(", ");
  };
}

export const pointText = (view: View, replica: Rules, at: Point, preview: Preview | null): string => pointTexts(view, replica)(at, preview);

function emptyText(view: View, replica: Rules, at: Point, preview: Preview | null): string {
  if (!preview) return t("{name}, empty", { name: replica.name(at) });
  const words = previewText(preview, true);
  const said = preview.checked.reason === "" ? t("{preview}, legal", { preview: words }) : words;
  return isStep(preview.place.word) && isOnBoard(view, at) ? `${replica.name(at)}: ${said}` : said;
}
