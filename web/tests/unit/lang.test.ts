// Every text in every language: none goes around src/lang/text.ts, none is missing, none is left over.
// CAIRN_WRITE_TEXTS=1 npx vitest run tests/unit/lang.test.ts writes what is new into the catalogues, empty, and takes
// away what is said no more.
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { isOurReason } from "../../src/lang/core_text";
import kReasons from "../../src/lang/reasons.json";
import { kLanguages, wantedLanguage } from "../../src/lang/languages";
import { reasonSentence } from "../../src/lang/messages";
import { dateText, listed, t, tn, tx, setCatalogue, type Catalogue } from "../../src/lang/text";
import { kReplays } from "../../src/skins/replays";
import { kLessons } from "../../src/skins/lessons";
import { fieldOf, optionTitle } from "../../src/state/options";
import { Core } from "../../src/wasm/core";
import { kUntranslated } from "./new_games";
import { catalogueOf, fileOf, holesOf, readTexts } from "./texts";

const kWrite = process.env["CAIRN_WRITE_TEXTS"] !== undefined;
const kOthers = kLanguages.map((one) => one.code).filter((code) => code !== "en");
const { keys, late, around } = readTexts();
const lessons = new Set<string>();
const lateLessons = new Set<string>(); // of new games, as `late`: other languages may say them in English
const isNew = (game: string): boolean => kUntranslated.includes(game);
let core: Core;

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
  // What the core says of its games, and the names of sides and of options in forms.
  for (const game of core.games()) {
    const texts = isNew(game.name) ? late : keys;
    for (const text of [game.title, game.summary]) texts.add(text);
    for (const [word, text] of Object.entries(game.reasons)) if (!isOurReason(word)) texts.add(reasonSentence(text));
    for (const spec of game.options) {
      const field = fieldOf(spec);
      texts.add(optionTitle(spec.name)).add(spec.help);
      if (field.kind === "choice") for (const value of field.values) texts.add(value);
    }
  }
  for (const text of Object.values(kReasons)) keys.add(text);
  for (const lesson of Object.values(kLessons)) {
    const texts = isNew(lesson.game) ? lateLessons : lessons;
    texts.add(lesson.summary);
    for (const { title, text, task, done, ask } of lesson.exercises) {
      for (const one of [title, text, task, done]) texts.add(one);
      if ("answers" in ask) for (const answer of ask.answers) if (/\p{L}{3,}/u.test(answer)) texts.add(answer);
    }
  }
  for (const { game, summary, games } of kReplays) {
    const texts = isNew(game) ? lateLessons : lessons;
    texts.add(summary);
    for (const { title, about, comments } of games) for (const one of [title, about, ...Object.values(comments)]) texts.add(one);
  }
  for (const text of keys) for (const others of [lessons, late, lateLessons]) others.delete(text);
  for (const text of lessons) lateLessons.delete(text);
  for (const text of late) lateLessons.delete(text);
});

/** A catalogue with exactly these keys, in order; what was translated stays. */
function brought(before: Catalogue, wanted: ReadonlySet<string>, code: string): Catalogue {
  const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories;
  const empty = (key: string) => (key.includes("|") ? Object.fromEntries(categories.map((category) => [category, ""])) : "");
  return Object.fromEntries([...wanted].sort().map((key) => [key, before[key] ?? empty(key)]));
}

const isEmpty = (value: Catalogue[string] | undefined): boolean => (typeof value === "object" ? Object.values(value).every((form) => form === "") : !value);

function faultsOf(texts: Catalogue, wanted: ReadonlySet<string>, free: ReadonlySet<string>, code: string): string[] {
  const faults: string[] = [];
  for (const key of wanted) if (!(key in texts)) faults.push(`missing: ${key}`);
  for (const [key, value] of Object.entries(texts)) {
    if (free.has(key) && isEmpty(value)) continue;
    if (!wanted.has(key) && !free.has(key)) faults.push(`said no more: ${key}`);
    const [one = "", many] = key.split("|");
    if (typeof value === "string") {
      if (value === "" || many !== undefined) faults.push(`not translated: ${key}`);
      else if (holesOf(value).join() !== holesOf(one).join()) faults.push(`other holes: ${key} -> ${value}`);
      continue;
    }
    if (many === undefined) faults.push(`no number in it: ${key}`);
    for (const category of new Intl.PluralRules(code).resolvedOptions().pluralCategories) {
      const form = value[category];
      if (!form) faults.push(`not translated: ${key}, ${category}`);
      else if (holesOf(form).some((hole) => !holesOf(many ?? "").includes(hole))) faults.push(`other holes: ${key} -> ${form}`);
      else if (category === "other" && holesOf(form).join() !== holesOf(many ?? "").join()) faults.push(`other holes: ${key} -> ${form}`);
    }
  }
  return faults;
}

