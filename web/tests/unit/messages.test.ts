// What the core and the server say by codes and arguments: the English catalogue is that of their sources, the others have
// the same codes. `npm run messages` writes the English one, and into the others what is new, empty, and takes away what
// is said no more.
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { kLanguages } from "../../src/lang/languages";
import { say, setSentences, type Message } from "../../src/lang/messages";
import { setCatalogue, type Catalogue } from "../../src/lang/text";
import { coreText, refusalWords } from "../../src/lang/core_text";
import { Core, CoreError } from "../../src/wasm/core";
import { gamesOf, messagesOf, plainRefusalsOf, plainTextsOf, reasonsOf, refusingSources, sourcesOf } from "./messages_source";
import { kUntranslated } from "./new_games";
import { catalogueOf, fileOf, holesOf } from "./texts";

const kWrite = process.env["CAIRN_WRITE_TEXTS"] !== undefined;
const kOthers = kLanguages.map((one) => one.code).filter((code) => code !== "en");
const { texts: found, clashes } = messagesOf(sourcesOf());
const texts = Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
/** Codes that begin with "mail-" are of mails alone, which no browser shows: they have catalogues of their own. */
const kParts = [
  { part: "core/", own: (code: string) => !code.startsWith("mail-") },
  { part: "mail/", own: (code: string) => code.startsWith("mail-") },
].map(({ part, own }) => ({ part, texts: Object.fromEntries(Object.entries(texts).filter(([code]) => own(code))) }));
const late = new Set(Object.keys(messagesOf(kUntranslated.flatMap(gamesOf)).texts));
const categoriesOf = (code: string) => new Intl.PluralRules(code).resolvedOptions().pluralCategories;
const written = (catalogue: unknown): string => `${JSON.stringify(catalogue, null, 1)}\n`;

function speak(code: string): void {
  setCatalogue(code, catalogueOf("", code));
  setSentences(catalogueOf("core/", code));
}

/** A catalogue of these codes; what was translated stays. */
function brought(part: Record<string, string>, before: Catalogue, code: string): Catalogue {
  const empty = (text: string) => (text.includes("|") ? Object.fromEntries(categoriesOf(code).map((category) => [category, ""])) : "");
  return Object.fromEntries(Object.entries(part).map(([key, text]) => [key, before[key] ?? empty(text)]));
}

function faultsOf(part: Record<string, string>, catalogue: Catalogue, code: string): string[] {
  return Object.entries(part).flatMap(([key, text]) => {
    const said = catalogue[key];
    if (late.has(key) && !said) return [];
    const [one = "", many = one] = text.split("|");
    if (typeof said === "string") return said !== "" && !text.includes("|") && holesOf(said).join() === holesOf(one).join() ? [] : [`${key}: ${said}`];
    const forms = categoriesOf(code).map((category) => said?.[category] ?? "");
    return text.includes("|") && forms.every((form) => form !== "" && holesOf(form).every((hole) => holesOf(many).includes(hole)))
      ? []
      : [`${key}: ${forms.join("|")}`];
  });
}

describe("the messages of the core and the server", () => {
  it("have a code each", () => expect(clashes).toEqual([]));

  it.each(kParts)("are those of the English catalogue of $part", ({ part, texts: own }) => {
    if (kWrite) writeFileSync(fileOf(part, "en"), written(own));
    expect(readFileSync(fileOf(part, "en"), "utf8")).toBe(written(own));
  });

  it.each(kParts.flatMap((part) => kOthers.map((code) => ({ ...part, code }))))("are all said in $part$code", ({ part, texts: own, code }) => {
    if (kWrite) writeFileSync(fileOf(part, code), written(brought(own, catalogueOf(part, code), code)));
    const catalogue = catalogueOf(part, code);
    expect(Object.keys(catalogue)).toEqual(Object.keys(own));
    expect(faultsOf(own, catalogue, code)).toEqual([]);
  });

  it("give reasons, which the pages have as the sources say them", () => {
    const reasons = reasonsOf();
    const file = new URL("../../src/lang/reasons.json", import.meta.url);
    if (kWrite) writeFileSync(file, written(reasons));
    expect(readFileSync(file, "utf8")).toBe(written(reasons));
    expect(reasons["occupied"]).toBe("There is already a piece there.");
    expect(Object.keys(reasons)).toEqual(expect.arrayContaining(["unknown-move", "martyrdom", "stalling"]));
  });

  it("leave out no sentence of the sources", () => {
    const help = new Set(Object.keys(catalogueOf("", "de")));
    expect(plainTextsOf(sourcesOf(), help)).toEqual([]);
  });
});

