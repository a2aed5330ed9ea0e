// Play without a server and the engine's analysis, in real Chromium with the network cut.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import type { LocalGame } from "../../src/state/local_games";
import { Core } from "../../src/wasm/core";
import { Table } from "../../src/wasm/table";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

const stage = useStage({ wholeBrowser: true });
const { visit } = stage;
let core: Core;

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

/** From the start page to an offline game at level 1, in two clicks beside the choice of the game. */
async function startOffline(page: Page, game: string, size: string): Promise<void> {
  await page
    .getByRole("radio", { name: new RegExp(`^${game}`) })
    .first()
    .check();
  await page.getByLabel(/^(Board size|Columns)/).fill(size);
  await page.getByRole("button", { name: "Play offline" }).click();
  await page.getByRole("radio", { name: /Beginner/ }).check();
  await page.getByRole("button", { name: "Start offline game" }).click();
  await page.waitForURL(/\/local\//);
}

/** The game as the browser keeps it, and its state by the core. */
async function kept(page: Page): Promise<TableState> {
  const text = await page.evaluate(() => localStorage.getItem(`cairn.local.${location.pathname.split("/").pop()}`));
  const { id, game, options, seats, log, you } = JSON.parse(text ?? "null") as LocalGame;
  const table = Table.open(core, { id, game, options, seats, log });
  const state = table.state(you);
  table.free();
  return state;
}

async function until(page: Page, done: (state: TableState) => boolean): Promise<TableState> {
  for (let i = 0; i < 300; ++i) {
    const state = await kept(page);
    if (done(state)) return state;
    await page.waitForTimeout(50);
  }
  throw new Error("it never came to that");
}

/** Plays the first legal word until it is the player's turn again. */
async function play(page: Page, state: TableState): Promise<TableState> {
  await page.locator(".coordinate:enabled").fill(state.legal[0] ?? "");
  await page.keyboard.press("Enter");
  return until(page, (next) => next.view.over || (next.moves.length > state.moves.length && next.view.to_act.includes(0)));
}

const ready = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map((one) => one.name)
          .join(),
      ),
    )
    .toMatch(/(?=.*board_3d)(?=.*cairn-[^,]*wasm)(?=.*worker)/);

describe("offline", () => {
  it("a game is played to its end without a network, survives a reload, and is analysed", async () => {
    const page = await visit("/");
    await ready(page);
    await page.context().setOffline(true);
    await startOffline(page, "Margo", "3");
    let state = await play(page, await until(page, (one) => one.view.to_act.includes(0)));
    expect(state.moves.length).toBeGreaterThanOrEqual(2);
    await page.context().setOffline(false);
    await page.reload();
    await page
      .locator(".move")
      .nth(state.moves.length - 1)
      .waitFor();
    expect((await kept(page)).moves).toEqual(state.moves);
    await page.waitForSelector("canvas[data-frames]");
    await page.context().setOffline(true);
    while (!state.view.over) state = await play(page, state);
    await page.getByTestId("result").waitFor();

    await page.getByRole("button", { name: "Analyse" }).click();
    const graph = page.getByTestId("win-graph");
    await expect.poll(() => graph.getAttribute("aria-valuetext")).toMatch(/win rate \d+ %/);
    await graph.focus();
    for (let i = 0; i < 6; ++i) await page.keyboard.press("ArrowLeft");
    expect(await graph.getAttribute("aria-valuenow")).toBe(String(state.moves.length - 6));
    const best = page.locator(".candidate.best");
    await best.waitFor();
    await best.hover();
    await expect.poll(() => best.getAttribute("aria-pressed")).toBe("true");
    await best.click();
    await expect.poll(() => best.getAttribute("aria-pressed")).toBe("true"); // a tap shows the line, too
    await page.getByRole("button", { name: "Stop" }).click();
    await page.keyboard.press("Tab");
    expect(await page.locator(".candidate").count()).toBeGreaterThan(0); // what was found stays
  });

  it("the collection of puzzles is there without a network, though it was never looked at", async () => {
    const page = await visit("/learn?board=flat");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.context().setOffline(true);
    await page.getByRole("link", { name: /^Puzzle collection/ }).click();
    await page.locator(".list-row a").first().click();
    await page.getByRole("button", { name: "Show solution" }).click();
    await page
      .getByTestId("puzzle-said")
      .getByText(/ wins\.$/)
      .waitFor();
  });

  it("Go is analysed while it is played, with who will own what, and the game goes on", async () => {
    const page = await visit("/");
    await startOffline(page, "Go", "5");
    await page.getByTestId("flat-board").waitFor();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator("[data-advice=best]").waitFor();
    await page.locator("[data-owner]").first().waitFor();
    await page.locator(".coordinate:enabled").fill("c3");
    await page.keyboard.press("Enter");
    await until(page, (state) => state.moves.length === 2);
    await expect.poll(() => page.locator(".candidate").count()).toBeGreaterThan(0);
    await page.getByLabel("Ownership").uncheck();
    await expect.poll(() => page.locator("[data-owner]").count()).toBe(0);
  });

  it("of phantom Go the engine tells only what the player may know", async () => {
    const page = await visit("/");
    await startOffline(page, "Phantom", "5");
    await page.getByTestId("flat-board").waitFor();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".candidate").first().waitFor();
    expect(await page.locator(".candidate-line", { hasText: /\S/ }).count()).toBe(0); // no answer of the other side
    expect(await page.getByTestId("win-graph").count()).toBe(0);
    await page.getByRole("button", { name: "Resign" }).waitFor();
    expect(await page.getByRole("button", { name: "Take back move" }).count()).toBe(0); // what was seen cannot be taken back
  });

  it("an address that this browser does not keep says so", async () => {
    const page = await visit("/local/nothing");
    await page.getByText("This game is not in this browser.").waitFor();
  });
});

