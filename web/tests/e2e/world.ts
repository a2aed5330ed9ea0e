// A server on which every page has something to show: people with ratings, games that wait, go on and are over, a
// tournament, challenges, a study, reports. And the list of all pages there.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { readPuzzles } from "../../src/state/puzzle_collection";
import type { Route } from "../../src/state/router";
import { call } from "./people";
import type { Stage } from "./stage";

export interface EveryPage {
  name: string; // of its pictures
  path: string;
  kind: Route["page"];
  by: "ann" | "nobody"; // Ann has an account, is a moderator, and has games that wait for her
  ready: string | RegExp; // a heading that stands there once it is drawn
  board?: true; // it has one: its words are waited for
  /** What is done there before it is looked at. */
  deed?(page: Page): Promise<void>;
}

export interface World {
  ann: BrowserContext;
  pages: EveryPage[];
}
export type Visitors = Record<EveryPage["by"], BrowserContext>;

type Person = { page: Page; name: string };

async function command(at: string, { page }: Person, deed: object): Promise<void> {
  const { version } = await call<{ version: number }>(page, "GET", at);
  await call(page, "POST", `${at}/commands`, { request: randomUUID(), version, ...deed });
}

/** A table of two, or more who join in turn, with these moves; `end`: then who is to move resigns. */
async function table(people: Person[], terms: object, words: readonly string[] = [], end = false): Promise<string> {
  const [host, ...guests] = people as [Person, ...Person[]];
  const { id } = await call<{ id: string }>(host.page, "POST", "/api/tables", { opponent: "friend", seat: "first", ...terms });
  for (const one of guests) await call(one.page, "POST", `/api/tables/${id}/join`, {});
  for (const [i, word] of words.entries()) await command(`/api/tables/${id}`, people[i % people.length] as Person, { command: "play", word });
  if (end) await command(`/api/tables/${id}`, people[words.length % people.length] as Person, { command: "resign" });
  return id;
}

const kLines = { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "a7,b7,c7,d7,e7,f7,g7,h7" };
const kPyramid = ["C3", "E3", "C5", "E5", "D4", "G7", "G5", "E7", "C7", "F6"];
const kGo = ["E5", "G7", "C3", "G3", "C7", "E7", "G5", "F6", "D6", "E6"];
const kLocal = {
  ...{ id: "local-1", game: "spargo", title: "Spargo", options: {}, you: 0, level: 2, seed: 1, moves: 2, over: false, saved: Date.UTC(2026, 10, 20) },
  seats: [
    { name: "Ann", kind: "guest" },
    { name: "Level 2, novice", kind: "bot" },
  ],
  log: ["C3", "E3"].map((words, seat) => ({ seat, command: "play", words })),
};

/** A tournament that goes on, and one that waits for players. */
async function tournaments(people: Person[]): Promise<[running: string, open: string]> {
  const [ann] = people as [Person];
  const wish = { game: "go", options: { size: 9 }, clock: "correspondence 3d", kind: "round-robin", least: 2, most: 8 };
  const make = async (name: string, players: Person[]) => {
    const { id } = await call<{ id: string }>(ann.page, "POST", "/api/tournaments", { request: randomUUID(), name, ...wish });
    for (const one of players) await call(one.page, "POST", `/api/tournaments/${id}/enter`, {});
    return id;
  };
  const running = await make("Autumn cup", people);
  await call(ann.page, "POST", `/api/tournaments/${running}/start`, {});
  return [running, await make("Winter league", people.slice(1))];
}

const kClubGames = [
  "(;GM[1]SZ[9]PB[Ann]PW[Bob]DT[2016-03-09]EV[Club cup]RE[B+R];B[ee];W[ec];B[cc];W[gc])",
  "(;GM[1001]CGAME[margo]COPT[size=4]RE[0]CPLAYER[white:Cid]CPLAYER[black:Dora];W[A1];B[C1];W[A3])",
].join("\n");

