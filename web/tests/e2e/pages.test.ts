// Every page there is, on a phone in the dark: nothing sticks out, and axe finds nothing. What they look like is for
// people to see: npm run pictures -- FOLDER.
import { expect, it } from "vitest";
import type { Route } from "../../src/state/router";
import { faultsOfLooks, pixelsTooWide } from "./looks";
import { useStage } from "./stage";
import { makeWorld, open, visitorsOf } from "./world";

// Everybody in it plays from one address, and shall stand on a leader board.
const stage = useStage({ options: ["--rated-at-one-address", "whole"] });
const kPhone = { viewport: { width: 360, height: 740 }, bypassCSP: true, colorScheme: "dark", hasTouch: true, isMobile: true } as const;

/** A page that is added to the router does not compile here until it is among them, and fails until it is shown. */
const kKinds = {
  home: true,
  account: true,
  admin: true,
  analysis: true,
  "api-docs": true,
  archive: true,
  challenges: true,
  collected: true,
  embed: true,
  health: true,
  leaders: true,
  learn: true,
  libraries: true,
  link: true,
  lobby: true,
  openings: true,
  people: true,
  puzzle: true,
  rules: true,
  settings: true,
  studies: true,
  study: true,
  table: true,
  tournaments: true,
  unknown: true,
  watch: true,
} satisfies Record<Route["page"], true>;

it("every page of a server where much goes on", { timeout: 600_000 }, async () => {
  const world = await makeWorld(stage);
  expect([...new Set(world.pages.map((one) => one.kind))].sort()).toEqual(Object.keys(kKinds).sort());
  const visitors = await visitorsOf(world, stage, kPhone);
  const faults: string[] = [];
  for (const one of world.pages) {
    const page = await open(visitors, stage, one);
    for (const fault of await faultsOfLooks(page)) faults.push(`${one.name}: ${fault}`);
    await page.close();
  }
  // Longer words. What is done on a page is known in English alone.
  const germans = await visitorsOf(world, stage, { ...kPhone, locale: "de-DE" });
  for (const one of world.pages.filter(({ deed }) => !deed)) {
    const page = await open(germans, stage, { ...one, ready: /./ });
    const wide = await pixelsTooWide(page);
    if (wide > 0) faults.push(`${one.name} in German: ${wide} pixels too wide`);
    await page.close();
  }
  expect(faults).toEqual([]);
});
