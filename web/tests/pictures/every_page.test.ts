// Takes a picture of every page in every look, for people to look at: npm run pictures -- FOLDER [NAME …]
// It is no test of the suite: nothing is compared. tests/e2e/pages.test.ts asks of the same pages what a program can see.
import { mkdirSync } from "node:fs";
import type { BrowserContextOptions } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useStage } from "../e2e/stage";
import { makeWorld, open, visitorsOf, type World } from "../e2e/world";

const kFolder = process.env["CAIRN_PICTURES"] ?? "";
const kNames = (process.env["CAIRN_PICTURES_OF"] ?? "").split(" ").filter((one) => one !== "");

const kPhone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const kWide = { viewport: { width: 1280, height: 800 } };
const kLooks: Record<string, BrowserContextOptions & { print?: true }> = {
  light: { ...kWide, colorScheme: "light" },
  dark: { ...kWide, colorScheme: "dark" },
  phone_light: { ...kPhone, colorScheme: "light" },
  phone_dark: { ...kPhone, colorScheme: "dark" },
  contrast: { ...kWide, colorScheme: "dark", contrast: "more" },
  big: { viewport: { width: 3840, height: 2160 }, colorScheme: "light" },
  german: { ...kWide, colorScheme: "light", locale: "de-DE" },
  phone_german: { ...kPhone, colorScheme: "light", locale: "de-DE" },
  japanese: { ...kWide, colorScheme: "light", locale: "ja-JP" },
  phone_japanese: { ...kPhone, colorScheme: "dark", locale: "ja-JP" },
  print: { viewport: { width: 794, height: 1123 }, colorScheme: "dark", print: true }, // A4; what is dark is printed light
};

/** With all that the 3D board can show, though a processor draws it. */
function finest(path: string): string {
  const url = new URL(path, "http://here");
  url.searchParams.set("quality", "high");
  return url.href.slice(url.origin.length);
}

const stage = useStage({ options: ["--rated-at-one-address", "whole"] });
let world: World;

beforeAll(async () => {
  mkdirSync(kFolder, { recursive: true });
  world = await makeWorld(stage);
});

describe.each(Object.entries(kLooks))("%s", (look, { print, ...options }) => {
  it("of every page", { timeout: 3_600_000, retry: 0 }, async () => {
    const visitors = await visitorsOf(world, stage, options);
    const failed: string[] = []; // one that fails keeps nobody from seeing the others
    for (const one of world.pages) {
      if (kNames.length > 0 && !kNames.includes(one.name) && !kNames.includes(look)) continue;
      try {
        // What a page is known by, and what is done on it, is known in English alone.
        const known = options.locale ? { ...one, ready: /./, deed: undefined } : one;
        if (options.locale && one.deed) continue;
        const page = await open(visitors, stage, { ...known, path: finest(one.path) });
        if (print) await page.emulateMedia({ media: "print" });
        await page.screenshot({ path: `${kFolder}/${one.name}.${look}.png`, fullPage: !one.deed });
        await page.close();
      } catch (error) {
        failed.push(`${one.name}: ${String(error)}`);
      }
    }
    expect(failed).toEqual([]);
  });
});
