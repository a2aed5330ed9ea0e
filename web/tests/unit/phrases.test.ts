// What the core and the server say in English, said in other languages: no phrase of their sources is missing.
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { kLanguages } from "../../src/lang/languages";
import { formOf, setPhrases } from "../../src/lang/phrases";
import { setCatalogue, type Catalogue } from "../../src/lang/text";
import { coreText, refusalWords } from "../../src/lang/core_text";
import { reasonSentence } from "../../src/lang/reasons";
import { Core, CoreError } from "../../src/wasm/core";
import { kUntranslated } from "./new_games";
import { catalogueOf, holesOf } from "./texts";

const kRoot = new URL("../../../", import.meta.url);
const kOthers = kLanguages.map((one) => one.code).filter((code) => code !== "en");
const catalogue = (part: string, code: string): Record<string, string> => catalogueOf(part, code) as Record<string, string>;
const keys = Object.keys(catalogue("core/", "de"));

function speak(code: string): void {
  setCatalogue(code, catalogueOf("", code));
  setPhrases(catalogue("core/", code));
}

// Where what people may read is put together.
const gameFolders = readdirSync(new URL("games/", kRoot), { withFileTypes: true })
  .filter((one) => one.isDirectory())
  .map((one) => one.name);
const kFolders = [
  "core",
  "games",
  ...gameFolders.filter((name) => !kUntranslated.includes(name)).map((name) => `games/${name}`),
  "notation",
  "server/tournaments",
];
const kFiles = [
  ...["analysis_work", "clock_rule", "names", "conditional_moves"].map((name) => `server/play/${name}.cpp`),
  ...["archive", "people", "studies", "talk", "tournaments"].map((name) => `server/protocol/${name}_from_client.cpp`),
  "apps/wasm/file_exports.cpp",
];
// Of these folders, what speaks to programs, in mails, pictures and terminals, or of the engine's knobs.
const kElsewhere =
  /\/(gtp|mail_|event_text|text_board|text_canvas|win_graph|ai|info\.h|perft|sgf_charset\.h|reason\.h|analysis_|move_report|replay\.cpp|view\.cpp)/;
const kForPrograms = [
  /"[\w_]+":/, // the form of a message
  /"(request|version|record|table|why|minutes|before)" (must|is)\b|^a study is of a|^preferences are|^the query of the address/, // our own pages send these right
  /^(entry|does not replay:|record|no such table|there is no move to be checked|an end has six words|a pairing has six words|player|plays already|is not understood)$/, // what is stored, for the log
  /^(position|situational|simple|new) |superko$|zealand$|^simple ko$|^weekends$|^player, against/, // words of the language itself
  /^life and death judged|^the same position for the third time$/, // how a game ended: words of the page
  /\w=\w+ |^\w+(=\w+)? (\w+_\w+ ?)+$|\n|^In turn, place|^hostile two|^black=/, // words of options; the rules, which the page tells itself
];