describe("refusals", () => {
  it("have codes, all of them", () => expect(plainRefusalsOf(refusingSources())).toEqual([]));

  it.each([
    ['Message no_study() {\n  return "there is no such study";\n}', 1],
    ['Message no_study() {\n  return std::to_string(most) + " studies are there";\n}', 1],
    ['Message no_study() {\n  return name + " keeps no studies";\n}', 1],
    ['std::optional<Refusal> refuse() {\n  return Refusal{Code::not_found, Message("there is no such " + what)};\n}', 1],
    ['std::optional<Refusal> refuse() {\n  return Refusal{Code::not_found, Message("no such study")};\n}', 1],
    ['void go() {\n  done(Refusal{Code::busy, Message("busy", "{why}", {{"why", "too many of " + name + " wait "}})});\n}', 1],
    ['Message no_study() {\n  return Message("no-such-study", "there is no such study");\n}', 0],
    ['std::string word() {\n  return "this is no refusal";\n}', 0],
  ])("%j", (source, faults) => expect(plainRefusalsOf(["server/x.cpp"], () => source)).toHaveLength(faults));
});

const kBadFiles = [
  "hello",
  "(B[aa])",
  "(;GM[99])",
  "(;GM[1]SZ[5:x])",
  "(;GM[1]SZ[99])",
  "(;GM[1]SZ[5];B[aa",
  "(;GM[1]SZ[5];B[zz])",
  "(;GM[1]SZ[5];B[aa];W[aa])",
  "(;GM[1]SZ[5]KM[x]HA[77]RU[Martian];b[aa]b[bb](;W[cc]) junk",
  "(;GM[1]SZ[5]PL[Q]AB[zz];B[aa]B[bb];W[])",
  "(;GM[1]SZ[9]HA[1]AB[aa:ii])",
  "(;CAGAME[chess])",
  "{}",
  '{"format":"cairn-record","version":9}',
  '{"format":"cairn-record","version":2,"game":"chess"}',
  '{"format":"cairn-record","version":2,"game":"go","options":{"size":"99"},"nodes":[{}]}',
  '{"format":"cairn-record","version":2,"game":"go","options":{"colour":"red"},"nodes":[{}]}',
  '{"format":"cairn-record","version":2,"game":"go","options":{"size":"5"},"nodes":[{},{"move":[0,"C3"]},{"move":[1,"C3"]}]}',
  '{"format":"cairn-record","version":2,"game":"go","options":{"size":"5"},"nodes":[{},{"move":[7,"C3"]}]}',
  '{"format":"cairn-record","version":2,"game":"go","position":{"board":["B..",".."]},"nodes":[{}]}',
  '{"format":"cairn-record","version":2,"game":"margo","options":{"size":"4"},"position":{"board":["..../..../..../....",".../.W./..."]},"nodes":[{}]}',
  '{"format":"cairn-record","version":2,"game":"margo","options":{"size":"4","players":"3","swap":"yes"},"nodes":[{}]}',
  '{"format":"cairn-record","version":2,"game":"margrites","position":{"board":["B"]},"nodes":[{}]}',
  "B: a1 b1 c1 d1 e1 f1 g1 h1 W: a8 b8 c8 d8 e8 f8 g8 a3",
  "B: a2 b2 c2 d2 e2 f2 g2 h2 W: b7 c7 d7 e7 f7 g7 h7 i7 1. a2>a3 a3>a2",
  "",
  "%PDF-1.7",
  "<!doctype html><p>A game",
  "PK\u0003\u0004",
  "\\HS\n\\HE\n",
  "\\HS\n\\[GAMEGONGJE=-65\\]\n\\HE\n\\GS\nINI 0 1 10 &4\nSTO 0 2 9 15 3\nSTO 0 3 1 25 3\n\\GE\n",
  "Game\n19\nWhite 9D*\nBlack 8D*\nwww\n0\n0\n6\n20240309 [20:12]\n5\nWhite wins by resignation!\n3\nPMABBQQQQ\nPMACW\nPMADWZZZZ\n",
  "[Header]\nSize=99\n[Data]\nQD,B1,1,0\n",
  "[Header]\nHdcp=12,x\n[Data]\nQD,B1,1,0\nrubbish\nZZ,W1,2,0\n",
];