/** Something said at a table, and a study, that somebody reports. */
async function reports(rude: Person, hurt: Person, at: string): Promise<void> {
  await call(rude.page, "POST", `/api/tables/${at}/talk`, { request: "rude", text: "you play like a stone" });
  const { talk } = await call<{ talk: { id: string }[] }>(hurt.page, "GET", `/api/tables/${at}/talk`);
  await call(hurt.page, "POST", `/api/tables/${at}/talk/${talk[0]?.id}/report`, { why: "an insult" });
  const study = await call<{ id: string }>(rude.page, "POST", "/api/studies", { name: "Bad words", access: "public", record: "(;GM[1]SZ[5];B[aa])" });
  await call(hurt.page, "POST", `/api/studies/${study.id}/report`, { why: "full of them" });
}

export async function makeWorld(stage: Stage): Promise<World> {
  const person = async (name: string, guest = false): Promise<Person> => {
    const context = await stage.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${stage.server.url}/healthz`);
    if (guest) await call(page, "POST", "/api/guest", { name });
    else await call(page, "POST", "/api/account", { name, password: `password of ${name}` });
    return { page, name };
  };
  const [ann, ben, cid, gil] = [await person("Ann"), await person("Ben"), await person("Cid"), await person("Gil", true)];
  stage.server.admin("role", "Ann", "moderator");
  stage.server.takeIn("club-games", kClubGames);

  const rated = { game: "go", options: { size: 9 }, clock: "fischer 5m+5s", rated: true };
  for (let i = 0; i < 24; ++i)
    await table(i % 3 === 0 ? [ben, ann] : [ann, ben], rated, i % 4 === 0 ? kGo.slice(0, 3) : kGo.slice(0, 4 - (i % 3 === 0 ? 1 : 2)), true);
  const finished = await table([ann, ben], { game: "go", options: { size: 9 } }, kGo, true);
  const pyramid = await table([ann, cid], { game: "margo", options: { size: 5 }, clock: "correspondence 3d" }, kPyramid);
  const three = await table([ann, ben, cid], { game: "margo", options: { size: 4, players: 3 } }, ["C3", "E3", "C5"]);
  const go = await table([ann, gil], { game: "go", options: { size: 9 }, clock: "correspondence 3d" }, kGo);
  const torus = await table([ben, ann], { game: "toroidal", options: { size: 9 } }, kGo.slice(0, 5));
  const phantom = await table([ann, ben], { game: "phantom", options: { size: 9 } }, ["C3", "D4"]);
  const margrites = await table([ann, ben], { game: "margrites", options: kLines });
  const formation = await table([ann, ben], { game: "margrites" });
  const agreement = await table([ann, ben], { game: "go", options: { size: 5 } }, ["C3", "B2", "C2", "D4", "pass", "pass"]);
  const waiting = await table([ann], { game: "spargo", listed: false });
  await table([cid], { game: "go", options: { size: 13 }, listed: true });
  const bot = await table([ann], { game: "spargo", opponent: "bot", seconds: 0.5, level: 1 });

  const terms = { game: "go", options: { size: 9 }, clock: "fischer 5m+5s", rated: false };
  const asked = await call<{ id: string }>(ben.page, "POST", "/api/challenges", {
    request: "c1",
    people: ["Ann"],
    ...terms,
    note: "a quick one?",
    seat: "first",
  });
  await call(ann.page, "POST", "/api/challenges", {
    request: "c2",
    people: ["Ben", "Cid"],
    game: "margo",
    options: { size: 4, players: 3 },
    clock: "none",
    order: ["Cid", "me", "Ben"],
  });
  const [running, open] = await tournaments([ann, ben, cid]);
  const study = await call<{ id: string }>(ann.page, "POST", "/api/studies", {
    name: "A ladder",
    access: "public",
    record: "(;GM[1]SZ[9]C[Where it begins];B[ee];W[ec](;B[cc]C[Wide])(;B[gc]))",
  });
  await reports(ben, ann, torus);
  await call(ann.page, "PUT", `/api/tables/${go}/note`, { text: "The corner is mine." });
  // A running server hears within some seconds of a role that the tool gives.
  for (let i = 0; i < 300 && !(await ann.page.request.get(`${stage.server.url}/api/reports`)).ok(); ++i) await ann.page.waitForTimeout(100);

  const flat = "?board=flat";
  const collected = readPuzzles([readFileSync(new URL("../../src/wasm/margo.puzzles", import.meta.url), "utf8")])[0]?.id;
  const pages: EveryPage[] = [
    { name: "home", path: "/", kind: "home", by: "nobody", ready: "Start a game" },
    { name: "home_turns", path: "/", kind: "home", by: "ann", ready: "Start a game" },
    { name: "lobby", path: "/lobby", kind: "lobby", by: "ann", ready: "Lobby" },
    { name: "challenges", path: "/challenges", kind: "challenges", by: "ann", ready: "Challenges" },
    { name: "challenge_new", path: "/challenges/new?to=Ben", kind: "challenges", by: "ann", ready: "Challenge a player" },
    { name: "challenge", path: `/challenges/${asked.id}`, kind: "challenges", by: "ann", ready: /challenge/i },
    { name: "people", path: "/people", kind: "people", by: "ann", ready: "Players" },
    { name: "person", path: "/people/Ann", kind: "people", by: "nobody", ready: "Ratings" },
    { name: "person_own", path: "/people/Ann", kind: "people", by: "ann", ready: "About you" },
    { name: "person_moderated", path: "/people/Ben", kind: "people", by: "ann", ready: "Moderation" },
    { name: "leaders", path: "/leaders/go-9", kind: "leaders", by: "nobody", ready: "Leaderboards" },
    { name: "tournaments", path: "/tournaments", kind: "tournaments", by: "ann", ready: "Tournaments" },
    { name: "tournament_new", path: "/tournaments/new", kind: "tournaments", by: "ann", ready: "Name and game" },
    { name: "tournament_open", path: `/tournaments/${open}`, kind: "tournaments", by: "ann", ready: "Winter league" },
    { name: "tournament", path: `/tournaments/${running}`, kind: "tournaments", by: "ann", ready: "Autumn cup" },
    { name: "table_pyramid", path: `/t/${pyramid}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_pyramid_flat", path: `/t/${pyramid}${flat}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_three", path: `/t/${three}${flat}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_go", path: `/t/${go}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_watched", path: `/t/${go}`, kind: "table", by: "nobody", ready: "Moves", board: true },
    { name: "table_toroidal", path: `/t/${torus}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_phantom", path: `/t/${phantom}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_margrites", path: `/t/${margrites}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_formation", path: `/t/${formation}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_agreement", path: `/t/${agreement}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_waiting", path: `/t/${waiting}${flat}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_bot", path: `/t/${bot}${flat}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_over", path: `/t/${finished}`, kind: "table", by: "ann", ready: "Moves", board: true },
    { name: "table_none", path: "/t/none-of-this-name", kind: "table", by: "nobody", ready: /./ },
    { name: "local", path: `/local/${kLocal.id}${flat}`, kind: "table", by: "nobody", ready: "Moves", board: true },
    { name: "embed", path: `/embed/${go}`, kind: "embed", by: "nobody", ready: /./, board: true },
    { name: "analysis", path: `/analysis${flat}`, kind: "analysis", by: "nobody", ready: "Analysis" },
    { name: "analysis_game", path: `/analysis/${finished}${flat}`, kind: "analysis", by: "ann", ready: "Analysis", board: true },
    { name: "studies", path: "/studies", kind: "studies", by: "ann", ready: "Studies" },
    { name: "study", path: `/studies/${study.id}${flat}`, kind: "study", by: "ann", ready: /./, board: true },
    { name: "watch", path: "/watch", kind: "watch", by: "nobody", ready: "Watch" },
    { name: "watch_none", path: "/watch#game=spargo", kind: "watch", by: "nobody", ready: "Watch" },
    { name: "archive", path: "/archive", kind: "archive", by: "nobody", ready: "Archive" },
    { name: "libraries", path: "/libraries", kind: "libraries", by: "nobody", ready: "Libraries" },
    { name: "library", path: "/libraries/club-games", kind: "libraries", by: "nobody", ready: "club-games" },
    { name: "openings", path: `/openings/go-9${flat}`, kind: "openings", by: "nobody", ready: "Opening explorer", board: true },
    { name: "learn", path: "/learn", kind: "learn", by: "nobody", ready: "Learn" },
    { name: "lesson", path: `/learn/margo${flat}`, kind: "learn", by: "nobody", ready: /./, board: true },
    { name: "lesson_margrites", path: `/learn/margrites${flat}`, kind: "learn", by: "nobody", ready: /./, board: true },
    { name: "replays", path: `/learn/margrites-games${flat}`, kind: "learn", by: "nobody", ready: /./ },
    { name: "puzzle_collection", path: "/learn/puzzles", kind: "learn", by: "nobody", ready: "Puzzles" },
    { name: "puzzle_sets", path: "/learn/puzzles#daily", kind: "learn", by: "ann", ready: "Puzzles" },
    { name: "puzzle_collected", path: `/puzzle/${collected}${flat}`, kind: "collected", by: "nobody", ready: /./, board: true },
    { name: "lesson_none", path: "/learn/chess", kind: "learn", by: "nobody", ready: "Lesson not found" },
    { name: "puzzle", path: `/puzzle${flat}`, kind: "puzzle", by: "nobody", ready: /./, board: true },
    { name: "settings", path: "/settings", kind: "settings", by: "nobody", ready: "Settings" },
    { name: "account_new", path: "/account", kind: "account", by: "nobody", ready: "Your account" },
    { name: "account", path: "/account", kind: "account", by: "ann", ready: "Ann" },
    { name: "link_address", path: "/link/address#token", kind: "link", by: "nobody", ready: "Confirm your e-mail address" },
    { name: "link_password", path: "/link/password#token", kind: "link", by: "nobody", ready: "Choose a new password" },
    { name: "link_sign_in", path: "/link/sign-in#token", kind: "link", by: "nobody", ready: "Sign in" },
    { name: "admin", path: "/admin", kind: "admin", by: "ann", ready: "Moderation" },
    { name: "admin_health", path: "/admin/health", kind: "health", by: "ann", ready: "Server health" },
    { name: "rules", path: "/rules", kind: "rules", by: "nobody", ready: "Rules of this site" },
    { name: "link_invitation", path: "/link/invitation#token", kind: "link", by: "nobody", ready: "Invitation" },
    { name: "admin_nobody", path: "/admin", kind: "admin", by: "nobody", ready: "Moderation" },
    { name: "api_docs", path: "/api-docs", kind: "api-docs", by: "nobody", ready: /./ },
    { name: "menu", path: "/lobby", kind: "lobby", by: "ann", ready: "Lobby", deed: async (page) => page.getByRole("button", { name: "Menu" }).click() },
    {
      name: "shortcuts",
      path: `/t/${go}`,
      kind: "table",
      by: "ann",
      ready: "Moves",
      board: true,
      deed: async (page) => {
        await page.keyboard.press("?");
        await page.getByRole("dialog").waitFor();
      },
    },
    { name: "nothing", path: "/nowhere", kind: "unknown", by: "nobody", ready: "Page not found" },
  ];
  return { ann: ann.page.context(), pages };
}

/** Browsers for those who look, until the test is over. Each keeps an offline game. */
export async function visitorsOf(world: World, stage: Stage, options: Parameters<Stage["visit"]>[1]): Promise<Visitors> {
  const localStorage = [{ name: `cairn.local.${kLocal.id}`, value: JSON.stringify(kLocal) }];
  const origins = [{ origin: stage.server.url, localStorage }];
  const { cookies } = await world.ann.storageState();
  return {
    ann: await stage.arrive({ storageState: { cookies, origins }, ...options }),
    nobody: await stage.arrive({ storageState: { cookies: [], origins }, ...options }),
  };
}

/** Opens it, and waits until nothing comes any more. */
export async function open(visitors: Visitors, stage: Stage, one: EveryPage): Promise<Page> {
  const page = await stage.openIn(visitors[one.by], one.path);
  await page.getByRole("heading", { name: one.ready }).first().waitFor();
  if (one.board) await expect.poll(() => page.locator("#board-words").textContent()).not.toBe("");
  await page.evaluate(() => document.fonts.ready);
  for (let before = "", same = 0; same < 2;) {
    const now = await page.locator("body").ariaSnapshot();
    same = now === before ? same + 1 : 0;
    before = now;
    await page.waitForTimeout(150);
  }
  if (one.deed) await one.deed(page);
  return page;
}
