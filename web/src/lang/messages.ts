// What the core and the server say: a code and arguments, of which the sentence is made here. The catalogues in core/ have
// the sentences by their codes; English comes with the message. tests/unit/messages.test.ts collects them from the sources.
import { fill, formOf, isEnglish, t, type Catalogue } from "./text";

export interface Message {
  code?: string; // of the sentence; without one the English is all there is
  message: string; // the sentence in English
  arguments?: Readonly<Record<string, Argument>>;
}
type Argument = string | number | Message;

let sentences: Catalogue = {};

/** From now on. */
export function setSentences(catalogue: Catalogue): void {
  sentences = catalogue;
}

/** Whether the catalogue in use has a sentence for this code. */
export const hasSentence = (code: string): boolean => sentences[code] !== undefined;

/** A message of the client's own, as the core would say it. */
export function say(code: string, text: string, values: Readonly<Record<string, Argument>>): Message {
  return { code, message: fill(text, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, english(value)]))), arguments: values };
}
const english = (value: Argument): string | number => (typeof value === "object" ? value.message : value);

/** A sentence in the language in use. `word`: what is said for a code that has no sentence, or for a side's name. */
export function sentenceOf(said: Message, word: (text: string) => string | null): string {
  if (isEnglish()) return said.message;
  const found = said.code === undefined ? undefined : sentences[said.code];
  if (found === undefined) return word(said.code ?? said.message) ?? said.message;
  const values = Object.entries(said.arguments ?? {}).map(([name, value]): [string, string | number] => {
    if (typeof value === "object") return [name, sentenceOf(value, word)];
    return [name, name === "side" ? (word(String(value)) ?? value) : value];
  });
  const count = values.find(([, value]) => typeof value === "number")?.[1];
  const form = typeof found === "string" ? found : formOf(found, typeof count === "number" ? count : 0);
  return form ? fill(form, Object.fromEntries(values)) : said.message;
}

// ---- refusals that only one game knows, in English: the core tells them when it is loaded (src/wasm/load.ts)

let own: Readonly<Record<string, string>> = {};

export function setReasons(games: readonly { reasons: Readonly<Record<string, string>> }[]): void {
  own = Object.fromEntries(games.flatMap((game) => Object.entries(game.reasons)));
}

/** As a sentence, which is its key in the catalogues: "too-late" is "That had to come before the tenth turn." */
export function reasonSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function ownReason(word: string): string | null {
  const text = own[word];
  return text === undefined ? null : t(reasonSentence(text));
}
