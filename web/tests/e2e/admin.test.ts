// Talk at a table, what is reported of it, and the page of those who look after that.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { asAccount, call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { width: 360, height: 740 };

async function tableOf(first: Page, second: Page): Promise<string> {
  const { id } = await call<{ id: string }>(first, "POST", "/api/tables", { game: "go", options: { size: 5 }, opponent: "friend", seat: "first" });
  await call(second, "POST", `/api/tables/${id}/join`, {});
  for (const page of [first, second]) await page.goto(`${stage.server.url}/t/${id}?board=flat`);
  return id;
}

const say = async (page: Page, text: string) => {
  await page.getByRole("textbox", { name: /^Message to/ }).fill(text);
  await page.keyboard.press("Enter");
  await page.getByRole("log").getByText(text).waitFor();
};

async function openMenu(page: Page) {
  await page.getByRole("button", { name: "Menu" }).click();
  return page.getByRole("navigation", { name: "Menu" });
}

async function asModerator(name: string, path: string, options: Parameters<typeof asAccount>[3] = {}): Promise<Page> {
  const page = await asAccount(stage, name, "/healthz", { bypassCSP: true, ...options });
  stage.server.admin("role", name, "moderator");
  // A running server hears within some seconds of a role that the tool gives.
  await expect.poll(async () => (await page.request.get(`${stage.server.url}/api/reports`)).status()).toBe(200);
  await page.goto(stage.server.url + path);
  return page;
}

describe("people without the role", () => {
  it("are shown nothing of the moderators' page but what it is", async () => {
    const nobody = await stage.visit("/admin", { bypassCSP: true });
    await nobody.getByText("This page is for moderators. Sign in with a moderator account.").waitFor();
    expect(await faultsOfLooks(nobody)).toEqual([]);
    const pat = await asAccount(stage, "Pat", "/admin", { bypassCSP: true, viewport: kPhone, colorScheme: "dark" });
    await pat.getByText("Pat is not one").waitFor();
    expect(await pat.getByRole("heading", { level: 2 }).count()).toBe(0);
    expect(await faultsOfLooks(pat)).toEqual([]);
    expect((await pat.request.get(`${stage.server.url}/api/reports`)).status()).toBe(403);
    const menu = await openMenu(pat);
    await menu.getByRole("link", { name: "Your account" }).waitFor();
    expect(await menu.getByRole("link", { name: "Moderation" }).count()).toBe(0);
    await nobody.getByRole("link", { name: "Sign in" }).click();
    await nobody.waitForURL(/\/account$/);
  });
});

describe("talk at a table", () => {
  it("is heard at once by those whom the server lets, apart for players and those who watch", async () => {
    const ann = await asAccount(stage, "Ann", "/lobby", { bypassCSP: true });
    const bob = await stage.visit("/healthz", { bypassCSP: true, viewport: kPhone, colorScheme: "dark" });
    await call(bob, "POST", "/api/guest", { name: "Bob" });
    const table = await tableOf(ann, bob);
    const eve = await asAccount(stage, "Eve", `/t/${table}?board=flat`, { bypassCSP: true });
    await bob.locator(".talk > summary").click(); // on a phone it is closed at first
    await bob.getByText("No messages yet.").waitFor();
    await say(ann, "good luck");
    await bob.getByRole("log").getByText("good luck").waitFor();
    await say(eve, "Ann will win");
    expect(await eve.getByRole("log").getByText("good luck").count()).toBe(0);
    expect(await ann.getByText("Ann will win").count()).toBe(0);
    const stranger = await stage.visit(`/t/${table}?board=flat`, { bypassCSP: true });
    await stranger.getByText("The chat becomes public when the game ends.", { exact: false }).waitFor();
    await stranger.getByRole("link", { name: "Sign in to chat" }).waitFor();

    await bob.getByText("Private note").click();
    await bob.getByRole("textbox", { name: "Private note" }).fill("he opens in the corner");
    await bob.locator(".talk-note").getByRole("button", { name: "Save" }).click();
    await bob.locator(".talk-note").getByText("Saved").waitFor();
    expect(await call(bob, "GET", `/api/tables/${table}/note`)).toEqual({ text: "he opens in the corner" });
    await picture(bob, "talk_phone");
    for (const page of [ann, bob, stranger]) expect(await faultsOfLooks(page)).toEqual([]);

    await say(ann, "a slip");
    await ann.getByRole("button", { name: "Options for the message from Ann: a slip" }).click();
    await ann.getByRole("button", { name: "Remove …" }).click();
    await expect.poll(() => ann.evaluate(() => document.activeElement?.textContent)).toBe("Yes, remove it");
    await ann.keyboard.press("Enter");
    await bob.getByText("Message removed.").waitFor();
    expect(await bob.getByText("a slip").count()).toBe(0);

    const { version } = await call<{ version: number }>(bob, "GET", `/api/tables/${table}`);
    await call(bob, "POST", `/api/tables/${table}/commands`, { request: randomUUID(), version, command: "resign" });
    await ann.getByRole("button", { name: "Spectators 1" }).click();
    await ann.getByRole("log").getByText("Ann will win").waitFor();
    await ann.getByRole("link", { name: "Eve" }).waitFor();
    await ann.getByRole("button", { name: "Comments 0" }).click();
    await say(ann, "thanks");
    await eve.getByRole("log").getByText("thanks").waitFor();
    await picture(ann, "talk_over_wide");
    expect(await faultsOfLooks(ann)).toEqual([]);
  });
});