describe("the languages", () => {
  it("miss no text: none goes around", () => {
    expect(around).toEqual([]);
  });

  it.each(kOthers)("%s says everything", (code) => {
    for (const [part, wanted, free] of [
      ["", keys, late],
      ["learn/", lessons, lateLessons],
    ] as const) {
      if (kWrite) writeFileSync(fileOf(part, code), `${JSON.stringify(brought(catalogueOf(part, code), new Set([...wanted, ...free]), code), null, 1)}\n`);
      else expect(faultsOf(catalogueOf(part, code), wanted, free, code)).toEqual([]);
    }
  });

  it("are waited for where a game is new, and no longer than that", () => {
    const names = core.games().map((game) => game.name);
    for (const game of kUntranslated) expect(names, "tests/unit/new_games.ts names games that there are").toContain(game);
    const missing = kOthers.flatMap((code) =>
      (
        [
          ["", late],
          ["learn/", lateLessons],
        ] as const
      ).flatMap(([part, free]) => {
        const texts = catalogueOf(part, code);
        return [...free].filter((key) => isEmpty(texts[key])).map((key) => `${code}: ${key.replace(/\n/g, " ")}`);
      }),
    );
    if (kUntranslated.length > 0 && !kWrite) expect(missing, `${kUntranslated.join()}: all is translated, take it off tests/unit/new_games.ts`).not.toEqual([]);
    if (missing.length > 0) console.warn(`${missing.length} texts of ${kUntranslated.join(", ")} are said in English:\n${missing.join("\n")}`);
  });

  it.each([
    ["de", "1 Freiheit", "2 Freiheiten"],
    ["fr", "1 liberté", "2 libertés"],
    ["es", "1 libertad", "2 libertades"],
  ])("%s tells one from many", (code, one, many) => {
    setCatalogue(code, catalogueOf("", code));
    expect([1, 2].map((n) => tn("{n} freedom", "{n} freedoms", n))).toEqual([one, many]);
    setCatalogue("en", {});
  });

  it("are those that a browser wants", () => {
    expect(wantedLanguage(["de-AT", "en"])).toBe("de");
    expect(wantedLanguage(["nl", "zh-Hant-TW", "en"])).toBe("zh");
    expect(wantedLanguage(["nl"])).toBe("en");
    expect(wantedLanguage([])).toBe("en");
  });
});

describe("texts", () => {
  afterEach(() => setCatalogue("en", {}));

  it("are said in English by themselves", () => {
    expect(t("Challenge {names}", { names: "Ann" })).toBe("Challenge Ann");
    expect(t("Back##of a board")).toBe("Back");
    expect(tn("{n} ball", "{n} balls", 1)).toBe("1 ball");
    expect(tn("{n} ball", "{n} balls", 12_345)).toBe("12,345 balls");
    expect(tn("{n} ball of {name}", "{n} balls of {name}", 0, { name: "Ann" })).toBe("0 balls of Ann");
    expect(tx("See {link}.", { link: 7 })).toEqual(["See ", "7", "."]);
    expect(listed(["a", "b", "c"])).toBe("a, b and c");
    expect(t("{unknown} stays")).toBe("{unknown} stays");
  });

  it("are said in another language, with its own forms of numbers and days", () => {
    setCatalogue("de", { Save: "Speichern", "{n} ball|{n} balls": { one: "{n} Kugel", other: "{n} Kugeln" }, "Back##of a board": "Rückseite", Empty: "" });
    expect(t("Save")).toBe("Speichern");
    expect(t("Empty")).toBe("Empty");
    expect(t("Back##of a board")).toBe("Rückseite");
    expect(tn("{n} ball", "{n} balls", 1)).toBe("1 Kugel");
    expect(tn("{n} ball", "{n} balls", 12_345)).toBe("12.345 Kugeln");
    expect(listed(["a", "b", "c"])).toBe("a, b und c");
    expect(dateText(Date.UTC(2026, 10, 23, 12), { dateStyle: "long", timeZone: "UTC" })).toBe("23. November 2026");
    setCatalogue("ja", { "{n} ball|{n} balls": { other: "ボール{n}個" } });
    expect(tn("{n} ball", "{n} balls", 1)).toBe("ボール1個");
  });
});
