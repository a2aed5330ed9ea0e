// The games being played now, and the boards beside games in lists: what they show, and to whom.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true, bypassCSP: true } as const;

async function person(name: string): Promise<Page> {
  const context = await stage.arrive({ bypassCSP: true });
  const page = await stage.openIn(context, "/healthz");
  await call(page, "POST", "/api/account", { name, password: `password of ${name}` });
  return page;
}

async function begin(host: Page, guest: Page, terms: object): Promise<string> {
  const { id } = await call<{ id: string }>(host, "POST", "/api/tables", { opponent: "friend", seat: "first", clock: "fischer 5m+5s", ...terms });
  await call(guest, "POST", `/api/tables/${id}/join`, {});
  return id;
}

async function play(page: Page, table: string, word: string): Promise<void> {
  const { version } = await call<{ version: number }>(page, "GET", `/api/tables/${table}`);
  await call(page, "POST", `/api/tables/${table}/commands`, { request: randomUUID(), version, command: "play", word });
}

/** What a small board shows: how many pieces of each colour. */
const pieces = (page: Page, table: string) =>
  page
    .locator(`[data-table="${table}"] svg`)
    .evaluate((svg) =>
      [...svg.querySelectorAll("path[fill='#1b1c20'], path[fill='#f7f3ea']")].map((path) => [
        path.getAttribute("fill") === "#1b1c20" ? "black" : "white",
        (path.getAttribute("d") ?? "").split("M").length - 1,
      ]),
    );

describe("the watch page", () => {
  it("shows the public games that are played, lets them follow, and keeps its filters in the address", async () => {
    const [ann, ben] = [await person("Ann"), await person("Ben")];
    const watcher = await stage.visit("/watch", { bypassCSP: true });
    await watcher.getByText("Nobody is playing a public game right now.").waitFor();
    await watcher.locator(".empty-board svg").waitFor();
    expect(await faultsOfLooks(watcher)).toEqual([]);

    const go = await begin(ann, ben, { game: "go", options: { size: 9 }, rated: true });
    const secret = await begin(ann, ben, { game: "margo", options: { size: 4 } });
    const phantom = await begin(ann, ben, { game: "phantom", options: { size: 9 }, listed: true });
    for (const [table, by, word] of [
      [go, ann, "E5"],
      [secret, ann, "A1"],
      [phantom, ann, "C3"],
    ] as const)
      await play(by, table, word);
    await expect.poll(() => watcher.locator(".watch-game").count()).toBe(2);
    expect(await watcher.locator(`[data-table="${secret}"]`).count()).toBe(0);
    await expect.poll(() => pieces(watcher, go)).toEqual([["black", 1]]);
    expect(await pieces(watcher, phantom)).toEqual([]);
    await play(ben, go, "C3");
    await expect
      .poll(() => pieces(watcher, go))
      .toEqual([
        ["black", 1],
        ["white", 1],
      ]);
    await picture(watcher, "watch_wide");
    expect(await faultsOfLooks(watcher)).toEqual([]);

    await watcher.locator(".watch-filters select").selectOption("phantom");
    await expect.poll(() => watcher.locator(".watch-game").count()).toBe(1);
    expect(new URL(watcher.url()).hash).toBe("#game=phantom");
    await watcher.getByLabel("Rated only").check();
    await watcher.getByText("No game of this kind is being played right now.").waitFor();
    await watcher.reload();
    await watcher.getByText("No game of this kind is being played right now.").waitFor();
    expect(await watcher.getByLabel("Rated only").isChecked()).toBe(true);

    await ann.goto(`${stage.server.url}/watch#game=phantom`);
    await expect.poll(() => pieces(ann, phantom)).toEqual([["black", 1]]); // her own stone
    await ann.locator(".watch-game").click();
    await ann.waitForURL(`**/t/${phantom}`);
  });

  it("is reached from every page, and fits a phone", async () => {
    const page = await stage.visit("/lobby", { ...kPhone, colorScheme: "dark" });
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.locator("#all-pages").getByRole("link", { name: "Watch" }).tap();
    await page.getByRole("heading", { name: "Watch", level: 1 }).waitFor();
    await expect.poll(() => page.locator(".small-board svg").count()).toBe(2);
    await picture(page, "watch_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});

describe("boards in lists", () => {
  it("stand beside one's own games at once, without a jump, and can be switched off", async () => {
    const [cid, dan] = [await person("Cid"), await person("Dan")];
    const table = await begin(cid, dan, { game: "go", options: { size: 9 } });
    await play(cid, table, "E5");
    await dan.goto(stage.server.url);
    const board = dan.locator(`.small-board[data-table="${table}"]`).first();
    await board.waitFor();
    const before = await board.boundingBox();
    await board.locator("svg").waitFor();
    expect(await board.boundingBox()).toEqual(before);
    await play(dan, table, "C3");
    await expect
      .poll(() => pieces(dan, table))
      .toEqual([
        ["black", 1],
        ["white", 1],
      ]);
    expect(await faultsOfLooks(dan)).toEqual([]);
    await dan.goto(`${stage.server.url}/settings`);
    await dan.getByLabel("Boards in lists").uncheck();
    await dan.goto(stage.server.url);
    await dan.getByText("Your games").first().waitFor();
    expect(await dan.locator(".small-board").count()).toBe(0);
  });

  it("are asked for together, and only those in sight", async () => {
    const [eve, fay] = [await person("Eve"), await person("Fay")];
    for (let i = 0; i < 30; ++i) {
      const table = await begin(eve, fay, { game: "go", options: { size: 5 } });
      await play(eve, table, "C3");
      await call(fay, "POST", `/api/tables/${table}/commands`, { request: randomUUID(), version: 2, command: "resign" });
    }
    const page = await stage.visit("/healthz", kPhone);
    const asked: number[] = [];
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.pathname === "/api/boards") asked.push((url.searchParams.get("tables") ?? "").split(",").length);
    });
    await expect.poll(async () => (await call<{ games: unknown[] }>(page, "GET", "/api/archive")).games.length, { timeout: 60_000 }).toBe(30);
    await page.goto(`${stage.server.url}/archive`);
    await expect.poll(() => page.locator(".small-board svg").count()).toBeGreaterThan(2);
    expect(asked.length).toBe(1);
    expect(asked[0]).toBeLessThan(24);
    await page.locator(".list-row").last().scrollIntoViewIfNeeded();
    await page.locator(".list-row").last().locator(".small-board svg").waitFor();
    await picture(page, "archive_boards_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});
