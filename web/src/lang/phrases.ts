// What the core and the server say is English, put together from phrases: `line 3, column 7: more than 9 nodes`. The
// catalogues in core/ hold the phrases with {holes}; a sentence is taken apart by them and said in the language in use.
// tests/unit/phrases.test.ts finds a phrase of the core's sources that is missing.

/** A hole that holds another phrase, or a word such as a side's name. Others are names and numbers: they stay. */
const kInner = /^(why|values|side)$/;
const kHole = /\{(\w+)\}/g;
const kDeepest = 8; // phrases within phrases

interface Phrase {
  form: RegExp;
  holes: string[];
  said: string;
  letters: number; // of its own
}

let phrases: Phrase[] = [];

function phraseOf(text: string, said: string): Phrase {
  const parts = text.split(kHole);
  const own = parts.filter((_, i) => i % 2 === 0);
  const escaped = own.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return {
    form: new RegExp(`^${escaped.join("([^]+?)")}$`, "u"),
    holes: parts.filter((_, i) => i % 2 === 1),
    said,
    letters: own.join("").length,
  };
}

/** From now on. The most telling first: of two that fit, that with more letters of its own is meant. */
export function usePhrases(texts: Readonly<Record<string, string>>): void {
  phrases = Object.entries(texts)
    .map(([text, said]) => phraseOf(text, said))
    .sort((a, b) => b.letters - a.letters);
}

/** A sentence of phrases in the language in use; null where it is none. `word`: what is said for a single word. */
export function phrased(text: string, word: (text: string) => string | null, depth = 0): string | null {
  if (depth > kDeepest) return null;
  let halfSaid: string | null = null;
  for (const { form, holes, said, letters } of phrases) {
    const found = form.exec(text);
    if (!found) continue;
    let whole = true;
    const values = new Map<string, string>();
    holes.forEach((hole, i) => {
      const value = found[i + 1] ?? "";
      const inner = kInner.test(hole) ? (word(value) ?? phrased(value, word, depth + 1)) : value;
      if (inner === null && hole === "why") whole = false;
      values.set(hole, inner ?? value);
    });
    const filled = said.replace(kHole, (hole, name: string) => values.get(name) ?? hole);
    if (whole) return filled;
    if (letters > 4) halfSaid ??= filled;
  }
  return halfSaid;
}
