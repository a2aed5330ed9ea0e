// Whole ways through the client: three at a table, a hidden game watched on the wire, two tabs, a session that ends, a
// clock that is wrong.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { call } from "./people";
import { useStage } from "./stage";

const stage = useStage();
const moves = (page: Page) => page.locator(".move-word").allTextContents();
const stateOf = (page: Page, id: string) => call<TableState>(page, "GET", `/api/tables/${id}`);
const idOf = (page: Page) => new URL(page.url()).pathname.split("/").pop() ?? "";

async function guest(name: string, options: Parameters<typeof stage.visit>[1] = {}): Promise<Page> {
  const page = await stage.visit("/healthz", options);
  await call(page, "POST", "/api/guest", { name });
  return page;
}

/** People at a table of this game, in order of play, each with its page open. */
async function seated(game: string, options: Record<string, string | number>, names: string[], quality = "board=flat"): Promise<{ pages: Page[]; id: string }> {
  const pages = await Promise.all(names.map((name) => guest(name)));
  const [first, ...others] = pages as [Page, ...Page[]];
  const { id } = await call<{ id: string }>(first, "POST", "/api/tables", { game, options, opponent: "friend", seat: "first" });
  for (const page of others) await call(page, "POST", `/api/tables/${id}/join`, {});
  for (const page of pages) {
    await page.goto(`${stage.server.url}/t/${id}?${quality}`);
    await page.getByTestId("board").waitFor();
  }
  return { pages, id };
}

async function type(page: Page, word: string): Promise<void> {
  await page.locator(".coordinate:enabled").fill(word);
  const before = (await moves(page)).length;
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await moves(page)).slice(before)).toContain(word); // it may have been played before, and captured
}

describe("three at a table of Margo", () => {
  it("play in turn; one leaves, the others go on to the result", async () => {
    const { pages, id } = await seated("margo", { size: 3, players: 3 }, ["Ann", "Ben", "Cleo"]);
    const [ann, ben, cleo] = pages as [Page, Page, Page];
    const watcher = await stage.visit(`/t/${id}?board=flat`);
    await type(ann, "A1");
    await type(ben, "C1");
    await type(cleo, "E1");
    await expect.poll(() => moves(watcher)).toEqual(["A1", "C1", "E1"]);
    await watcher.getByText("You are watching.").waitFor();
    expect(await watcher.locator(".player").count()).toBe(3);
    await ben.getByRole("button", { name: "Resign" }).click();
    await ben.getByRole("button", { name: "Yes, resign" }).click();
    await watcher.getByText(", left").waitFor();
    await type(ann, "A3");
    await type(cleo, "E3"); // Ben's turn is left out
    for (let i = 0; i < 60; ++i) {
      const { view, legal } = await stateOf(ann, id);
      if (view.over) break;
      const mover = view.turn.seat === 0 ? ann : cleo;
      const own = await stateOf(mover, id);
      expect(own.legal.length, legal.join()).toBeGreaterThan(0);
      await type(mover, own.legal[0] ?? "");
    }
    for (const page of [ann, ben, cleo]) await page.getByTestId("result").waitFor();
    const { view } = await stateOf(watcher, id);
    expect(view.sides.find((side) => side.seat === 1)?.retired).toBe(true);
    expect(view.result?.seat === 1).toBe(false);
    await expect.poll(() => watcher.getByTestId("announcer").textContent()).toContain("win");
  });
});

