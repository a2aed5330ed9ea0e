// The ways between the pages, and what waits for one's answer wherever one is.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kSoon = { timeout: 20_000 };

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

describe("navigation", () => {
  it("leads to every page from a menu that keys open and close", async () => {
    const page = await stage.visit("/", { bypassCSP: true });
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lobby" }).click();
    await page.waitForURL(/\/lobby$/);
    const button = page.getByRole("button", { name: "All pages" });
    await button.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("navigation", { name: "All pages" });
    await menu.waitFor();
    const ways = await menu.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(ways.sort()).toEqual(
      ["/", "/account", "/analysis", "/archive", "/challenges", "/leaders", "/learn", "/lobby", "/openings", "/people", "/puzzle", "/studies", "/tournaments"].sort(),
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
    await page.getByRole("button", { name: "All pages" }).click();
    await page.getByRole("button", { name: "Colours: as the system" }).waitFor();
    await picture(page, "menu_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("button", { name: "Colours: as the system" }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("light");
    await page.getByRole("link", { name: "Leader boards" }).click();
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
    await ann.getByRole("link", { name: "Next game 2 wait for your move" }).waitFor(kSoon);
    await ann.goto(`${stage.server.url}/?board=flat`);
    await ann.getByText("your turn in 2").waitFor();
    await picture(ann, "home_turns");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ann.getByRole("link", { name: "Play on" }).click();
    await ann.waitForURL(new RegExp(`/t/${first}`));
    await ann.setViewportSize({ width: 360, height: 740 });
    await ann.locator(".coordinate:enabled").fill("A1");
    await picture(ann, "table_next_phone");
    expect(await ann.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await ann.keyboard.press("Enter");
    await next.click();
    await ann.waitForURL(new RegExp(`/t/${second}`));
    await expect.poll(() => next.count(), kSoon).toBe(0); // the other waits for Bob, this one is seen
  });
});
