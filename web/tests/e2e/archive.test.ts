// The archive and the opening explorer, with games that were really played.
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, bypassCSP: true, colorScheme: "dark" } as const;

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["CAIRN_PICTURES"]) await page.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/${name}.png`, fullPage: true });
}

async function post(context: BrowserContext, path: string, data: unknown): Promise<unknown> {
  const answer = await context.request.post(`${stage.server.url}/api/${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** A game of two; who resigns is the seat to move after the words. */
async function played(ann: BrowserContext, ben: BrowserContext, game: string, size: number, words: string): Promise<void> {
  const { id } = (await post(ann, "tables", { game, options: { size }, opponent: "friend", seat: "first" })) as { id: string };
  await post(ben, `tables/${id}/join`, {});
  for (const [i, word] of [...words.split(" "), "resign"].entries()) {
    const context = i % 2 === 0 ? ann : ben;
    const { version } = (await (await context.request.get(`${stage.server.url}/api/tables/${id}`)).json()) as { version: number };
    await post(context, `tables/${id}/commands`, { request: `r${i}`, version, ...(word === "resign" ? { command: "resign" } : { command: "play", word }) });
  }
}

beforeAll(async () => {
  const [ann, ben] = [await stage.browser.newContext(), await stage.browser.newContext()];
  await post(ann, "account", { name: "Ann", password: "a long enough password" });
  await post(ben, "account", { name: "Ben", password: "a long enough password" });
  await played(ann, ben, "go", 9, "E5 C3"); // Ann resigns
  await played(ann, ben, "go", 9, "E5 G7 C3"); // Ben resigns
  await played(ben, ann, "go", 9, "C3 E5 G7");
  await played(ann, ben, "margo", 4, "C3 E3 C5");
  const count = async (path: string) => {
    const told = (await (await ann.request.get(`${stage.server.url}/api/${path}`)).json()) as { games: unknown[] | number };
    return Array.isArray(told.games) ? told.games.length : told.games;
  };
  for (const [path, most] of [
    ["archive", 4],
    ["openings/go-9?moves=", 3],
  ] as const)
    // within some seconds
    while ((await count(path)) < most) await new Promise((go) => setTimeout(go, 100));
}, 60_000);

const rows = (page: Page) => page.locator(".list-row");

describe("the archive", () => {
  it("lists the last games, finds them by who, what and how, and keeps what was asked in the address", async () => {
    const page = await stage.visit("/archive", { bypassCSP: true });
    await expect.poll(() => rows(page).count()).toBe(4);
    await rows(page).filter({ hasText: "Margo 4 × 4, 3 moves" }).getByText("Ann won by resignation").waitFor();
    await picture(page, "archive_wide");
    expect(await faultsOfLooks(page)).toEqual([]);

    await page.getByRole("textbox", { name: "Player" }).fill("Ann");
    await page
      .locator("label.option", { hasText: /^Result/ })
      .locator("select")
      .selectOption("lost");
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.locator("label.option", { hasText: "Game" }).locator("select").selectOption("go");
    await page.getByText("Options for Go").click();
    await page.getByRole("spinbutton", { name: /^Columns/ }).fill("9");
    await page.getByRole("textbox", { name: "Opponent" }).fill("Ben");
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(() => new URL(page.url()).hash).toContain("size=9");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await page.getByRole("textbox", { name: "Opponent" }).inputValue()).toBe("Ben");
    await page.goBack();
    await expect.poll(() => page.getByRole("textbox", { name: "Opponent" }).inputValue()).toBe("");

    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "SGF" }).click()]);
    expect(readFileSync((await file.path()) ?? "", "utf8").match(/\(;/g)?.length).toBe(2);
    const [lines] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "JSON lines" }).click()]);
    expect(
      readFileSync((await lines.path()) ?? "", "utf8")
        .trim()
        .split("\n"),
    ).toHaveLength(2);
  });

  it("opens a game on the analysis board", async () => {
    const page = await stage.visit("/archive?board=flat#game=margo");
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole("link", { name: "Analyse Ann against Ben" }).click();
    await expect.poll(() => page.locator(".tree-move .move-word").allTextContents()).toEqual(["C3", "E3", "C5", "resign"]);
    await page.locator(".player-name", { hasText: "Ann" }).waitFor();
  });

  it("says what is wrong, and when nothing is found", async () => {
    const page = await stage.visit("/archive#player=Nobody", kPhone);
    await page.getByRole("alert").getByText("there is no player with this name here").waitFor();
    await page.goto(`${stage.server.url}/archive#game=toroidal`);
    await page.getByText("No games match your search.").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("button", { name: "Clear filters" }).tap();
    await expect.poll(() => rows(page).count()).toBe(4);
    await picture(page, "archive_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});

describe("the opening explorer", () => {
  it("tells what was played, and how that ended; one walks in and back", async () => {
    const page = await stage.visit("/openings/go-9?board=flat", { bypassCSP: true });
    const moves = page.locator(".openings tbody tr");
    await page.getByText("3 games continued from here. Black to move.").waitFor();
    expect(await moves.locator("button").allTextContents()).toEqual(["E5", "C3"]);
    expect(await moves.first().textContent()).toContain("50 % won, 50 % lost"); // lost once, won once
    await expect.poll(() => page.locator("[data-advice]").count()).toBe(2);
    await picture(page, "openings_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await moves.first().locator("button").click();
    await page.getByText("2 games continued from here. White to move.").waitFor();
    expect(new URL(page.url()).hash).toBe("#moves=E5");
    await page.locator(".coordinate").fill("A1");
    await page.keyboard.press("Enter");
    await page.getByText("No game in the archive continued from this position.").waitFor();
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await page.getByText("2 games continued from here. White to move.").waitFor();
    await page.goBack();
    await page.goBack();
    await page.goBack();
    await page.getByText("3 games continued from here.").waitFor();
    await page.locator(".coordinate").fill("Z9");
    await page.keyboard.press("Enter");
    await page.getByTestId("status").getByText("Z9:").waitFor();
    // Other ways to the same position meet.
    await page.goto(`${stage.server.url}/openings/go-9?board=flat#moves=C3+pass+E5`);
    await page.locator("#board-words").getByText("Black: E5, C3.").waitFor({ state: "attached" });
    await page.getByRole("link", { name: "Analyse this position" }).click();
    await expect.poll(() => page.locator(".tree-move .move-word").allTextContents()).toEqual(["C3", "pass", "E5"]);
  });

  it("changes game and size, on a phone too, and says where there is nothing", async () => {
    const page = await stage.visit("/openings?board=flat", kPhone);
    await page.getByText("The archive has no games of this kind yet.").waitFor(); // 6 × 6
    await page.getByLabel("Size").fill("4");
    await page.getByLabel("Size").press("Enter");
    await page.getByText("1 game continued from here. White to move.").waitFor();
    await picture(page, "openings_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("link", { name: "Games in the archive" }).tap();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.goto(`${stage.server.url}/openings/chess`);
    await page.getByText("There is no game with this name.").waitFor();
    await page.goto(`${stage.server.url}/openings/go-9#moves=E5+E5`);
    await page.getByText("These moves are not legal").waitFor();
  });
});
