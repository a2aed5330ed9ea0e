// The lobby and challenges: two browsers find each other in every way that there is.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { faultsOfLooks } from "./looks";
import { asAccount, call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { width: 360, height: 740 };

const tableAt = (page: Page): Promise<TableState> => call(page, "GET", `/api/tables/${new URL(page.url()).pathname.split("/").pop()}`);

/** Both come to the same table, and sit there. */
async function sameTable(one: Page, other: Page): Promise<TableState> {
  await one.waitForURL(/\/t\//);
  await other.waitForURL(/\/t\//);
  expect(new URL(one.url()).pathname).toBe(new URL(other.url()).pathname);
  const table = await tableAt(one);
  expect([table.you, (await tableAt(other)).you].sort()).toEqual([0, 1]);
  return table;
}

async function chooseGo(page: Page, size: string): Promise<void> {
  await page.getByRole("combobox", { name: "Game", exact: true }).selectOption("go");
  await page.getByLabel(/^Columns/).fill(size);
}

describe("a challenge", () => {
  it("leads two browsers to one game", async () => {
    const bob = await asAccount(stage, "Bob", "/lobby", { bypassCSP: true, viewport: kPhone, colorScheme: "dark" });
    await bob.getByText("No open games right now.").waitFor();
    const ann = await asAccount(stage, "Ann", "/lobby?board=flat", { bypassCSP: true });
    await ann.getByRole("link", { name: "Challenge Bob" }).click();
    await ann.waitForURL(/\/challenges\/new\?/);
    expect(await ann.getByLabel("Opponent", { exact: true }).inputValue()).toBe("Bob");
    await chooseGo(ann, "9");
    await ann.getByLabel("You play").selectOption("second");
    await ann.getByLabel("Message", { exact: true }).fill("a quick one?");
    await ann.getByText("More options").click();
    await ann.getByRole("spinbutton", { name: /^Handicap/ }).fill("2");
    await picture(ann, "challenge_new_wide");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ann.getByRole("button", { name: "Challenge Bob" }).click();
    await ann.getByText("You challenge Bob").waitFor();
    await ann.getByText("Waiting for Bob", { exact: false }).waitFor();
    await picture(ann, "challenges_wide");
    expect(await faultsOfLooks(ann)).toEqual([]);
    const asked = bob.getByRole("group", { name: /Ann challenges you/ });
    await asked.getByText("9 × 9, handicap 2, 5 minutes + 5 s per turn; you move first").waitFor();
    await asked.getByText("a quick one?").waitFor();
    await bob.getByRole("link", { name: "1 challenge to answer" }).waitFor();
    expect(await bob.getByRole("checkbox", { name: /^Rated/ }).isEnabled()).toBe(true); // an account is known as one
    await picture(bob, "lobby_asked_phone");
    expect(await faultsOfLooks(bob)).toEqual([]);
    await asked.getByRole("button", { name: "Accept" }).click();
    const table = await sameTable(ann, bob);
    expect(table.seats.map((seat) => seat.name)).toEqual(["Bob", "Ann"]);
    expect(table.options).toMatchObject({ size: "9", handicap: "2" });
    expect(table.clock?.rule).toContain("fischer 5m+5s");
  });

  it("is answered with other terms, by hand to hand, and those are accepted", async () => {
    const cid = await asAccount(stage, "Cid", "/challenges");
    const dan = await asAccount(stage, "Dan", "/challenges/new?to=Cid");
    await chooseGo(dan, "19");
    await dan.getByRole("button", { name: "Challenge Cid" }).click();
    const asked = cid.getByRole("group", { name: /Dan challenges you/ });
    await asked.getByRole("link", { name: "Counter-offer" }).click();
    await cid.getByRole("heading", { name: "Counter-offer" }).waitFor();
    expect(await cid.getByLabel(/^Columns/).inputValue()).toBe("19");
    await cid.getByLabel(/^Columns/).fill("7");
    await cid.getByLabel("Message", { exact: true }).fill("smaller, please");
    await cid.getByRole("button", { name: "Send counter-offer to Dan" }).click();
    await cid.getByText("Your counter-offer to Dan").waitFor();
    const answer = dan.getByRole("group", { name: /Cid made a counter-offer/ });
    await answer.getByText("7 × 7", { exact: false }).waitFor();
    await answer.getByText("smaller, please").waitFor();
    await answer.getByRole("button", { name: "Accept" }).click();
    expect((await sameTable(cid, dan)).options["size"]).toBe("7");
  });

  it("is declined with a reason, withdrawn, and refused in the server's words", async () => {
    const eve = await asAccount(stage, "Eve", "/challenges");
    const fay = await asAccount(stage, "Fay", "/challenges/new?to=Eve", { bypassCSP: true, viewport: kPhone });
    await fay.getByRole("button", { name: "Challenge Eve" }).click();
    const asked = eve.getByRole("group", { name: /Fay challenges you/ });
    await asked.getByRole("button", { name: "Decline" }).click();
    await asked.getByLabel("Reason").selectOption("enough-games");
    await asked.getByRole("button", { name: "Decline", exact: true }).click();
    await fay.getByText("Eve declined: “I have enough games.”").waitFor();
    await picture(fay, "challenges_phone");
    expect(await faultsOfLooks(fay)).toEqual([]);

    await fay.getByRole("link", { name: "Challenge a player" }).click();
    await fay.getByLabel("Opponent", { exact: true }).fill("Eve");
    await fay.getByRole("button", { name: "Challenge Eve" }).click();
    await asked.getByText("Waiting for you").waitFor();
    await fay.getByRole("button", { name: "Withdraw" }).click();
    await fay.getByText("You withdrew this challenge.").waitFor();
    await eve.getByText("This challenge was withdrawn.").waitFor();

    await eve.getByLabel("Challenges from").selectOption("nobody");
    await eve.getByText("Saved").waitFor();
    await fay.getByRole("link", { name: "Challenge a player" }).click();
    await fay.getByLabel("Opponent", { exact: true }).fill("Eve");
    await fay.getByRole("button", { name: "Challenge Eve" }).click();
    await fay.getByRole("alert").getByText("Eve does not accept such challenges").waitFor();
    await fay.getByLabel("Opponent", { exact: true }).fill("Nobody-at-all");
    await fay.getByRole("button", { name: "Challenge Nobody-at-all" }).click();
    await fay
      .getByRole("alert")
      .getByText(/Nobody-at-all/)
      .waitFor();
    await eve.reload();
    await expect.poll(() => eve.getByLabel("Challenges from").inputValue()).toBe("nobody");
  });

  it("goes to two at once for a game of three, in the order that is chosen", async () => {
    const people: Page[] = [];
    for (const name of ["Gil", "Hal"]) people.push(await asAccount(stage, name, "/challenges"));
    const ivy = await asAccount(stage, "Ivy", "/challenges/new");
    await ivy.getByRole("combobox", { name: "Game", exact: true }).selectOption("spargo");
    await ivy.getByLabel("Players").fill("3");
    await ivy.getByLabel("Opponent 1 of 2").fill("Gil");
    expect(await ivy.getByLabel("Turn order").isDisabled()).toBe(true);
    await ivy.getByLabel("Opponent 2 of 2").fill("Hal");
    await ivy.getByLabel("Turn order").selectOption({ label: "Hal – You – Gil" });
    await ivy.getByRole("button", { name: "Challenge Gil, Hal" }).click();
    await people[0]?.getByText("; turn order: Hal – Ivy – you", { exact: false }).waitFor();
    for (const page of people) await page.getByRole("button", { name: "Accept" }).click();
    for (const page of [ivy, ...people]) await page.waitForURL(/\/t\//);
    expect((await tableAt(ivy)).seats.map((seat) => seat.name)).toEqual(["Hal", "Ivy", "Gil"]);
  });

  it("by correspondence waits for who comes back, who finds it first on the start page", async () => {
    const noa = await asAccount(stage, "Noa", "/challenges");
    const oli = await asAccount(stage, "Oli", "/challenges/new?to=Noa");
    await chooseGo(oli, "5");
    await oli.getByRole("combobox", { name: /^Time control/ }).selectOption({ label: "3 days per turn" });
    await oli.getByLabel("You play").selectOption("second");
    await oli.getByRole("button", { name: "Challenge Noa" }).click();
    await noa.getByRole("button", { name: "Accept" }).click();
    await noa.waitForURL(/\/t\//);
    const path = `/api/tables/${new URL(noa.url()).pathname.split("/").pop()}`;
    const begun = await call<TableState>(noa, "GET", path);
    expect(begun.clock?.rule).toContain("correspondence 3d");
    await call(noa, "POST", `${path}/commands`, { request: "first", version: begun.version, command: "play", word: "C3" });
    await noa.goto("about:blank"); // who has moved need not stay
    await oli.goto(`${stage.server.url}/?board=flat`);
    const waiting = oli.locator("main").getByRole("link", { name: /^Go · Noa/ });
    await waiting.getByText("Your turn").waitFor();
    await oli.getByRole("link", { name: "Play on" }).click();
    await oli.locator(".coordinate:enabled").fill("D4");
    await oli.keyboard.press("Enter");
    await expect.poll(async () => (await call<TableState>(oli, "GET", path)).moves.map((move) => move.word)).toEqual(["C3", "D4"]);
    await noa.goto(stage.server.url);
    await noa.getByRole("link", { name: "Next game 1 waits for your move" }).waitFor();
  });

  it("takes a server, and says so", async () => {
    const page = await stage.visit("/", { bypassCSP: true, serviceWorkers: "allow" });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.context().setOffline(true);
    await page.goto(`${stage.server.url}/challenges`);
    await page.getByText("The server cannot be reached.").waitFor();
    await page.getByText("Your challenges cannot be loaded").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByText("No open challenges.").waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
  });

  it("of others is not shown", async () => {
    const page = await stage.visit("/challenges/nosuchone", { bypassCSP: true });
    await page.getByRole("alert").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});

describe("seeking by rating", () => {
  it("pairs two guests who want the same", async () => {
    const one = await stage.visit("/lobby", { bypassCSP: true });
    await chooseGo(one, "13");
    await picture(one, "lobby_wide");
    expect(await faultsOfLooks(one)).toEqual([]);
    await one.getByRole("button", { name: "Find an opponent near my rating" }).click();
    await one.getByText("Looking for an opponent").first().waitFor();
    await picture(one, "lobby_looking_wide");
    expect(await faultsOfLooks(one)).toEqual([]);
    // It goes on while one looks around, and can be stopped and begun anew.
    await one.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Learn" }).click();
    await one.getByRole("link", { name: "Looking" }).click();
    await one.getByRole("button", { name: "Stop looking" }).click();
    await one.getByRole("button", { name: "Find an opponent near my rating" }).click();
    const other = await stage.visit("/lobby", { viewport: kPhone });
    await chooseGo(other, "13");
    await other.getByRole("button", { name: "Find an opponent near my rating" }).click();
    const table = await sameTable(one, other);
    expect(table).toMatchObject({ game: "go", rated: false });
    await one.goBack();
    await one.getByRole("button", { name: "Find an opponent near my rating" }).waitFor(); // it is over, and does not lead there again
  });

  it("says what the server refuses, and when it cannot be reached", async () => {
    const page = await stage.visit("/lobby");
    await page.getByRole("combobox", { name: "Time control", exact: true }).selectOption({ label: "Custom …" });
    await page.getByLabel("Custom time control").fill("five minutes");
    await page.getByRole("button", { name: "Find an opponent near my rating" }).click();
    await page.getByRole("alert").getByText(/clock/).waitFor();
    await page.context().setOffline(true);
    await page.getByText("The server cannot be reached.").first().waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => page.getByText("The server cannot be reached.").count()).toBe(0);
  });
});

describe("open games", () => {
  it("are found and joined, and their owner is told by the stream", async () => {
    const owner = await asAccount(stage, "Jan", "/lobby");
    await chooseGo(owner, "5");
    await owner.getByRole("button", { name: "Post an open game" }).click();
    await owner.waitForURL(/\/t\//);
    await owner.goto(`${stage.server.url}/lobby`);
    await owner.getByRole("link", { name: "Go to the game" }).waitFor();
    const other = await stage.visit("/lobby", { viewport: kPhone, bypassCSP: true });
    await other.getByText("with Jan").waitFor();
    await picture(other, "lobby_phone");
    expect(await faultsOfLooks(other)).toEqual([]);
    await other.getByRole("button", { name: "Join Go with Jan" }).click();
    await other.waitForURL(/\/t\//);
    const table = await tableAt(other);
    expect(table.seats.every((seat) => seat.name !== null)).toBe(true);
    await expect.poll(() => owner.getByRole("link", { name: /^Go · / }).count()).toBeGreaterThan(0);
    await expect.poll(() => owner.getByRole("link", { name: "Go to the game" }).count()).toBe(0);
  });

  it("are withdrawn by whoever posted them, and removed by moderators", async () => {
    const owner = await asAccount(stage, "Kim", "/lobby");
    const open = () => call(owner, "POST", "/api/tables", { game: "go", options: { size: 5 }, opponent: "friend", seat: "first", listed: true });
    await open();
    const mod = await asAccount(stage, "Lou", "/lobby", { bypassCSP: true, viewport: kPhone });
    await mod.getByRole("button", { name: "Join Go with Kim" }).waitFor();
    expect(await mod.getByRole("button", { name: /^(Withdraw|Remove)/ }).count()).toBe(0);
    await owner.getByRole("button", { name: "Withdraw Go" }).click();
    await owner.getByText("No open games right now.").waitFor();

    stage.server.admin("role", "Lou", "moderator");
    await expect.poll(async () => (await mod.request.get(`${stage.server.url}/api/reports`)).status()).toBe(200);
    await open();
    await mod.reload();
    await mod.getByRole("button", { name: "Remove Go with Kim" }).click();
    await picture(mod, "lobby_remove_phone");
    expect(await faultsOfLooks(mod)).toEqual([]);
    await mod.getByRole("button", { name: "Yes, remove it" }).click();
    await mod.getByText("No open games right now.").waitFor();
  });
});
