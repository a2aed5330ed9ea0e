// Moves in words. The core spells them "C3", "d2>d3", "dead:E4"; people read and hear what that means.
import { msg, t } from "../lang/text";
import type { Move } from "../net/protocol";
import { skinOf } from "../skins/skins";
import { capitalised, listText } from "./words";

/** What a move's word alone does not tell. */
export interface About {
  game?: string;
  unmarked?: boolean; // a mark of the dead was taken off
}

const kShort = ["pass", "swap", msg("resign")];

/** A move of a list in a word: as the core writes it, where that is no word of a language. */
export const shortText = (word: string): string => (kShort.includes(word) ? t(word) : word);

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
  if (move.word === null) return t("{side} makes a hidden move.", { side });
  if (move.refused) return t("{side} tries {word}: illegal.", { side, word: move.word });
  if (move.word === "pass") return t("{side} passes.", { side });
  if (move.word === "swap") return t("{side} swaps sides.", { side });
  if (move.word === "resign") return t("{side} resigns.", { side });
  const deed = deedText(move, about);
  if (deed !== null) return deed;
  const word = stepText(move.word, about.game);
  return captured.length === 0
    ? t("{side} plays {word}.", { side, word })
    : t("{side} plays {word} and captures {list}.", { side, word, list: listText(captured) });
}

/** What names no place where a piece comes to stand. */
function deedText({ side: name, word }: Move, { game = "", unmarked }: About): string | null {
  const side = capitalised(t(name));
  const own = word === null ? null : (skinOf(game).deed?.(side, word) ?? null);
  if (own !== null) return own;
  if (word === "accept") return t("{side} accepts the score.", { side });
  if (word === "resume") return t("{side} resumes play.", { side });
  const [what = "", about = ""] = word?.split(":") ?? [];
  if (what === "dead")
    return unmarked
      ? t("{side} marks the group at {name} as alive.", { side, name: about })
      : t("{side} marks the group at {name} as dead.", { side, name: about });
  return null;
}

/** Whether a word names two places, or one and the edge. */
export const isStep = (word: string): boolean => word.includes(">");

/** "d2>d3" as "d2 to d3". */
export function stepText(word: string, game = ""): string {
  const [from = "", to] = word.split(">");
  return to === undefined ? word : (skinOf(game).step?.(word) ?? t("{from} to {to}", { from, to }));
}

/** What a button says that does this with a piece. */
export function deedLabel(word: string, game: string): string {
  const { button, step } = skinOf(game);
  const read = step?.(word) ?? null;
  return button?.(word) ?? (read === null ? word : capitalised(read));
}
