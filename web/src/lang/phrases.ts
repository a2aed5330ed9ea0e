// What the core and the server say is English, put together from phrases: `line 3, column 7: more than 9 nodes`. The
// catalogues in core/ hold the phrases with {holes}; a sentence is taken apart by them and said in the language in use.
// tests/unit/phrases.test.ts finds a phrase of the core's sources that is missing.

import { fill, kHole } from "./text";

/** A hole that holds another phrase, or a word such as a side's name. Others are names and numbers: they stay. */
const kInner = /^(why|values|side)$/;
const kDeepest = 8; // phrases within phrases

interface Phrase {
  form: RegExp;
  holes: string[];
  said: string;
  letters: number; // of its own
}

let texts: Readonly<Record<string, string>> = {};
let phrases: Phrase[] | null = null; // of `texts`, when they are first asked for

/** What a sentence of this phrase looks like; a group for each of its holes. */
export function formOf(text: string): RegExp {
  const own = text.split(kHole).filter((_, i) => i % 2 === 0);
  return new RegExp(`^${own.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("([^]+?)")}$`, "u");
}

/** From now on. */
export function setPhrases(catalogue: Readonly<Record<string, string>>): void {
  texts = catalogue;
  phrases = null;
}

/** The most telling first: of two that fit, that with more letters of its own is meant. */
const inOrder = (): Phrase[] =>
  Object.entries(texts)
    .map(([text, said]) => ({
      form: formOf(text),
      holes: [...text.matchAll(kHole)].map(([, name = ""]) => name),
      said,
      letters: text.replace(kHole, "").length,
    }))
    .sort((a, b) => b.letters - a.letters);

/** A sentence of phrases in the language in use; null where it is none. `word`: what is said for a single word. */
export function phrased(text: string, word: (text: string) => string | null, depth = 0): string | null {
  if (depth > kDeepest) return null;
  let halfSaid: string | null = null;
  phrases ??= inOrder();
  for (const { form, holes, said, letters } of phrases) {
    const found = form.exec(text);
    if (!found) continue;
    let whole = true;
    const values: Record<string, string> = {};
    holes.forEach((hole, i) => {
      const value = found[i + 1] ?? "";
      const inner = kInner.test(hole) ? (word(value) ?? phrased(value, word, depth + 1)) : value;
      if (inner === null && hole === "why") whole = false;
      values[hole] = inner ?? value;
    });
    const filled = fill(said, values);
    if (whole) return filled;
    if (letters > 4) halfSaid ??= filled;
  }
  return halfSaid;
}
