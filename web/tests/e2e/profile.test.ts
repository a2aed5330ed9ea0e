// Players' pages: ratings with their graph after rated games, games, what one may do about them; leader boards.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { asAccount, call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

// Everybody here plays from one address.
const stage = useStage({ options: ["--rated-at-one-address", "whole"] });
const kPhone = { width: 360, height: 740 };

/** A rated game in which both move once and `loser` resigns. */
async function ratedGame(first: Page, second: Page, winner: string, size = 5): Promise<void> {
  const { id: table } = await call<{ id: string }>(first, "POST", "/api/tables", {
    game: "go",
    options: { size },
    opponent: "friend",
    seat: "first",
    clock: "fischer 5m+5s",
    rated: true,
  });
  await call(second, "POST", `/api/tables/${table}/join`, {});
  const command = async (page: Page, what: object) => {
    const { version } = await call<{ version: number }>(page, "GET", `/api/tables/${table}`);
    await call(page, "POST", `/api/tables/${table}/commands`, { request: randomUUID(), version, ...what });
  };
  await command(first, { command: "play", word: "A1" });
  await command(second, { command: "play", word: "C3" });
  await command((await nameOf(first)) === winner ? second : first, { command: "resign" });
}

const nameOf = async (page: Page): Promise<string> => (await call<{ name: string }>(page, "GET", "/api/account")).name;

