// Tournaments from the form to the results table, and the organiser's word.
import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Tournament } from "../../src/net/tournaments";
import { faultsOfLooks } from "./looks";
import { asAccount, call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { width: 360, height: 740 };

const idOf = (page: Page): string => new URL(page.url()).pathname.split("/").pop() ?? "";
const look = (page: Page, id: string): Promise<Tournament> => call(page, "GET", `/api/tournaments/${id}`);

/** Plays the open games: a move each, then whoever stands later in `order` resigns. */
async function playRound(people: Map<string, Page>, id: string, order: readonly string[]): Promise<void> {
  const [any] = [...people.values()];
  if (!any) return;
  await expect.poll(async () => (await look(any, id)).games.filter((game) => game.how === "open" && game.table).length).toBeGreaterThan(0);
  const { games, players } = await look(any, id);
  for (const game of games.filter((one) => one.how === "open" && one.table)) {
    const names = [game.first, game.second ?? 0].map((player) => players[player]?.name ?? "");
    const loser = names.reduce((a, b) => (order.indexOf(a) > order.indexOf(b) ? a : b));
    const command = async (name: string, what: object) => {
      const page = people.get(name);
      if (!page) throw new Error(`nobody is ${name}`);
      const { version } = await call<{ version: number }>(page, "GET", `/api/tables/${game.table}`);
      await call(page, "POST", `/api/tables/${game.table}/commands`, { request: randomUUID(), version, ...what });
    };
    await command(names[0] ?? "", { command: "play", word: "A1" });
    await command(names[1] ?? "", { command: "play", word: "C3" });
    await command(loser, { command: "resign" });
  }
  await expect
    .poll(async () => {
      const now = await look(any, id);
      return games.filter((one) => one.how === "open").every((one) => now.games[one.game]?.how !== "open");
    })
    .toBe(true);
}

async function announce(page: Page, name: string, kind: string): Promise<string> {
  await page.getByRole("link", { name: "Create tournament" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("go");
  await page.getByLabel(/^Columns/).fill("5");
  await page.getByRole("combobox", { name: /^Type/ }).selectOption({ label: kind });
  await page.getByRole("button", { name: "Create tournament" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
  return idOf(page);
}

describe("a tournament of four", () => {
  it("goes from the form to the results table", async () => {
    const ann = await asAccount(stage, "Ann", "/tournaments", { bypassCSP: true });
    await ann.getByText("No tournaments are open for entry.").waitFor();
    await picture(ann, "tournaments_empty_wide");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ann.getByRole("link", { name: "Create tournament" }).click();
    await ann.getByRole("combobox", { name: /^Type/ }).selectOption({ label: "Round robin" });
    await picture(ann, "tournament_form_wide");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ann.goBack();
    const id = await announce(ann, "Autumn cup", "Round robin");
    await ann.getByText("The tournament needs 2 players to start.").waitFor();
    await ann.getByRole("button", { name: "Enter" }).click();
    await ann.getByText("You have entered.").waitFor();

    const bob = await asAccount(stage, "Bob", "/tournaments", { bypassCSP: true, viewport: kPhone, colorScheme: "dark" });
    await bob.getByRole("link", { name: "Autumn cup" }).click();
    await bob.getByRole("button", { name: "Enter" }).click();
    await bob.getByText("You have entered.").waitFor();
    await picture(bob, "tournament_open_phone");
    expect(await faultsOfLooks(bob)).toEqual([]);
    const people = new Map([
      ["Ann", ann],
      ["Bob", bob],
    ]);
    for (const name of ["Cid", "Dan"]) {
      const page = await asAccount(stage, name, "/healthz");
      await call(page, "POST", `/api/tournaments/${id}/enter`);
      people.set(name, page);
    }
    await ann.getByText("4 players (maximum 40)").waitFor();
    await picture(ann, "tournament_open_wide");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ann.getByRole("button", { name: "Start now" }).click();
    await ann.getByText("round 1 of 3").waitFor();
    await bob.getByRole("link", { name: "Go to your game" }).waitFor(); // without loading anything anew

    const order = ["Bob", "Ann", "Dan", "Cid"];
    const begun = await look(ann, id);
    const firsts = begun.games.map((game) => begun.players[game.first]?.name);
    for (const page of [ann, bob].filter((_, i) => firsts.includes(i === 0 ? "Ann" : "Bob")))
      await page.getByRole("link", { name: /^(Next game )?1 waits/ }).waitFor();
    await playRound(people, id, order);
    await ann.getByText("round 2 of 3").waitFor();
    await picture(ann, "tournament_running_wide");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await playRound(people, id, order);
    await playRound(people, id, order);
    await ann.getByText("Bob won the tournament.").waitFor();
    const rows = ann.getByRole("region", { name: "Results table" }).locator("tbody tr");
    expect(await rows.locator("th a").allTextContents()).toEqual(order);
    expect(await rows.locator("td:nth-child(3)").allTextContents()).toEqual(["3", "2", "1", "0"]);
    expect((await rows.first().textContent()) ?? "").toContain("beat Cid");
    expect((await rows.nth(1).textContent()) ?? "").toContain("lost to Bob");
    await picture(ann, "tournament_over_wide");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await bob.getByText("Bob won the tournament.").waitFor();
    await picture(bob, "tournament_over_phone");
    expect(await faultsOfLooks(bob)).toEqual([]);
    await ann.getByRole("link", { name: "Game of" }).first().click();
    await ann.waitForURL(/\/t\//);
    await ann.getByTestId("result").waitFor();
  });
});

describe("a Swiss tournament of three", () => {
  it("has a bye in every round, and a table by rounds", async () => {
    const lea = await asAccount(stage, "Lea", "/tournaments", { bypassCSP: true });
    const id = await announce(lea, "Small Swiss", "Swiss");
    await lea.getByRole("button", { name: "Enter" }).click();
    await lea.getByText("You have entered.").waitFor();
    const people = new Map([["Lea", lea]]);
    for (const name of ["Max", "Nia"]) {
      const page = await asAccount(stage, name, "/healthz");
      await call(page, "POST", `/api/tournaments/${id}/enter`);
      people.set(name, page);
    }
    await call(lea, "POST", `/api/tournaments/${id}/start`);
    await playRound(people, id, ["Lea", "Max", "Nia"]);
    await lea.getByText("round 2 of 2").waitFor();
    await playRound(people, id, ["Lea", "Max", "Nia"]);
    await lea.getByText(/won the tournament\.|share first place\./).waitFor();
    const { standings } = await look(lea, id);
    const rows = lea.getByRole("region", { name: "Results table" }).locator("tbody tr");
    await expect.poll(() => rows.locator("td:nth-child(3)").allTextContents()).toEqual((standings ?? []).map((row) => String(row.points)));
    expect(await rows.locator(".unseen", { hasText: "bye" }).count()).toBe(2);
    expect(await lea.getByRole("columnheader", { name: "round 2" }).count()).toBe(1);
    await picture(lea, "swiss_wide");
    expect(await faultsOfLooks(lea)).toEqual([]);
    await lea.setViewportSize(kPhone);
    await picture(lea, "swiss_phone");
    expect(await faultsOfLooks(lea)).toEqual([]);
  });
});

/** The loser of a game that was ruled upon appeals, and Ivy, a moderator who did not rule, lets the ruling stand. */
async function appeal(people: ReadonlyMap<string, Page>, id: string, loser: string): Promise<void> {
  const [page, ivy] = [people.get(loser) as Page, people.get("Ivy") as Page];
  await page.goto(`${stage.server.url}/tournaments/${id}`);
  await page.getByText("Appeal against this ruling").click();
  await page.getByLabel("Reason").fill("I was there in time");
  expect(await faultsOfLooks(page)).toEqual([]);
  await page.getByRole("button", { name: "Send appeal", exact: true }).click();
  await page.getByText(`${loser} appealed.`).waitFor();
  stage.server.admin("role", "Ivy", "moderator");
  await expect.poll(async () => (await call<{ role: string }>(ivy, "GET", "/api/account")).role).toBe("moderator");
  await ivy.goto(`${stage.server.url}/admin`);
  const card = ivy.getByRole("region", { name: "Appeals against rulings" });
  await card.getByText(`${loser} appeals: I was there in time`).waitFor();
  expect(await faultsOfLooks(ivy)).toEqual([]);
  await card.getByRole("button", { name: /^Uphold the ruling on / }).click();
  await card.getByRole("button", { name: "Yes, uphold it" }).click();
  await card.getByText("No open appeals.").waitFor();
}

describe("its organiser", () => {
  it("takes players out, rules on games as long as the server takes it, and is told why not", async () => {
    const eve = await asAccount(stage, "Eve", "/tournaments", { bypassCSP: true });
    const id = await announce(eve, "Night knock-out", "Knockout");
    const people = new Map([["Eve", eve]]);
    await eve.getByRole("button", { name: "Enter" }).click();
    for (const name of ["Fay", "Gil", "Hal", "Ivy"]) {
      const page = await asAccount(stage, name, "/healthz", { bypassCSP: true });
      await call(page, "POST", `/api/tournaments/${id}/enter`);
      people.set(name, page);
    }
    await eve.getByText("5 players (maximum 512)").waitFor();
    await eve.getByLabel("Remove a player").selectOption("Ivy");
    await eve.getByRole("button", { name: "Remove" }).click();
    await eve.getByText("4 players (maximum 512)").waitFor();
    await eve.getByRole("button", { name: "Start now" }).click();
    await eve.getByRole("region", { name: "Round by round" }).waitFor();
    await expect.poll(async () => (await look(eve, id)).games.length).toBe(2); // paired a moment after the start
    const { games, players } = await look(eve, id);
    const own = players.findIndex((one) => one.name === "Eve");
    const first = games.find((game) => game.first !== own && game.second !== own); // of the own one others decide
    await expect.poll(() => eve.getByText("Make a ruling").count()).toBe(1);
    await eve.getByText("This is your own game. A moderator who is not playing in it must rule on it.").waitFor();
    const name = players[first?.first ?? 0]?.name ?? "";
    const other = players[first?.second ?? 0]?.name ?? "";
    const row = eve.locator("li", { has: eve.getByRole("link", { name: `Game of ${name} and ${other}` }) });
    await row.getByText("Make a ruling").click();
    await row.getByRole("combobox", { name: "Ruling" }).selectOption({ label: `${other} forfeits` });
    expect(await faultsOfLooks(eve)).toEqual([]);
    await eve.getByRole("button", { name: `Apply ruling: game of ${name} and ${other}` }).click();
    await row.getByText(`${name} wins by forfeit`, { exact: true }).waitFor();
    await row.getByText(/^Ruling by Eve, .* wins by forfeit$/).waitFor();
    await appeal(people, id, other);
    await row.getByText(`${other} appealed; Ivy upheld the ruling.`).waitFor();
    await row.getByText("After an appeal or a moderator’s ruling, only moderators can rule on this game.").waitFor();
    expect(await eve.getByText("Make a ruling").count()).toBe(0);
    const rest = (await look(eve, id)).games.filter((game) => game.how === "open");
    expect(rest.length).toBe(1);
    await playRound(people, id, ["Eve", "Fay", "Gil", "Hal"]);
    await eve.getByText("round 2 of 2").waitFor();
    await picture(eve, "knockout_wide");
    expect(await faultsOfLooks(eve)).toEqual([]);
    await eve.setViewportSize(kPhone);
    await picture(eve, "knockout_phone");
    expect(await faultsOfLooks(eve)).toEqual([]);
    await eve.getByText("You cannot rule on a game if later pairings depend on it", { exact: false }).waitFor();
    const early = eve.locator("details", { hasText: "Round 1" }).last();
    await eve.locator("summary", { hasText: "Round 1" }).click();
    expect(await early.getByText("Make a ruling").count()).toBe(0);
    await eve.getByRole("button", { name: "End early …" }).click();
    await eve.getByRole("button", { name: "Yes, end it" }).click();
    await eve.getByText("cancelled").waitFor();
    expect((await look(eve, id)).state).toBe("cancelled");
  });
});

describe("a ladder", () => {
  it("is climbed by a challenge", async () => {
    const jan = await asAccount(stage, "Jan", "/tournaments");
    const id = await announce(jan, "House ladder", "Ladder");
    await jan.getByRole("button", { name: "Enter" }).click();
    await jan.getByText("You have entered.").waitFor();
    const kim = await asAccount(stage, "Kim", `/tournaments/${id}`, { bypassCSP: true, viewport: kPhone });
    await kim.getByRole("button", { name: "Enter" }).click();
    await kim.getByText("You have entered.").waitFor();
    await jan.getByText("2 players (maximum 500)").waitFor();
    await jan.getByRole("button", { name: "Start now" }).click();
    await kim.getByRole("button", { name: "Challenge Jan" }).click();
    await kim.getByRole("link", { name: "Go to your game" }).waitFor();
    await picture(kim, "ladder_phone");
    expect(await faultsOfLooks(kim)).toEqual([]);
    await jan.getByRole("button", { name: "Decline Kim’s challenge" }).click();
    const rungs = kim.locator(".rungs li a");
    await expect.poll(() => rungs.allTextContents()).toEqual(["Kim", "Jan"]);
    await kim.getByRole("button", { name: "Withdraw" }).click();
    await kim.getByRole("button", { name: "Yes, withdraw" }).click();
    await expect.poll(() => rungs.allTextContents()).toEqual(["Jan"]);
  });

  it("and every other tournament is created with an account only", async () => {
    const page = await stage.visit("/tournaments/new", { bypassCSP: true });
    await page.getByText("You need an account to create or enter tournaments.").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.goto(`${stage.server.url}/tournaments/nosuchone`);
    await page.getByText("Tournament not found.").waitFor();
  });
});
