// The command line's own texts in other languages: the catalogues of src/lang/cli have those of its sources and no
// others. `CAIRN_WRITE_TEXTS=1 npx vitest run tests/unit/cli_texts.test.ts` adds what is new, empty, and takes away what
// is said no more.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { kLanguages } from "../../src/lang/languages";
import type { Catalogue } from "../../src/lang/text";
import { cliTexts } from "./cli_source";
import { catalogueOf, fileOf, holesOf } from "./texts";

const kWrite = process.env["CAIRN_WRITE_TEXTS"] !== undefined;
const kOthers = kLanguages.map((one) => one.code).filter((code) => code !== "en");
const kWidth = 80;
const { keys, codes } = cliTexts();
const written = (catalogue: unknown): string => `${JSON.stringify(catalogue, null, 1)}\n`;
const read = (code: string): Catalogue => (existsSync(fileOf("cli/", code)) ? (JSON.parse(readFileSync(fileOf("cli/", code), "utf8")) as Catalogue) : {});

// Texts that the pages have as well, with the same meaning, stand in their catalogue.
const ofPages = (key: string): boolean => key in catalogueOf("", "de");
const english: Record<string, string> = Object.fromEntries([
  ...Object.entries(codes).sort(([a], [b]) => (a < b ? -1 : 1)),
  ...keys.filter((key) => !ofPages(key)).map((key) => [key, key]),
]);
const isWide = (letter: string): boolean => /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(letter);
const widthOf = (line: string): number => [...line].reduce((sum, letter) => sum + (isWide(letter) ? 2 : 1), 0);
const formsOf = (said: Catalogue[string] | undefined): string[] => (typeof said === "string" ? [said] : Object.values(said ?? {}));
const commandsOf = (text: string): string[] => text.split("\n").filter((line) => line.startsWith("  cairn "));

describe("the command line", () => {
  it("has texts to say", () => {
    expect(keys.length).toBeGreaterThan(200);
    expect(codes["cli-no-language"]).toBe("--language must be one of {list}");
    expect(keys).toContain("Play in the terminal, against bots or people");
    expect(keys).toContain("Print this help message and exit");
    expect(keys).toContain("TCP port; 0: any free port, which the server prints");
    expect(keys).toContain("Disable rate limits for each address");
    expect(keys).toContain("A proxy handles HTTPS: trust its X-Forwarded-For, and send cookies over HTTPS only");
  });

  it.each(kOthers)("says all of them in %s", (code) => {
    if (kWrite) writeFileSync(fileOf("cli/", code), written(Object.fromEntries(Object.keys(english).map((key) => [key, read(code)[key] ?? ""]))));
    const catalogue = read(code);
    expect(Object.keys(catalogue)).toEqual(Object.keys(english));
    const faults = Object.entries(english).filter(([key, text]) => {
      const forms = formsOf(catalogue[key]);
      const holes = holesOf(text.split("|")[0] ?? "");
      return forms.length === 0 || forms.some((form) => form === "" || holesOf(form).join() !== holes.join());
    });
    expect(faults).toEqual([]);
  });

  it.each(kOthers)("keeps commands and the width of the page in %s", (code) => {
    for (const [key, said] of Object.entries(read(code)))
      for (const form of formsOf(said)) {
        expect(commandsOf(form)).toEqual(commandsOf(key));
        if (key.includes("\n"))
          for (const line of form.split("\n").filter((one) => !one.startsWith("  cairn "))) expect(widthOf(line), line).toBeLessThanOrEqual(kWidth);
      }
  });
});