describe("what the core says", () => {
  const told = new Map<string, Message>();
  beforeAll(async () => {
    const core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
    const hear = (said: Message) => told.set(said.message, said);
    for (const text of kBadFiles) {
      try {
        const { remarks, faults } = core.readFile({ text });
        [...remarks, ...faults].forEach(hear);
      } catch (error) {
        expect(error).toBeInstanceOf(CoreError);
        hear((error as CoreError).said);
      }
    }
  });
  afterEach(() => {
    setCatalogue("en", {});
    setSentences({});
  });

  it("is said in English as it comes", () => {
    expect(told.size).toBeGreaterThan(kBadFiles.length - 3);
    for (const [message, said] of told) expect(coreText(said)).toBe(message);
  });

  it("has codes throughout", () => {
    // Each sentence says only its arguments: what has no code were left in English.
    setCatalogue("de", new Proxy<Catalogue>({}, { get: () => "§" }));
    setSentences(
      Object.fromEntries(
        Object.entries(texts).map(([code, text]) => [
          code,
          `<${holesOf(text.split("|")[0] ?? "")
            .map((hole) => `{${hole}}`)
            .join(" | ")}>`,
        ]),
      ),
    );
    for (const [message, said] of told) {
      expect(coreText(said), message).toMatch(/^<.*>$/s);
      expect(coreText(said).replace(/"[^"]*"|margo, spargo[\w, -]*|size \(.*\)/g, ""), message).not.toMatch(/\p{L}{3,},? \p{L}{2,} \p{L}{2,}/u);
    }
  });

  it.each(kOthers)("is said in %s", (code) => {
    speak(code);
    for (const [message, said] of told) {
      expect(coreText(said), message).not.toBe(message);
      expect(coreText(said), message).not.toMatch(/[{}](why|n|name|value)[{}]/);
    }
  });

  it("is told to people without what it says to programs", () => {
    const { code: detail, ...rest } = say("guests-cannot-do-post", "guests cannot do this; create an account with POST /api/account", {});
    expect(refusalWords({ ...rest, code: "no-account", detail: detail ?? "" })).toBe("You need an account for this.");
    expect(refusalWords({ code: "not-found", detail: "no-such-page", message: "this page does not exist" })).toBe("this page does not exist");
    speak("ja");
    expect(refusalWords({ ...rest, code: "no-account", detail: detail ?? "" })).not.toContain("/api/");
    expect(refusalWords({ code: "not-found", detail: "no-such-page", message: "this page does not exist" })).toBe("そのページはありません。");
  });

  it("is said in one's own form for one and for many", () => {
    const text = "the text ends too soon: {n} variation is still open; close it with ')'";
    speak("de");
    expect(coreText(say("variations-still-open", text, { n: 1 }))).toMatch(/: 1 Variante ist/);
    expect(coreText(say("variations-still-open", text, { n: 3 }))).toMatch(/: 3 Varianten sind/);
  });

  it("has sentences within sentences", () => {
    speak("de");
    const why = { code: "occupied", message: "there is already a piece there" };
    const refused = say("word-by-side-cannot-be-played", '"{word}" by {side} cannot be played: {why}', { word: "C3", side: "white", why });
    expect(refused.message).toBe('"C3" by white cannot be played: there is already a piece there');
    expect(coreText(refused)).toMatch(/C3.*Weiß.*: Da steht schon etwas$/u);
    const option = say("option-value", '"{value}" is not one of {values}', { value: "99", values: "2..19" });
    const { code: detail, ...rest } = say("bad-option", "option {name}: {why}", { name: "size", why: option });
    expect(refusalWords({ ...rest, code: "bad-options", ...(detail === undefined ? {} : { detail }) })).toMatch(/Option size: .*99.*2\.\.19/u);
    expect(refusalWords({ code: "not-found", detail: "no-such-tournament", message: "this tournament does not exist" })).toBe("Dieses Turnier gibt es nicht.");
    expect(coreText({ message: "nothing like it" })).toBe("nothing like it");
    expect(coreText({ code: "of-a-newer-server", message: "something new" })).toBe("something new");
  });
});
