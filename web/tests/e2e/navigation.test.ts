// The ways between the pages, and what waits for one's answer wherever one is.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks, pixelsTooWide } from "./looks";
import { asAccount } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();

const asGuest = async (page: Page, name: string) =>
  void (await page.request.post(`${stage.server.url}/api/guest`, { data: { name }, headers: { Origin: stage.server.url } }));

async function tableFor(page: Page, other: Page): Promise<string> {
  const headers = { Origin: stage.server.url };
  const data = { game: "go", options: { size: 5 }, opponent: "friend", seat: "second" };
  const made = await page.request.post(`${stage.server.url}/api/tables`, { data, headers });
  const { id } = (await made.json()) as { id: string };
  await other.request.post(`${stage.server.url}/api/tables/${id}/join`, { data: {}, headers });
  return id;
}

/** How much a page jumps while it comes, as browsers count it, when the server takes its time. */
async function shiftsOf(page: Page, path: string): Promise<number> {
  await page.route("**/api/**", async (route) => {
    await page.waitForTimeout(300);
    await route.continue().catch(() => undefined);
  });
  await page.goto(stage.server.url + path);
  await page.waitForTimeout(3_000);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        setTimeout(() => done(0), 500); // nothing is told where nothing jumped
        const watch = new PerformanceObserver((list) => done(list.getEntries().reduce((sum, one) => sum + (one as unknown as { value: number }).value, 0)));
        watch.observe({ type: "layout-shift", buffered: true });
      }),
  );
}

describe("an address that leads nowhere", () => {
  it("says so as a page to people, in words to programs", async () => {
    const page = await stage.visit("/");
    const answer = await page.goto(`${stage.server.url}/nowhere/at/all`);
    expect(answer?.status()).toBe(404);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    const told = await page.request.get(`${stage.server.url}/nowhere`, { headers: { Accept: "application/json" } });
    expect([told.status(), ((await told.json()) as { error: { code: string } }).error.code]).toEqual([404, "not-found"]);
  });
});

describe("navigation", () => {
  it("leads to every page from a menu that keys open and close", async () => {
    const page = await stage.visit("/", { bypassCSP: true });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lobby" }).click();
    await page.waitForURL(/\/lobby$/);
    await page.getByRole("heading", { name: "Lobby", level: 1 }).waitFor();
    const button = page.getByRole("button", { name: "Menu" });
    await button.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("navigation", { name: "Menu" });
    await menu.waitFor();
    const ways = await menu.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(ways.sort()).toEqual(
      [
        "/",
        "/account",
        "/analysis",
        "/api-docs",
        "/archive",
        "/challenges",
        "/leaders",
        "/learn",
        "/libraries",
        "/lobby",
        "/openings",
        "/people",
        "/puzzle",
        "/settings",
        "/studies",
        "/tournaments",
        "/watch",
      ].sort(),
    );
    expect(await menu.locator('[aria-current="page"]').textContent()).toBe("Lobby");
    await picture(page, "menu_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await menu.getByRole("link", { name: "Puzzle of the day" }).click();
    await page.waitForURL(/\/puzzle$/);
    await menu.waitFor({ state: "hidden" });
  });

  it("fits a phone, with colours in the menu", async () => {
    const page = await stage.visit("/account", { viewport: { width: 360, height: 740 }, bypassCSP: true, colorScheme: "dark" });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Theme: system default" }).waitFor();
    await picture(page, "menu_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("button", { name: "Theme: system default" }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
    await page.getByRole("link", { name: "Leaderboards" }).click();
    await page.waitForURL(/\/leaders$/);
  });
});

describe("one's turn", () => {
  it("is told on every page as it comes, and the button goes from game to game", async () => {
    const ann = await stage.visit("/account", { bypassCSP: true });
    const bob = await stage.visit("/account");
    await asGuest(ann, "Ann");
    await asGuest(bob, "Bob");
    const first = await tableFor(bob, ann);
    await ann.reload();
    const next = ann.getByRole("link", { name: /^Next game/ });
    await ann.getByRole("link", { name: "Next game 1 waits for your move" }).waitFor();
    const second = await tableFor(bob, ann); // told by the stream, nothing is loaded anew
    await ann.getByRole("link", { name: "Next game 2 wait for your move" }).waitFor();
    await ann.goto(`${stage.server.url}/?board=flat`);
    await ann.getByText("your turn in 2").waitFor();
    await ann.getByText("No account needed.").waitFor(); // of a guest
    await expect.poll(() => ann.locator("main h2").allTextContents()).toEqual([expect.stringMatching(/^Your games/), "Start a game"]);
    await picture(ann, "home_turns");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ann.getByRole("link", { name: "Play on" }).click();
    await ann.waitForURL(new RegExp(`/t/${first}`));
    await ann.setViewportSize({ width: 360, height: 740 });
    await ann.locator(".coordinate:enabled").fill("A1");
    await picture(ann, "table_next_phone");
    expect(await pixelsTooWide(ann)).toBeLessThanOrEqual(0);
    await ann.keyboard.press("Enter");
    await next.click();
    await ann.waitForURL(new RegExp(`/t/${second}`));
    await expect.poll(() => next.count()).toBe(0); // the other waits for Bob, this one is seen
  });

  it("stands first on an account's start page, which talks of no account and does not jump while it loads", async () => {
    const cid = await asAccount(stage, "Cid", "/healthz", { viewport: { width: 360, height: 740 } });
    const dan = await asAccount(stage, "Dan", "/healthz");
    await tableFor(dan, cid);
    await cid.goto(stage.server.url);
    await cid.getByText("your turn in 1 game").waitFor();
    expect(await cid.locator("main h2").first().textContent()).toMatch(/^Your games/);
    await cid.getByText("Your games are saved.").waitFor();
    await expect.poll(() => cid.getByText("No account needed.").count()).toBe(0);
    for (const path of ["/", "/lobby"]) expect(await shiftsOf(cid, path)).toBeLessThan(0.01);
  });
});
