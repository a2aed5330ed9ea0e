// What is wrong with a page's looks: parts that stick out sideways, and what axe finds. The page must bypass the CSP.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const kAxe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** On a phone `innerWidth` grows with what sticks out: the browser zooms out to show it. */
export const pixelsTooWide = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export async function faultsOfLooks(page: Page): Promise<string[]> {
  const wide = await pixelsTooWide(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(kAxe);
  const found = await page.evaluate(async () => {
    const axe = (window as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
    // What is in order need not be named.
    return (await axe.run({ resultTypes: ["violations"], selectors: false })).violations.map(
      (one) => `${one.id}: ${one.nodes.map((node) => node.html).join(" ")}`,
    );
  });
  return wide > 0 ? [`${wide} pixels too wide`, ...found] : found;
}
