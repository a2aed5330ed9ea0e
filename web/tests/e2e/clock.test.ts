// Clocks and offers in the browser: two people, one table.
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

const stage = useStage();

/** Two people at a table of Go with this clock, each before a page. */
async function seated(clock: string, size: { width: number; height: number }): Promise<[Page, Page]> {
  const ann = await stage.visit("/", { viewport: size, bypassCSP: true });
  const ben = await stage.visit("/", { viewport: size, bypassCSP: true });
  const ask = async (who: BrowserContext, to: string, data: object) => (await who.request.post(stage.server.url + to, { data })).json();
  await ask(ann.context(), "/api/guest", { name: "Ann" });
  await ask(ben.context(), "/api/guest", { name: "Ben" });
  const { id } = (await ask(ann.context(), "/api/tables", {
    game: "go",
    options: { size: 5 },
    opponent: "friend",
    seat: "first",
    clock,
  })) as { id: string };
  await ask(ben.context(), `/api/tables/${id}/join`, {});
  for (const page of [ann, ben]) {
    await page.goto(`${stage.server.url}/t/${id}`);
    await page.getByTestId("flat-board").waitFor();
  }
  return [ann, ben];
}

const clockOf = (page: Page, name: string) => page.locator(".player", { hasText: name }).getByRole("timer");

async function play(page: Page, word: string): Promise<void> {
  await page.locator(".coordinate:enabled").fill(word);
  await page.keyboard.press("Enter");
}

describe("the lobby", () => {
  it("brings two strangers together and says whose turn it is", async () => {
    const ann = await stage.visit("/", { bypassCSP: true });
    await ann.locator(".game-card", { hasText: /^Go/ }).click(); // its flat board is drawn at once
    await ann.getByText("More options").click();
    await ann.getByLabel("Your name").fill("Ann");
    await ann.getByLabel("Time control").selectOption({ label: "3 days per turn" });
    await ann.getByRole("button", { name: "Post an open game" }).click();
    await ann.waitForURL(/\/t\//);
    const ben = await stage.visit("/", { viewport: { width: 360, height: 740 }, bypassCSP: true });
    await ben.getByRole("button", { name: /^Join Go with Ann/ }).waitFor();
    if (process.env["CAIRN_PICTURES"]) await ben.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/lobby_phone.png`, fullPage: true });
    expect(await faultsOfLooks(ben)).toEqual([]);
    await ben.getByRole("button", { name: /^Join Go with Ann/ }).click();
    await ben.waitForURL(/\/t\//);
    await ben.getByText(/Ann to move/).waitFor();
    await ann.goto(stage.server.url);
    await ann.getByText("your turn in 1 game").waitFor();
    if (process.env["CAIRN_PICTURES"]) await ann.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/own_wide.png`, fullPage: true });
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ann.getByRole("link", { name: /Go · Guest/ }).click();
    await ann.waitForURL(/\/t\//);
  });
});

describe("clocks and offers", () => {
  it("counts down, adjourns, takes back and draws by consent", async () => {
    const [ann, ben] = await seated("fischer 5m+5s", { width: 1280, height: 800 });
    await clockOf(ann, "Ann").getByText(/4:5\d/).waitFor();
    await clockOf(ben, "Ann").getByText(/4:5\d/).waitFor();
    expect(await clockOf(ben, "Ben").textContent()).toBe("5:00");
    await play(ann, "c3");
    await ben.locator(".move", { hasText: "C3" }).waitFor();
    await ann.getByRole("button", { name: "Request takeback" }).click();
    await ben.getByText("Ann requests a takeback.").waitFor();
    if (process.env["CAIRN_PICTURES"]) await ben.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/offer_wide.png` });
    expect(await faultsOfLooks(ben)).toEqual([]);
    await ben.getByRole("button", { name: "Accept" }).click();
    await expect.poll(() => ann.locator(".move").count()).toBe(0);
    await ben.getByRole("button", { name: "Ask to adjourn" }).click();
    await ann.getByRole("button", { name: "Accept" }).click();
    await ben.getByText("The game is adjourned").waitFor();
    const stands = await clockOf(ben, "Ann").textContent();
    await ben.waitForTimeout(1500);
    expect(await clockOf(ben, "Ann").textContent()).toBe(stands);
    await ben.getByRole("button", { name: "Resume game" }).click();
    await ann.getByRole("button", { name: "Offer draw" }).click();
    await ben.getByRole("button", { name: "Decline" }).click();
    await expect.poll(() => ann.locator(".offer").count()).toBe(0);
    await play(ann, "c3");
    await ben.locator(".move", { hasText: "C3" }).waitFor(); // a move that crosses an offer declines it
    await ben.getByRole("button", { name: "Offer draw" }).click();
    await ann.getByRole("button", { name: "Accept" }).click();
    await ben.getByTestId("status").getByText("A draw by agreement").waitFor();
  });

  it("says who lost by time, on a phone too", async () => {
    const [ann, ben] = await seated("byoyomi 1s+2x1s", { width: 360, height: 740 });
    if (process.env["CAIRN_PICTURES"]) await ann.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/clock_phone.png`, fullPage: true });
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ben.getByTestId("status").getByText("White wins on time").waitFor();
    await ann.getByText("You lose").waitFor();
    expect(await clockOf(ann, "Ann").textContent()).toContain("0.0");
  });
});