describe("a moderator", () => {
  it("removes what is reported of a table, and mutes who said it", async () => {
    const moderator = await asModerator("Mona", "/lobby");
    await (await openMenu(moderator)).getByRole("link", { name: "Moderation" }).click();
    await moderator.waitForURL(/\/admin$/);
    await moderator.getByText("No open reports.").first().waitFor();
    await moderator.getByText("No unusual gains this week.").waitFor();

    const rude = await stage.visit("/healthz");
    await call(rude, "POST", "/api/guest", { name: "Rude" });
    const hurt = await asAccount(stage, "Hurt", "/lobby", { bypassCSP: true });
    const table = await tableOf(rude, hurt);
    await say(rude, "you play like a stone");
    await hurt.getByRole("button", { name: "Options for the message from Rude: you play like a stone" }).click();
    await hurt.getByRole("button", { name: "Report …" }).click();
    await hurt.getByLabel("What is wrong?").fill("an insult");
    expect(await faultsOfLooks(hurt)).toEqual([]);
    await hurt.getByRole("button", { name: "Send report" }).click();
    await hurt.getByText("Report sent. A moderator will look at it.").waitFor();

    await moderator.reload();
    const report = moderator.getByRole("listitem").filter({ hasText: "you play like a stone" });
    await report.getByText("Rude wrote to the players in this game:").waitFor();
    await report.getByText("Reported by Hurt: an insult").waitFor();
    expect(await report.getByRole("link", { name: "this game" }).getAttribute("href")).toBe(`/t/${table}`);
    await report.getByText("Mute Rude").click();
    await report.getByLabel("Reason").fill("be kind");
    await picture(moderator, "admin_wide");
    expect(await faultsOfLooks(moderator)).toEqual([]);
    await report.getByRole("button", { name: "Mute", exact: true }).click();
    await report.getByText(/^Muted until /).waitFor();
    await rude.getByRole("textbox", { name: /^Message to/ }).fill("so what");
    await rude.keyboard.press("Enter");
    await rude.getByRole("alert").getByText("be kind", { exact: false }).waitFor();
    await report.getByRole("button", { name: "Unmute" }).click();
    await report.getByText("No longer muted.").waitFor();

    await report.getByRole("button", { name: "Remove the message by Rude" }).click();
    await report.getByRole("button", { name: "Cancel" }).click();
    expect(await hurt.getByRole("log").getByText("you play like a stone").count()).toBe(1);
    await report.getByRole("button", { name: "Remove the message by Rude" }).click();
    await report.getByRole("button", { name: "Yes, remove it" }).click();
    await report.getByText("Message removed.").waitFor();
    await hurt.getByRole("log").getByText("Message removed.").waitFor();
    await report.getByRole("button", { name: "Resolve: message by Rude" }).click();
    await report.waitFor({ state: "detached" });
    expect(await call(moderator, "GET", "/api/reports")).toEqual({ reports: [] });
  });

  it("hides a study that is reported, and shows it again", async () => {
    const owner = await asAccount(stage, "Olaf", "/lobby");
    const study = await call<{ id: string }>(owner, "POST", "/api/studies", { name: "Bad words", access: "public", record: "(;GM[1]SZ[5];B[aa])" });
    const reader = await asAccount(stage, "Reader", `/studies/${study.id}?board=flat`, { bypassCSP: true });
    await reader.getByText("Report this study").click();
    await reader.getByLabel("What is wrong?").fill("full of them");
    await reader.getByRole("button", { name: "Send report" }).click();
    await reader.getByText("Report sent. A moderator will look at it.").waitFor();
    expect(await faultsOfLooks(reader)).toEqual([]);

    const moderator = await asModerator("Max", "/admin", { viewport: kPhone, colorScheme: "dark" });
    const report = moderator.getByRole("listitem").filter({ hasText: "Bad words by Olaf" });
    await report.getByText("Reported by Reader: full of them").waitFor();
    await picture(moderator, "admin_phone");
    expect(await faultsOfLooks(moderator)).toEqual([]);
    const status = async () => (await reader.request.get(`${stage.server.url}/api/studies/${study.id}`)).status();
    await report.getByRole("button", { name: "Hide Bad words" }).click();
    expect(await status()).toBe(200);
    await report.getByRole("button", { name: "Yes, hide it" }).click();
    await report.getByText("Study hidden. Only its owner and moderators can read it.").waitFor();
    expect(await status()).toBe(404);
    await report.getByRole("button", { name: "Unhide: Bad words" }).click();
    await report.getByText("Study unhidden.", { exact: false }).waitFor();
    expect(await status()).toBe(200);
    await report.getByRole("button", { name: "Resolve: Bad words" }).click();
    await report.waitFor({ state: "detached" });
  });

  it("suspends somebody, who reads why, and lifts it; the log has both", async () => {
    const moderator = await asModerator("Mara", "/admin");
    const gus = await asAccount(stage, "Gus", "/account", { bypassCSP: true, viewport: kPhone });
    await moderator.getByRole("searchbox", { name: "Name" }).fill("gus");
    await moderator.keyboard.press("Enter");
    const acts = moderator.getByRole("group", { name: "Actions on this account" });
    await acts.getByLabel("Action").selectOption({ label: "Suspend for 1 week" });
    expect(await acts.getByRole("button", { name: "Continue …" }).isDisabled()).toBe(true);
    await acts.getByLabel("Reason").fill("uses an engine");
    await acts.getByRole("button", { name: "Continue …" }).click();
    await picture(moderator, "admin_suspend_wide");
    expect(await faultsOfLooks(moderator)).toEqual([]);
    await acts.getByRole("button", { name: "Suspend for 1 week" }).click();
    const person = moderator.getByRole("region", { name: "Find a player" });
    await person.getByText(/^Suspended until .*: uses an engine$/).waitFor();

    await expect.poll(async () => (await gus.request.get(`${stage.server.url}/api/account`)).status()).toBe(403);
    await gus.reload();
    await gus.getByRole("alert").getByText("uses an engine", { exact: false }).waitFor();
    await picture(gus, "suspended_phone");
    expect(await faultsOfLooks(gus)).toEqual([]);

    await acts.getByLabel("Action").selectOption({ label: "Lift the suspension" });
    await acts.getByLabel("Reason").fill("a mistake");
    await acts.getByRole("button", { name: "Continue …" }).click();
    await acts.getByRole("button", { name: "Lift the suspension" }).click();
    await expect.poll(() => person.getByText(/^Suspended until/).count()).toBe(0);
    await moderator.reload();
    const log = moderator.getByRole("region", { name: "Log of moderation" });
    await log.getByText("Reason: a mistake").waitFor();
    await log.getByText("Reason: uses an engine").waitFor();
    expect(await faultsOfLooks(moderator)).toEqual([]);
  });

  it("looks somebody up, and sees how the server does", async () => {
    const moderator = await asModerator("Mia", "/admin");
    await moderator.getByText("The server is ready.").waitFor();
    await moderator.getByRole("row", { name: /^Tables in memory \d/ }).waitFor();
    await moderator.getByRole("row", { name: /^Moves stored \d/ }).waitFor();
    await moderator.getByRole("searchbox", { name: "Name" }).fill("nobody-of-that-name");
    await moderator.keyboard.press("Enter");
    await moderator.getByText("No player has this name.", { exact: false }).waitFor();
    const zoe = await asAccount(stage, "Zoe", "/lobby");
    await moderator.getByRole("searchbox", { name: "Name" }).fill("zoe");
    await moderator.keyboard.press("Enter");
    await moderator.getByRole("link", { name: "Zoe" }).waitFor();
    const person = moderator.getByRole("region", { name: "Find a player" });
    await person.getByLabel("Mute for").selectOption({ label: "1 week" });
    await person.getByPlaceholder("Shown to the muted player").fill("spam");
    expect(await faultsOfLooks(moderator)).toEqual([]);
    await person.getByRole("button", { name: "Mute", exact: true }).click();
    await person.getByText(/^Muted until /).waitFor();
    await person.getByRole("button", { name: "Unmute" }).click();
    await person.getByText("No longer muted.").waitFor();

    await person.getByRole("button", { name: "Cancel tournaments …" }).click();
    await person.getByRole("button", { name: "Yes, cancel them" }).click();
    await person.getByText("Zoe has no tournaments that are open for entry.").waitFor();
    const cup = { name: "Spam Cup", game: "go", options: { size: 5 }, clock: "fischer 5m+3s", kind: "round-robin" };
    const { id } = await call<{ id: string }>(zoe, "POST", "/api/tournaments", cup);
    await person.getByRole("button", { name: "Cancel tournaments …" }).click();
    await person.getByText("Cancel all tournaments by Zoe that have not started?").waitFor();
    expect(await faultsOfLooks(moderator)).toEqual([]);
    await person.getByRole("button", { name: "Yes, cancel them" }).click();
    await person.getByText("1 tournament cancelled.").waitFor();
    expect((await call<{ state: string }>(zoe, "GET", `/api/tournaments/${id}`)).state).toBe("cancelled");
    await moderator.route("**/metrics", (route) => route.fulfill({ status: 403, json: {} }));
    await moderator.reload();
    await moderator.getByText("The server shows its metrics only to the addresses", { exact: false }).waitFor();
    expect(await faultsOfLooks(moderator)).toEqual([]);
  });
});
