// Every game of the program in the browser: its board is drawn, a piece is put on it, and those of two sides look
// different. CAIRN_GAME names one game to be tried alone.
import { execFileSync } from "node:child_process";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { kProgram } from "./program";
import { useStage } from "./stage";

const stage = useStage();

const only = process.env["CAIRN_GAME"];
const games = execFileSync(kProgram, ["games", "--json"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .map((line) => (JSON.parse(line) as { name: string }).name)
  .filter((name) => only === undefined || name === only);

const isPlace = (word: string): boolean => /^[A-Za-z]+\d+$/.test(word);

async function state(context: BrowserContext, path: string): Promise<TableState> {
  return (await context.request.get(path)).json() as Promise<TableState>;
}

/** The colours of the pieces that are seen, each once. Stones on lines tell theirs beside the light that fills them. */
const colours = (page: Page): Promise<string[]> =>
  page
    .getByTestId("flat-board")
    .evaluate((svg) => [
      ...new Set(
        [...svg.querySelectorAll<SVGElement>("circle[stroke-opacity], circle[data-stone]")].map(
          (piece) => piece.dataset["stone"] ?? piece.getAttribute("fill") ?? "",
        ),
      ),
    ]);

describe("every game in the browser", () => {
  it("is there", () => expect(games.length).toBeGreaterThan(0));

  it.each(games)("%s is drawn and played", async (game) => {
    const [ann, ben] = [await stage.arrive(), await stage.arrive()];
    for (const context of [ann, ben]) await context.request.post(`${stage.server.url}/api/guest`, { data: {} });
    const made = await ann.request.post(`${stage.server.url}/api/tables`, { data: { game, options: {}, opponent: "friend", seat: "first" } });
    const { id } = (await made.json()) as { id: string };
    const path = `${stage.server.url}/api/tables/${id}`;
    await ben.request.post(`${path}/join`, { data: {} });
    const page = await stage.openIn(ann, `/t/${id}?board=flat`);
    await page.getByTestId("flat-board").waitFor();

    const { view, legal } = await state(ann, path);
    const words = legal.filter(isPlace);
    if (words.length === 0) return; // a game that does not begin with a piece on a place: other_games.test.ts
    expect(await colours(page)).toEqual([]);
    const places = page.locator("svg circle[style*=pointer]");
    await expect.poll(() => places.count()).toBeGreaterThanOrEqual(words.length);
    if (view.surface === "torus") {
      await page.locator(".coordinate").fill(words[0] ?? "");
      await page.keyboard.press("Enter");
    } else {
      await places.first().click();
    }
    await page.locator(".move").first().waitFor();
    await expect.poll(async () => (await colours(page)).length).toBe(1);

    const { version, moves, legal: answers } = await state(ben, path);
    if (moves[0]?.word === null) return; // hidden from Ben, as his stone will be from Ann
    const word = answers.find(isPlace);
    expect((await ben.request.post(`${path}/commands`, { data: { request: "r1", version, command: "play", word } })).status()).toBe(200);
    await expect.poll(async () => (await colours(page)).length).toBe(2);
  });
});