describe("phantom Go between two browsers", () => {
  it("sends nobody what he may not know, to the last byte before the end", async () => {
    const { pages, id } = await seated("phantom", { size: 5 }, ["Ann", "Ben"]);
    const [ann, ben] = pages as [Page, Page];
    const watcher = await guest("Walt");
    const heard = new Map<Page, string[]>();
    for (const page of [ann, ben, watcher]) {
      const list: string[] = [];
      heard.set(page, list);
      page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => list.push(String(payload))));
      page.on("response", async (answer) => {
        if (answer.url().includes("/api/") && !answer.url().includes("/socket")) list.push(await answer.text().catch(() => ""));
      });
    }
    for (const page of [ann, ben]) await page.reload(); // the sockets are opened anew, and listened to
    await watcher.goto(`${stage.server.url}/t/${id}?board=flat`);
    for (const page of [ann, ben, watcher]) await page.getByTestId("flat-board").waitFor();
    await type(ann, "C3");
    await type(ben, "D4");
    await type(ann, "B2");
    await ben.locator(".coordinate:enabled").fill("B2"); // where Ann stands
    await ben.keyboard.press("Enter");
    await ben.getByText("B2: There is already a piece there.").waitFor();
    await type(ben, "E5");
    await expect.poll(() => moves(watcher)).toEqual(["?", "?", "?", "?"]);
    await watcher.reload();
    await watcher.locator(".move").nth(3).waitFor();

    const secrets: [Page, readonly string[]][] = [
      [ann, ["D4", "E5"]],
      [ben, ["C3"]], // of B2 he knows, since he was refused there
      [watcher, ["C3", "D4", "B2", "E5"]],
    ];
    for (const [page, words] of secrets) {
      const frames = heard.get(page) ?? [];
      expect(frames.filter((frame) => frame.includes('"board"')).length).toBeGreaterThan(2);
      for (const frame of frames) for (const word of words) expect(frame).not.toMatch(new RegExp(`"(word|name)":"${word}"`));
      // Boards row by row: only what is one's own, and what one was refused at.
      for (const frame of frames) {
        const letters = [...frame.matchAll(/"board":\[([^\]]*)\]/g)].map((match) => match[1] ?? "").join("");
        if (page === ann) expect(letters).not.toContain("W");
        if (page === ben) expect((letters.match(/B/g) ?? []).length).toBeLessThanOrEqual([...frame.matchAll(/"board":/g)].length);
        if (page === watcher) expect(letters).not.toMatch(/[BW]/);
      }
    }
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.getByRole("button", { name: "Yes, resign" }).click();
    await watcher.getByTestId("result").waitFor();
    await expect.poll(() => moves(watcher).then((list) => list.slice(0, 3))).toEqual(["C3", "D4", "B2"]); // now all is open
  });
});

describe("what goes wrong", () => {
  it("two tabs of one player show the same game and send no move twice", async () => {
    const { pages, id } = await seated("go", { size: 5 }, ["Ann", "Ben"]);
    const [ann, ben] = pages as [Page, Page];
    const second = await ann.context().newPage();
    await second.goto(ann.url());
    await second.getByTestId("flat-board").waitFor();
    await second.locator(".coordinate:enabled").waitFor();
    await type(ann, "C3");
    await expect.poll(() => moves(second)).toEqual(["C3"]);
    await type(ben, "D4");
    await type(second, "B2");
    await expect.poll(() => moves(ann)).toEqual(["C3", "D4", "B2"]);
    expect((await stateOf(ann, id)).moves).toHaveLength(3);
  });

  it("a session that ended is told, and the board stays", async () => {
    const ann = await stage.visit("/healthz");
    await call(ann, "POST", "/api/account", { name: "Enna", password: "password of Enna" });
    const ben = await guest("Ben");
    const { id } = await call<{ id: string }>(ann, "POST", "/api/tables", { game: "go", options: { size: 5 }, opponent: "friend", seat: "first" });
    await call(ben, "POST", `/api/tables/${id}/join`, {});
    await ann.goto(`${stage.server.url}/t/${id}?board=flat`);
    await type(ann, "C3");
    await call(ben, "POST", `/api/tables/${id}/commands`, { request: "b1", version: (await stateOf(ben, id)).version, command: "play", word: "D4" });
    await expect.poll(() => moves(ann)).toEqual(["C3", "D4"]);
    await ann.context().clearCookies();
    await ann.reload();
    await ann.getByText("You are watching.").waitFor(); // all that stands is there, and nobody plays for her
    expect(await moves(ann)).toEqual(["C3", "D4"]);
    await ann.goto(`${stage.server.url}/account`);
    await ann.getByLabel("Name").fill("Enna");
    await ann.getByLabel("Password").first().fill("password of Enna");
    await ann.getByRole("button", { name: "Sign in" }).first().click();
    await ann.getByRole("heading", { name: "Enna" }).waitFor();
    await ann.goto(`${stage.server.url}/t/${id}?board=flat`);
    await type(ann, "B2");
  });

  it("a computer whose clock is an hour off shows the right time", async () => {
    const ann = await guest("Ann");
    await ann.addInitScript(() => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + 3_600_000;
    });
    const ben = await guest("Ben");
    const { id } = await call<{ id: string }>(ann, "POST", "/api/tables", {
      game: "go",
      options: { size: 5 },
      opponent: "friend",
      seat: "first",
      clock: "absolute 5m lag 300ms",
    });
    await call(ben, "POST", `/api/tables/${id}/join`, {});
    await ann.goto(`${stage.server.url}/t/${id}?board=flat`);
    await expect.poll(() => ann.locator(".clock-time").first().textContent()).toMatch(/^4:5\d|^5:00/);
    expect(idOf(ann)).toBe(id);
    await type(ann, "C3");
    await ben.goto(`${stage.server.url}/t/${id}?board=flat`);
    await expect.poll(() => ben.locator(".clock-time").first().textContent()).toMatch(/^4:[45]\d|^5:00/);
  });
});