describe("the server's games", () => {
  it("against the bot are analysed if the player asks, and go on as they would", async () => {
    const page = await visit("/");
    await page.context().request.post(`${stage.server.url}/api/guest`, { data: {} });
    const made = await page.context().request.post(`${stage.server.url}/api/tables`, {
      data: { game: "go", options: { size: 5 }, opponent: "bot", seat: "first", seconds: 0.2 },
    });
    const { id } = (await made.json()) as { id: string };
    await page.goto(`${stage.server.url}/t/${id}`);
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".candidate").first().waitFor();
    await page.locator(".coordinate:enabled").fill("c3");
    await page.keyboard.press("Enter");
    await page.locator(".move").nth(1).waitFor();
    await page.locator(".coordinate:enabled").waitFor();
    await expect.poll(() => page.getByTestId("win-graph").getAttribute("aria-valuetext")).toMatch(/^Move 2 .*win rate/);
  });

  it("between people are not, until they are over", async () => {
    const [ann, ben] = [await visit("/"), await visit("/")];
    for (const page of [ann, ben]) await page.context().request.post(`${stage.server.url}/api/guest`, { data: {} });
    const made = await ann.context().request.post(`${stage.server.url}/api/tables`, {
      data: { game: "go", options: { size: 5 }, opponent: "friend", seat: "first" },
    });
    const { id } = (await made.json()) as { id: string };
    await ben.context().request.post(`${stage.server.url}/api/tables/${id}/join`, { data: {} });
    await ann.goto(`${stage.server.url}/t/${id}`);
    await ann.locator(".coordinate:enabled").waitFor();
    expect(await ann.getByRole("button", { name: "Analyse" }).count()).toBe(0);
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.getByRole("button", { name: "Yes, resign" }).click();
    await ann.getByRole("button", { name: "Analyse" }).waitFor();
  });
});

describe("looks", () => {
  it.each([
    { name: "desktop, light", width: 1440, height: 900, colorScheme: "light" as const },
    { name: "phone, dark", width: 360, height: 740, colorScheme: "dark" as const },
  ])("nothing sticks out sideways, and axe finds nothing ($name)", async ({ width, height, colorScheme }) => {
    const page = await visit("/", { viewport: { width, height }, colorScheme, bypassCSP: true });
    await page.getByRole("button", { name: "Play offline" }).click();
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.reload();
    await startOffline(page, "Go", "5");
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator("[data-advice=best]").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});
