// Boards beside studies, puzzles and explorer moves, filters that stay in the address, and boards that explain themselves
// away from a game.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { call } from "./people";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { viewport: { width: 390, height: 844 } };
let ann: Page;

const keep = (name: string, record: string) => call<{ id: string }>(ann, "POST", "/api/studies", { name, access: "public", record });
const discs = (page: Page, of: string) => page.locator(`${of} svg path[fill]:not([fill=none]):not([data-last])`);

beforeAll(async () => {
  const context = await stage.browser.newContext(kPhone);
  ann = await context.newPage();
  await ann.goto(`${stage.server.url}/healthz`);
  await call(ann, "POST", "/api/account", { name: "Ann", password: "password of Ann" });
  await keep("A corner", "(;GM[1]SZ[9];B[cc];W[gc](;B[cg])(;B[gg]))");
  await keep("A pyramid", JSON.stringify({ format: "cairn-record", version: 1, game: "margo", options: { size: "4" }, moves: [[0, "C3"]] }));
});

describe("lists", () => {
  it("of studies have boards of where they lead, asked for at once, and a filter that the address keeps", async () => {
    const page = await ann.context().newPage();
    const asked: string[] = [];
    page.on("request", (one) => one.url().includes("/api/study-boards") && asked.push(one.url()));
    await page.goto(`${stage.server.url}/studies`);
    await expect.poll(() => page.locator("[data-study] svg").count()).toBe(2);
    expect(asked).toHaveLength(1);
    expect(await discs(page, "li:has-text('A corner')").count()).toBe(2); // black, white
    await page.getByLabel("Game").selectOption("margo");
    await expect.poll(() => page.getByRole("listitem").filter({ hasText: "A corner" }).count()).toBe(0);
    await page.reload();
    await page.getByText("A pyramid").waitFor();
    expect(page.url()).toContain("#game=margo");
    expect(await page.getByText("A corner").count()).toBe(0);
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.close();
  });

  it("of studies ask the server for one game", async () => {
    const page = await ann.context().newPage();
    await page.goto(`${stage.server.url}/studies`);
    await page.getByText("A corner").waitFor();
    const asked: string[] = [];
    page.on("request", (one) => one.url().includes("/api/studies") && asked.push(new URL(one.url()).search));
    const filter = page.getByLabel("Game");
    await filter.focus();
    await filter.selectOption("margo");
    await expect.poll(() => page.getByText("A corner").count()).toBe(0);
    await page.getByText("A pyramid").waitFor();
    expect(asked).toEqual(["?game=margo"]);
    expect(await filter.evaluate((one) => one === document.activeElement)).toBe(true);
    await filter.selectOption("spargo");
    await page.getByText("No studies of this game.").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await filter.selectOption("");
    await page.getByText("A corner").waitFor();
    await page.close();
  });

  it("of tournaments ask the server for one game, which the address keeps", async () => {
    const wish = { clock: "correspondence 3d", kind: "swiss" };
    for (const game of ["go", "margo"]) await call(ann, "POST", "/api/tournaments", { ...wish, name: `Cup of ${game}`, game });
    const page = await stage.visit("/tournaments", kPhone);
    await page.getByRole("link", { name: "Cup of go" }).waitFor();
    await page.getByLabel("Game").selectOption("margo");
    await expect.poll(() => page.getByRole("link", { name: "Cup of go" }).count()).toBe(0);
    await page.getByRole("link", { name: "Cup of margo" }).waitFor();
    const asked: string[] = [];
    page.on("request", (one) => one.url().includes("/api/tournaments") && asked.push(new URL(one.url()).search));
    await page.reload();
    await page.getByRole("link", { name: "Cup of margo" }).waitFor();
    expect(page.url()).toContain("#game=margo");
    expect(asked.filter((one) => !one.includes("game=margo"))).toEqual([]);
    expect(await page.getByRole("link", { name: "Cup of go" }).count()).toBe(0);
  });

  it("of puzzles have the positions, as has the start page", async () => {
    await expect.poll(async () => (await ann.request.get(`${stage.server.url}/api/puzzles/today`)).status()).toBe(200);
    const page = await stage.visit("/", kPhone);
    await page.locator(".puzzle-link").scrollIntoViewIfNeeded(); // boards are asked for when they come into sight
    await page.locator(".puzzle-link [data-puzzle] svg").waitFor();
    await page.goto(`${stage.server.url}/learn/puzzles#daily`);
    await page.locator(".list-row [data-puzzle] svg").first().waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
  });

  it("have no boards where they are not wished", async () => {
    const page = await stage.visit("/settings", kPhone);
    await page.getByLabel("Boards in lists").uncheck();
    await page.goto(`${stage.server.url}/`);
    await page.locator(".puzzle-link").waitFor();
    expect(await page.locator(".small-board").count()).toBe(0);
  });
});

describe("the analysis board", () => {
  it("says what a move captured and why another is not allowed, where that is wished", async () => {
    const page = await stage.visit('/analysis?board=flat#new=go&options={"size":"5"}&moves=A2 A1 E5 C3 B1', kPhone);
    const happened = page.getByTestId("happened");
    await happened.getByText("Black captures 1 stone: A1.").waitFor();
    const typed = page.getByRole("textbox", { name: /^Type a move/ });
    await typed.fill("A1");
    await typed.press("Enter");
    await happened.getByText("A1 is not allowed: the stone would have no liberty.").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("button", { name: "Previous move" }).click();
    await happened.getByText("Black plays E5.").or(happened.getByText("White plays C3.")).first().waitFor();
    await page.getByText("Board settings").click();
    await page.getByLabel("Explanations").uncheck();
    await expect.poll(() => happened.count()).toBe(0);
  });

  it("says how a game ended and how the score came about", async () => {
    const page = await stage.visit(
      '/analysis?board=flat#new=go&options={"size":"5","komi":"0.5"}&moves=C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 pass pass black:accept white:accept',
    );
    await page.getByTestId("end").getByText("Both players passed and accepted the score.").waitFor();
    expect(await page.getByTestId("end").locator("tr").count()).toBe(5);
  });
});

describe("zen mode", () => {
  it("hides what is not the game, by a key and by buttons", async () => {
    const { id } = await call<{ id: string }>(ann, "POST", "/api/tables", { game: "go", options: { size: 5 }, opponent: "friend", seat: "first" });
    const page = await ann.context().newPage();
    await page.goto(`${stage.server.url}/t/${id}?board=flat`);
    const moves = page.getByRole("heading", { name: "Moves" });
    await moves.waitFor();
    await page.keyboard.press("Shift+Z");
    await expect.poll(() => moves.isVisible()).toBe(false);
    expect(await page.getByRole("link", { name: "Cairn, home" }).isVisible()).toBe(false);
    await page.getByRole("button", { name: "Leave zen mode" }).click();
    await expect.poll(() => moves.isVisible()).toBe(true);
    await page.keyboard.press("Shift+Z");
    await expect.poll(() => moves.isVisible()).toBe(false);
    await page.keyboard.press("Escape");
    await expect.poll(() => moves.isVisible()).toBe(true);
    await page.close();
  });
});