const unescaped = (text: string): string => text.replace(/\\(["\\])/g, "$1").replace(/\\n/g, "\n");

/** Texts with words in a source, line by line, as "file:line: text". */
function literals(file: string): { where: string; text: string }[] {
  const found: { where: string; text: string }[] = [];
  readFileSync(new URL(file, kRoot), "utf8")
    .split("\n")
    .forEach((line, i) => {
      if (/^\s*(\/\/|#)/.test(line) || /Field<|Field\{|ReasonText \w+\{/.test(line)) return; // help of options and refusals of a game's own are in the catalogue
      for (const match of line.replace(/\s\/\/ .*$/, "").matchAll(/R"\((.*?)\)"|"((?:[^"\\]|\\.)*)"/g)) {
        const text = match[1] ?? unescaped(match[2] ?? "");
        if (/[A-Za-z]{2,}[,:;]? +[A-Za-z]|^ [a-z]{2,}|[a-z]{2,} $/.test(text)) found.push({ where: `${file}:${i + 1}`, text });
      }
    });
  return found;
}

function sourcesOf(folders: readonly string[]): string[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, kRoot))
      .filter((name) => /\.(cpp|h)$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return inFolders.filter((file) => !kElsewhere.test(file));
}

describe("the phrases of the core", () => {
  it.each(kOthers)("are all said in %s", (code) => {
    const texts = catalogue("core/", code);
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    const faults = Object.entries(texts).filter(([key, said]) => said === "" || holesOf(key).join() !== holesOf(said).join());
    expect(faults).toEqual([]);
  });

  it("leave out none of its sources", () => {
    const help = new Set(Object.keys(catalogue("", "de")));
    const own = keys.map((key) => key.replace(/\{\w+\}/g, "\u0000"));
    const whole = keys.map(formOf);
    const known = (text: string): boolean =>
      own.some((key) => key.includes(text.replace(/ \d$/, ""))) || whole.some((form) => form.test(text) || form.test(`${text} 1`));
    const missingIn = (files: readonly string[]): string[] =>
      files
        .flatMap(literals)
        .filter(({ text }) => !text.includes("\n"))
        .map(({ where, text }) => ({ where, text: text.replace(/^(position|record|option \w+)?: /, "").trim() }))
        .filter(({ text }) => !help.has(text) && !help.has(reasonSentence(text)) && !kForPrograms.some((form) => form.test(text)))
        .filter(({ text }) => !known(text) && !text.split("; ").every((part) => known(part.replace(/[;:]$/, ""))))
        .map(({ where, text }) => `${where}: ${text}`);
    expect(missingIn([...sourcesOf(kFolders), ...kFiles])).toEqual([]);
    const late = missingIn(sourcesOf(kUntranslated.filter((name) => gameFolders.includes(name)).map((name) => `games/${name}`)));
    if (late.length > 0) console.warn(`${late.length} phrases of new games are said in English:\n${late.join("\n")}`);
  });
});

const kBadFiles = [
  "hello",
  "(B[aa])",
  "(;GM[99])",
  "(;GM[1]SZ[5:7])",
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
];

describe("what the core says", () => {
  const told = new Set<string>();
  beforeAll(async () => {
    const core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
    for (const text of kBadFiles) {
      try {
        const { remarks, faults } = core.readFile({ text });
        for (const one of [...remarks, ...faults]) told.add(one);
      } catch (error) {
        expect(error).toBeInstanceOf(CoreError);
        told.add((error as CoreError).message);
      }
    }
  });
  afterEach(() => {
    setCatalogue("en", {});
    setPhrases({});
  });

  it("is said in English as it comes", () => {
    expect(told.size).toBeGreaterThan(kBadFiles.length - 3);
    for (const one of told) expect(coreText(one)).toBe(one);
  });

  it("is made of phrases throughout", () => {
    // Each phrase says only what stands in its holes: what else were left of a sentence would be English.
    setCatalogue("de", new Proxy<Catalogue>({}, { get: () => "§" }));
    setPhrases(Object.fromEntries(keys.map((key) => [key, `<${holesOf(key).join(" | ")}>`])));
    for (const one of told) expect(coreText(one), one).toMatch(/^(<.*>|.*: <.*>)$/s);
    for (const one of told)
      expect(coreText(one).replace(/"[^"]*"|margo, spargo[\w, -]*|size \(.*\)/g, ""), one).not.toMatch(/\p{L}{3,},? \p{L}{2,} \p{L}{2,}/u);
  });

  it.each(kOthers)("is said in %s", (code) => {
    speak(code);
    for (const one of told) {
      expect(coreText(one), one).not.toBe(one);
      expect(coreText(one), one).not.toMatch(/[{}](why|n|name|value)[{}]/);
    }
  });

  it("takes sentences within sentences apart", () => {
    speak("de");
    expect(coreText('move 2, "C3" by white cannot be played: occupied')).toMatch(/^Zug 2, .C3.*weiß.*: Da steht schon etwas$/u);
    expect(refusalWords({ code: "bad-options", message: 'option size: "99" is not one of 2..19' })).toMatch(/Option size: .*99.*2\.\.19/u);
    expect(coreText("nothing like it")).toBe("nothing like it");
  });
});