describe("a player's page", () => {
  it("shows ratings and their graph after rated games, and the games", async () => {
    const ann = await asAccount(stage, "Ann", "/people/Ann", { bypassCSP: true });
    await ann.getByText("No rated games yet.").waitFor();
    await ann.getByText("No finished games yet.").waitFor();
    expect(await faultsOfLooks(ann)).toEqual([]);
    const bob = await asAccount(stage, "Bob", "/lobby", { bypassCSP: true, viewport: kPhone, colorScheme: "dark" });
    for (const winner of ["Ann", "Ann", "Bob", "Ann", "Ann"]) await ratedGame(ann, bob, winner);
    await ratedGame(bob, ann, "Ann", 7);
    await expect.poll(async () => (await call<{ games: unknown[] }>(ann, "GET", "/api/archive?player=Ann")).games.length).toBe(6);

    await bob.goto(`${stage.server.url}/people/ann`);
    await bob.getByRole("heading", { level: 1, name: "Ann" }).waitFor();
    await bob.getByRole("row", { name: /^Go 5 × 5 \d+\? ± \d+ 5/ }).waitFor();
    const graph = bob.getByRole("img", { name: /^Go 5 × 5: \d+\? after 5 rated games, between \d+ and \d+\.$/ });
    await graph.waitFor();
    expect(await graph.locator("circle").count()).toBe(5);
    await picture(bob, "profile_phone");
    expect(await faultsOfLooks(bob)).toEqual([]);
    await bob.getByText("Show as a table").click();
    const { history } = await call<{ history: { rating: number }[] }>(bob, "GET", "/api/people/Ann/ratings?class=go-5");
    const rows = bob.getByRole("region", { name: "Go 5 × 5, game by game" }).locator("tbody tr");
    expect(await rows.count()).toBe(5);
    const told = await rows.locator("td:nth-child(3)").allTextContents();
    expect(told).toEqual(history.map((one) => `${one.rating}?`).reverse());
    expect(await faultsOfLooks(bob)).toEqual([]);
    await bob.getByRole("combobox", { name: "Rating graph" }).selectOption({ label: "Go 7 × 7" });
    await bob.getByRole("img", { name: /^Go 7 × 7: \d+\? after 1 rated game/ }).waitFor();
    expect(await bob.locator(".outcome").allTextContents()).toEqual(["Won", "Won", "Won", "Lost", "Won", "Won"]);
    await bob.getByRole("link", { name: "Go against Bob" }).first().click();
    await bob.waitForURL(/\/t\//);
    await bob.goBack();
    await bob.waitForURL(/\/people\/ann/);
    await bob.getByRole("img", { name: /^Go 7 × 7: / }).waitFor(); // the page is there again, with the graph that was chosen
    expect(bob.url()).toContain("#class=go-7");
    await bob.getByRole("link", { name: "All games" }).click();
    await bob.getByText("6 games", { exact: true }).waitFor();
    expect(await bob.getByRole("textbox", { name: "Player" }).inputValue()).toBe("Ann");

    await ann.reload();
    await ann.getByRole("img", { name: /after 5 rated games/ }).waitFor();
    await ann.getByRole("textbox", { name: "About you" }).fill("Plays <b>Go</b>.\nSlowly.");
    await ann.getByRole("button", { name: "Save" }).click();
    await ann.getByText("Saved").waitFor();
    await picture(ann, "profile_own_wide");
    expect(await faultsOfLooks(ann)).toEqual([]);
    const reader = await stage.visit("/people/Ann", { bypassCSP: true });
    await reader.getByText("Plays <b>Go</b>.").waitFor();
    await picture(reader, "profile_wide");
    expect(await faultsOfLooks(reader)).toEqual([]);
    await reader.getByRole("link", { name: "Challenge" }).click();
    await reader.waitForURL(/\/challenges\/new\?to=Ann/);
  });

  it("shows what a rated game against the bot moved; nobody rates without a clock, an account and a rank", async () => {
    const guest = await stage.visit("/");
    const chooseGo = async (page: Page, size: string) => {
      await page.locator(".game-card", { hasText: /^Go/ }).click();
      await page.getByText(`${size} × ${size}`, { exact: true }).click();
    };
    const rated = (page: Page) => page.getByRole("checkbox", { name: /^Rated game against the bot/ });
    await guest.getByText("More options").click();
    await chooseGo(guest, "19");
    expect(await guest.getByLabel("Bot level").locator("option").last().textContent()).toBe("1 · 30 kyu or weaker");
    expect(await guest.getByLabel("Bot level").locator("option").first().textContent()).toBe("10 (strongest)");
    await guest.getByText("Requires an account").waitFor();
    expect(await rated(guest).isDisabled()).toBe(true);
    await chooseGo(guest, "9");
    expect(await rated(guest).count()).toBe(0);

    const eva = await asAccount(stage, "Eva", "/?board=flat", { bypassCSP: true, viewport: kPhone });
    await chooseGo(eva, "19");
    await eva.getByText("More options").click();
    await eva.getByText("Requires a time control").waitFor();
    await eva.getByRole("combobox", { name: "Time control" }).selectOption({ label: "5 minutes + 5 s per turn" });
    await rated(eva).check();
    expect(await eva.getByLabel("Bot thinking time").isDisabled()).toBe(true);
    await picture(eva, "rated_bot_phone");
    expect(await faultsOfLooks(eva)).toEqual([]);
    await eva.getByRole("button", { name: "Play against a bot" }).click();
    await eva.waitForURL(/\/t\//);
    const table = new URL(eva.url()).pathname.split("/").pop();
    const state = () => call<{ rated: boolean; moves: unknown[] }>(eva, "GET", `/api/tables/${table}`);
    expect((await state()).rated).toBe(true);
    await eva.locator(".coordinate:enabled").fill("Q16");
    await eva.keyboard.press("Enter");
    await expect.poll(async () => (await state()).moves.length).toBe(2);
    expect(await eva.getByRole("button", { name: "Take back move" }).count()).toBe(0);
    expect(await eva.getByRole("button", { name: "Analyse" }).count()).toBe(0);
    await eva.getByRole("button", { name: "Resign" }).click();
    await eva.getByRole("button", { name: "Yes, resign" }).click();
    await eva.getByTestId("end").getByText("Black resigned: white wins").waitFor();
    await eva.getByRole("button", { name: "Analyse" }).waitFor();
    await eva.getByTestId("end").getByRole("button", { name: "Rematch" }).click();
    await eva.waitForURL((url) => /\/t\//.test(url.pathname) && !url.pathname.endsWith(`/${table}`));
    const again = new URL(eva.url()).pathname.split("/").pop();
    expect((await call<{ rated: boolean }>(eva, "GET", `/api/tables/${again}`)).rated).toBe(true);
    await eva.goto(`${stage.server.url}/people/Eva`);
    await eva.getByRole("row", { name: /^Go 19 × 19 \d+\? ± \d+ 1/ }).waitFor();
  });

  it("lets one block somebody, and think better of it", async () => {
    const cid = await asAccount(stage, "Cid", "/people/Dan", { bypassCSP: true });
    await cid.getByText("No player has this name.").waitFor();
    expect(await faultsOfLooks(cid)).toEqual([]);
    const dan = await asAccount(stage, "Dan", "/people");
    await dan.getByRole("searchbox", { name: "Name" }).fill("cid");
    await dan.getByRole("button", { name: "Show" }).click();
    await dan.getByRole("heading", { level: 1, name: "Cid" }).waitFor();
    await cid.reload();
    await cid.getByRole("button", { name: "Block" }).click();
    await cid.getByText("You have blocked Dan").waitFor();
    expect((await call<{ blocks: string[] }>(cid, "GET", "/api/blocks")).blocks).toEqual(["Dan"]);
    await cid.reload();
    await cid.getByRole("button", { name: "Unblock" }).click();
    await cid.getByRole("link", { name: "Challenge", exact: true }).waitFor();
    expect((await call<{ blocks: string[] }>(cid, "GET", "/api/blocks")).blocks).toEqual([]);
    expect(await cid.getByRole("heading", { name: "Moderation" }).count()).toBe(0);
  });
});

describe("a moderator", () => {
  it("mutes somebody from the page of a player, and is told until when", async () => {
    const mod = await asAccount(stage, "Mona", "/people/Loud", { bypassCSP: true });
    await asAccount(stage, "Loud", "/people");
    stage.server.admin("role", "Mona", "moderator");
    // A running server hears within some seconds of a role that the tool gives.
    await expect.poll(async () => (await mod.request.get(`${stage.server.url}/api/reports`)).status()).toBe(200);
    await mod.reload();
    await mod.getByRole("heading", { name: "Moderation" }).waitFor();
    await mod.getByLabel("Mute for").selectOption({ label: "1 day" });
    await mod.getByLabel("Reason").fill("shouting");
    expect(await faultsOfLooks(mod)).toEqual([]);
    await mod.getByRole("button", { name: "Mute", exact: true }).click();
    await mod.getByText(/^Muted until /).waitFor();
    await mod.getByRole("button", { name: "Unmute" }).click();
    await mod.getByText("No longer muted.").waitFor();
  });
});

describe("leaderboards", () => {
  it("list who is surely good, and say when nobody is", async () => {
    const page = await stage.visit("/leaders", { bypassCSP: true });
    await page.getByText("No rated players yet.").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    const eve = await asAccount(stage, "Eve", "/leaders");
    const [fay, gil] = [await asAccount(stage, "Fay", "/leaders"), await asAccount(stage, "Gil", "/leaders")];
    const sure = async () => (await call<{ leaders: { name: string }[] }>(eve, "GET", "/api/leaders/go-9")).leaders.length;
    for (let i = 0; i < 40 && (await sure()) === 0; ++i) {
      const [other, name] = i % 2 === 0 ? ([fay, "Fay"] as const) : ([gil, "Gil"] as const);
      await ratedGame(eve, other, i % 3 === 0 ? name : "Eve", 9);
    }
    await page.getByRole("combobox", { name: "Game" }).selectOption("go");
    await page.getByLabel(/^Columns/).fill("9");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/\/leaders\/go-9$/);
    await page.getByRole("row", { name: /^1 / }).waitFor();
    await picture(page, "leaders_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.setViewportSize(kPhone);
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("link", { name: "Eve" }).click();
    await page.getByRole("heading", { level: 1, name: "Eve" }).waitFor();
  });
});
