// Moves in words. The core spells them "C3", "d2>d3", "dead:E4"; people read and hear what that means.
import { t } from "../lang/text";
import type { Move } from "../net/protocol";
import { skinOf } from "../skins/skins";
import { capitalised, listText } from "./words";

/** What a move's word alone does not tell. */
export interface About {
  game?: string;
  unmarked?: boolean; // a mark of the dead was taken off
}

const kShort = ["pass", "swap"];
/** "B++>e8": a piece that has left the board comes back. */
export const kBack = /^\w*\+\+>/;

const kFormation = /^[a-z]\d(,[a-z]\d)+$/;

/** A move as lists show it: as it is written, or a sentence where that would be a word of the core. */
export function listedText(move: Move, about: About): { text: string; sentence: boolean } {
  if (move.word === null) return { text: "?", sentence: false };
  if (kShort.includes(move.word)) return { text: t(move.word), sentence: false };
  const deed = deedText(move, about);
  return deed === null ? { text: move.word, sentence: false } : { text: deed, sentence: true };
}

/** What a screen reader hears after a move: "Black plays C3, captures A1 and B2." */
export function moveText(move: Move, captured: readonly string[], about: About = {}): string {
  const side = capitalised(t(move.side));
  if (move.word === null) return t("{side} plays out of sight.", { side });
  if (move.refused) return t("{side} tries {word}: refused.", { side, word: move.word });
  if (move.word === "pass") return t("{side} passes.", { side });
  if (move.word === "swap") return t("{side} swaps colours.", { side });
  const deed = deedText(move, about);
  if (deed !== null) return deed;
  const word = stepText(move.word);
  return captured.length === 0
    ? t("{side} plays {word}.", { side, word })
    : t("{side} plays {word}, captures {list}.", { side, word, list: listText(captured) });
}

/** What names no place where a piece comes to stand. */
function deedText({ side: name, word }: Move, { game = "", unmarked }: About): string | null {
  const side = capitalised(t(name));
  if (word === "accept") return skinOf(game).accepts?.(side) ?? t("{side} accepts the score.", { side });
  if (word === "resume") return t("{side} resumes play.", { side });
  if (word === "hostile") return t("{side} demands the hostile setup.", { side });
  const [what = "", about = ""] = word?.split(":") ?? [];
  if (what === "dead")
    return unmarked
      ? t("{side} takes the mark off the group at {name}.", { side, name: about })
      : t("{side} marks the group at {name} as dead.", { side, name: about });
  if (word && kFormation.test(word)) return t("{side} arranges: {list}.", { side, list: listText(word.split(",")) });
  return null;
}

/** Whether a word names two places, or one and the edge. */
export const isStep = (word: string): boolean => word.includes(">");

/** "d2>d3" as "d2 to d3". */
export function stepText(word: string): string {
  const [from = "", to] = word.split(">");
  if (to === undefined) return word;
  if (to.endsWith("++")) return t("{from} off the board, for a point", { from });
  return from.endsWith("++") ? t("a piece back to {to}", { to }) : t("{from} to {to}", { from, to });
}

/** What a button says that does this with a piece. */
export function deedLabel(word: string): string {
  if (word.endsWith("++")) return t("Off the board, for a point");
  return kBack.test(word) ? capitalised(stepText(word)) : word;
}
