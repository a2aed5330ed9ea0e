// Every text that a person reads passes through here. The English text is its own key; other languages are catalogues
// (de.json …) that are loaded when they are chosen. tests/unit/lang.test.ts finds a text that goes around.
import type { ComponentChildren } from "preact";

/** By key; of a text with a number, a form for each of the language's plural categories. */
export type Catalogue = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>;
type Value = string | number;

let locale = "en";
let catalogue: Catalogue = {};
let rules = new Intl.PluralRules(locale);

// Digits stand in groups from 10,000 on. The standard's own word for that, "min2", is newer than the oldest Node.
const isGrouped = (value: number): boolean => Math.abs(value) >= 10_000;
const formatsOf = (tag: string) => ({ whole: new Intl.NumberFormat(tag, { useGrouping: false }), grouped: new Intl.NumberFormat(tag) });
let numbers = formatsOf(locale);

export function setCatalogue(tag: string, texts: Catalogue): void {
  locale = tag;
  catalogue = texts;
  rules = new Intl.PluralRules(tag);
  numbers = formatsOf(tag);
}

/** More texts for the language in use: of a part that is loaded late. */
export function addCatalogue(texts: Catalogue): void {
  catalogue = { ...catalogue, ...texts };
}

/** No catalogue is in use: texts are what stands in the code. */
export const isEnglish = (): boolean => locale.startsWith("en");

/** Marks a text where it stands, for `t` to say it later: for tables of texts outside of functions. */
export const msg = (text: string): string => text;

export const kHole = /\{(\w+)\}/g;
const shown = (value: Value): string => (typeof value === "number" ? numbers[isGrouped(value) ? "grouped" : "whole"].format(value) : value);
export const fill = (text: string, values: Record<string, Value>): string =>
  text.replace(kHole, (hole, name: string) => {
    const value = values[name];
    return value === undefined ? hole : shown(value);
  });

/** Behind "##" may stand what tells a text from an equal one: "Back##of a board". */
function unmarked(text: string): string {
  const mark = text.indexOf("##");
  return mark < 0 ? text : text.slice(0, mark);
}

/** What stands for an English text. */
function said(text: string): string {
  const found = catalogue[text];
  return typeof found === "string" && found !== "" ? found : unmarked(text);
}

/** A text, with its `{holes}` filled. */
export function t(text: string, values: Record<string, Value> = {}): string {
  return fill(said(text), values);
}

/** A text about a number of things: `{n}` is the number. */
export function tn(one: string, many: string, n: number, values: Record<string, Value> = {}): string {
  const found = catalogue[`${one}|${many}`];
  const forms = typeof found === "object" ? found : { one: unmarked(one), other: unmarked(many) };
  return fill(forms[rules.select(n)] || forms.other || unmarked(many), { n, ...values });
}

/** Of a text with a number, the form for this one. */
export const formOf = (forms: Exclude<Catalogue[string], string>, n: number): string | undefined => forms[rules.select(n)] ?? forms.other;

/** A text with elements in its holes, such as links. */
export function tx(text: string, values: Record<string, ComponentChildren>): ComponentChildren[] {
  return said(text)
    .split(kHole)
    .map((part, i) => {
      const value = i % 2 === 1 ? values[part] : part;
      return typeof value === "number" ? shown(value) : value;
    });
}

/** "A, B and C". */
export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(isEnglish() ? "en-GB" : locale, { type: "conjunction" }).format(items);
}

const kCommas: Readonly<Record<string, string>> = { ja: "、", zh: "，" };
const comma = (): string | undefined => kCommas[locale.slice(0, 2)];

/** "9 × 9, 3 days per turn, rated": words one after the other, with the language's comma. */
export const phrases = (items: readonly string[]): string => items.join(comma() ?? ", ");

/** One after the other; where words have no blanks between them, sentences have none. */
export const sentences = (parts: readonly string[]): string => parts.join(comma() ? "" : " ");

/** "1 hour 30 minutes"; where words have no blanks between them, numbers and units have none. */
export const measures = (parts: readonly string[]): string => (comma() ? parts.join("").replace(/\s/g, "") : parts.join(" "));

export const numberText = (value: number, form: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(locale, { useGrouping: isGrouped(value), ...form }).format(value);

/** A day, or a day and a time, as the language writes it. Without a form: "Nov 23, 2026". */
export const dateText = (ms: number, form: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string => new Intl.DateTimeFormat(locale, form).format(ms);
