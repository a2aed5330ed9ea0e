// The field's words in every language: src/lang/terms/XX.json says which word stands for each term of docs/glossary.md,
// and here it is looked for in every text that says the term in English. docs/translating.md explains the files.
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { kLanguages } from "../../src/lang/languages";
import { catalogueOf } from "./texts";

interface Term {
  term: string;
  also: string[]; // other forms of it, and words that hold it
  not: string[]; // no text has these
  source: string;
}
type Terms = Record<string, Term>;

const kFolder = new URL("../../src/lang/terms/", import.meta.url);
const kCodes = readdirSync(kFolder).map((name) => name.replace(".json", ""));

/** The terms of a language, and the texts that need none of them, each with a reason. */
function termsOf(code: string): { terms: Terms; exceptions: Record<string, string> } {
  const { _exceptions: exceptions = {}, ...terms } = JSON.parse(readFileSync(new URL(`${code}.json`, kFolder), "utf8")) as Terms & {
    _exceptions?: Record<string, string>;
  };
  return { terms: terms as Terms, exceptions };
}

/** A text without its holes and without what tells it from an equal one. */
const bare = (text: string): string =>
  text
    .replace(/##[^|]*/g, "")
    .replace(/\{\w+\}/g, "{}")
    .replace(/\s+/g, " ");

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

interface Form {
  stem: string; // is looked for first: it is quick
  form: RegExp;
}
const isIn = ({ stem, form }: Form, lower: string): boolean => lower.includes(stem) && form.test(lower);

/** An English term as a word, in any of its regular forms. */
function englishForm(term: string): Form {
  const isY = /[^aeiou]y$/.test(term);
  const stem = (isY ? term.slice(0, -1) : term).toLowerCase();
  return { stem, form: new RegExp(`(?<![a-z\\d_-])${escaped(stem)}${isY ? "(?:y|ies|ied)" : "(?:e?s|e?d|ing)?"}(?![a-z\\d_-])`) };
}

/** A word that must not be there: where words have blanks between them, only at the beginning of one. */
function badForm(word: string): Form {
  const stem = word.toLowerCase();
  return { stem, form: new RegExp(`${/^\p{Script=Latin}/u.test(stem) ? "(?<![\\p{L}\\d_-])" : ""}${escaped(stem)}`, "u") };
}

/** What is wrong with the terms in each text, by its key. */
function faultsOf(code: string, terms: Terms): Map<string, string[]> {
  const faults = new Map<string, string[]>();
  // The longest first: "open game" is not a game besides.
  const wanted = Object.entries(terms)
    .sort(([a], [b]) => b.length - a.length)
    .map(([name, { term, also }]) => ({ name, english: englishForm(name), words: [term, ...also].map((word) => word.toLowerCase()) }));
  const unwanted = Object.values(terms).flatMap((one) => one.not.map((word) => ({ word, bad: badForm(word) })));
  const english = catalogueOf("mail/", "en"); // mails have codes as their keys
  const mails = Object.entries(catalogueOf("mail/", code)).map(([key, value]): [string, typeof value] => [String(english[key]), value]);
  for (const [key, value] of [...["", "learn/"].flatMap((part) => Object.entries(catalogueOf(part, code))), ...mails]) {
    const forms = (typeof value === "string" ? [value] : Object.values(value)).map((form) => bare(form).toLowerCase());
    if (forms.every((form) => form === "")) continue; // of a new game
    const here: string[] = [];
    let rest = bare(key).toLowerCase();
    for (const { name, english, words } of wanted) {
      if (!isIn(english, rest)) continue;
      rest = rest.replace(new RegExp(english.form, "g"), " ");
      const lacks = forms.find((text) => !words.some((word) => text.includes(word)));
      if (lacks !== undefined) here.push(`"${name}" is none of ${words.join(", ")}: ${key} -> ${lacks}`);
    }
    for (const { word, bad } of unwanted) for (const text of forms) if (isIn(bad, text)) here.push(`not "${word}": ${key} -> ${text}`);
    if (here.length > 0) faults.set(key, here);
  }
  return faults;
}

// How the reader is not addressed (docs/translating.md): "tu" in French, "Sie" in German.
const kAddress: Readonly<Record<string, RegExp>> = {
  fr: /(?<![\p{L}’'-])(?:tu|toi|ton compte|tes|tien|tienne)(?![\p{L}-])|\p{L}-toi(?!\p{L})/iu,
  de: /(?<=[\p{L},] )(?:Sie|Ihnen|Ihre?[mnrs]?)(?!\p{L})/u, // not at the beginning of a sentence
  es: /(?<!\p{L})ustede?s?(?!\p{L})/iu,
};

describe("terms", () => {
  it.each(Object.keys(kAddress))("of %s come with one way to address the reader", (code) => {
    const parts = ["", "learn/", "core/", "mail/", "cli/"].flatMap((part) => Object.values(catalogueOf(part, code)));
    const texts = parts.flatMap((value) => (typeof value === "string" ? [value] : Object.values(value)));
    expect(texts.length).toBeGreaterThan(1000);
    expect(texts.filter((text) => kAddress[code]?.test(text))).toEqual([]);
  });

  it("are those of languages that there are", () => {
    const codes: string[] = kLanguages.map((one) => one.code);
    for (const code of kCodes) expect(codes).toContain(code);
  });

  it.each(kCodes)("of %s are sorted, and each has a source", (code) => {
    const { terms, exceptions } = termsOf(code);
    expect(Object.keys(terms)).toEqual(Object.keys(terms).sort());
    for (const [name, one] of Object.entries(terms)) {
      expect(Object.keys(one), name).toEqual(["term", "also", "not", "source"]);
      expect(one.term && one.source, name).not.toBe("");
    }
    for (const [key, why] of Object.entries(exceptions)) expect(why, key).not.toBe("");
  });

  it.each(kCodes)(
    "of %s are said throughout",
    (code) => {
      const { terms, exceptions } = termsOf(code);
      const faults = faultsOf(code, terms);
      const unneeded = Object.keys(exceptions).filter((key) => !faults.has(key));
      expect([...faults].filter(([key]) => !(key in exceptions)).flatMap(([, here]) => here)).toEqual([]);
      expect(unneeded, "exceptions that nothing needs").toEqual([]);
    },
    30_000,
  ); // a busy machine takes its time
});
