// The analysis board: variations, notes, files, links, studies, keys, and what is kept.
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, bypassCSP: true, colorScheme: "dark" } as const;

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["CAIRN_PICTURES"]) await page.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/${name}.png`, fullPage: true });
}

async function type(page: Page, ...words: string[]): Promise<void> {
  for (const word of words) {
    await page.locator(".coordinate:enabled").fill(word);
    await page.keyboard.press("Enter");
    await page.locator(".tree-move[aria-current]", { hasText: word }).waitFor();
  }
}

const tree = (page: Page) => page.locator(".tree-move .move-word").allTextContents();
const place = (page: Page) => page.getByTestId("place");
const board = (page: Page) => page.locator("#board-words");

async function open(page: Page, title: string): Promise<void> {
  const panel = page.locator("details.panel", { has: page.getByRole("heading", { name: title }) });
  if ((await panel.getAttribute("open")) === null) await panel.locator("summary").first().click();
}

async function read(page: Page, text: string): Promise<void> {
  await open(page, "Import a game");
  await page.getByLabel("Game as text").fill(text);
  await page.getByRole("button", { name: "Import", exact: true }).click();
}

/** A new account in this context. */
async function account(context: BrowserContext, name: string): Promise<void> {
  const answer = await context.request.post(`${stage.server.url}/api/account`, { data: { name, password: "a long enough password" } });
  expect(answer.ok()).toBe(true);
}

/** A finished game of two people: its id. */
async function finished(game: string, options: Record<string, number>, words: string[]): Promise<string> {
  const [ann, ben] = [await stage.browser.newContext(), await stage.browser.newContext()];
  for (const context of [ann, ben]) await context.request.post(`${stage.server.url}/api/guest`, { data: {} });
  const made = await ann.request.post(`${stage.server.url}/api/tables`, { data: { game, options, opponent: "friend", seat: "first" } });
  const { id } = (await made.json()) as { id: string };
  const path = `${stage.server.url}/api/tables/${id}`;
  await ben.request.post(`${path}/join`, { data: {} });
  for (const [i, word] of [...words, "resign"].entries()) {
    const context = i % 2 === 0 ? ann : ben;
    const { version } = (await (await context.request.get(path)).json()) as { version: number };
    const command = word === "resign" ? { command: "resign" } : { command: "play", word };
    const answer = await context.request.post(`${path}/commands`, { data: { request: `r${i}`, version, ...command } });
    expect(answer.status()).toBe(200);
  }
  await ann.close();
  await ben.close();
  return id;
}

describe("the analysis board", () => {
  it("goes on as a game against the bot from any move, but not from a position that was set up", async () => {
    const page = await stage.visit("/analysis#new=spargo&moves=C3+E3+C5");
    await board(page).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Previous move" }).click();
    await page.getByRole("button", { name: "Play from here against the bot" }).click();
    await page.waitForURL(/\/local\//);
    await page.getByText("Your turn", { exact: true }).waitFor();
    const moves = page.locator("section", { has: page.getByRole("heading", { name: "Moves" }) });
    await expect.poll(() => moves.textContent()).toMatch(/C3.*E3/);
    expect(await moves.textContent()).not.toContain("C5");
    await page.goto(`${stage.server.url}/analysis`);
    await read(
      page,
      '{"format":"cairn-record","version":2,"game":"spargo","options":{},"position":{"board":["..../..../W.../....",".../.../...","../..","."],"to_move":"black"},"nodes":[{}]}',
    );
    await expect.poll(() => board(page).textContent()).toContain("white");
    expect(await page.getByRole("button", { name: "Play from here against the bot" }).count()).toBe(0);
  });

  it("grows a tree by moves, walks it by keys, and keeps notes", async () => {
    const page = await stage.visit("/analysis?board=flat", { bypassCSP: true });
    await type(page, "A3", "A1", "C1");
    expect(await board(page).textContent()).toBe("Layer 1, white: A3, C1."); // A1 was captured
    expect(await place(page).textContent()).toBe("Move 3 of 3");
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    expect(await place(page).textContent()).toBe("Move 1 of 3");
    await type(page, "E5", "G7");
    expect(await tree(page)).toEqual(["A3", "A1", "E5", "G7", "C1"]);
    await page.getByRole("textbox", { name: "Comment on G7" }).fill("Far away.");
    await page.locator(".notes-mark select").selectOption("doubtful");
    await page.locator(".tree-comment", { hasText: "Far away." }).waitFor();
    expect(await tree(page)).toContain("G7?!");
    await picture(page, "analysis_wide");
    expect(await faultsOfLooks(page)).toEqual([]);

    // Up and down go from variation to variation; the variation becomes the main line, and goes.
    await page.locator(".tree-move", { hasText: "E5" }).click();
    await page.keyboard.press("ArrowDown");
    await page.locator(".tree-move[aria-current]", { hasText: "A1" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.getByRole("button", { name: "Promote variation" }).click();
    expect(await tree(page)).toEqual(["A3", "E5", "A1", "C1", "G7?!"]);
    await page.getByRole("button", { name: "Delete" }).click();
    expect(await tree(page)).toEqual(["A3", "A1", "C1"]);
    await page.keyboard.press("Control+z");
    expect(await tree(page)).toEqual(["A3", "E5", "A1", "C1", "G7?!"]);

    // All of it is there again when the page is.
    await expect.poll(() => page.evaluate(() => localStorage.getItem("cairn.analysis.board") ?? "")).toContain("Far away.");
    await page.waitForTimeout(600); // the place, too, is kept a moment later
    await page.reload();
    await expect.poll(() => tree(page)).toEqual(["A3", "E5", "A1", "C1", "G7?!"]);
  });

  it("says why a move cannot be played, and plays by clicks", async () => {
    const page = await stage.visit("/analysis?board=flat#new=go&options=%7B%22size%22%3A%225%22%7D", { bypassCSP: true });
    const places = page.locator("svg circle[style*=pointer]");
    await expect.poll(() => places.count()).toBe(25);
    await places.nth(12).click();
    await page.locator(".tree-move", { hasText: "C3" }).waitFor();
    await page.locator(".coordinate").fill("C3");
    await page.keyboard.press("Enter");
    await page.getByTestId("happened").getByText("C3: There is already a piece there.").waitFor();
    const pass = page.getByRole("button", { name: "Pass", exact: true });
    await pass.click();
    await pass.click();
    // Both may speak now: whose move it is can be chosen.
    await page.getByLabel("Player to move").selectOption({ label: "White" });
    const accept = page.getByRole("button", { name: "Accept", exact: true });
    await accept.click();
    await page.getByLabel("Player to move").selectOption({ label: "Black" });
    await accept.click();
    await page.getByTestId("status").getByText("Black wins by").waitFor();
    // The arrows go on walking after the board was used by pointer.
    await page.locator(".board-frame").click({ position: { x: 60, y: 12 } });
    await page.keyboard.press("Home");
    expect(await place(page).textContent()).toBe("Start (move 0 of 5)");
  });

  it("steps with pieces", async () => {
    const page = await stage.visit("/analysis?board=flat", { bypassCSP: true });
    await open(page, "New board");
    await page.locator("label.option", { hasText: "Game" }).locator("select").selectOption("margrites");
    await page.getByRole("button", { name: "Set up board" }).click();
    await page.locator(".table-options", { hasText: "MARGRITES" }).waitFor();
    await page.locator("svg circle[fill=transparent]:not([style])").nth(12).click({ force: true });
    const targets = page.locator("svg circle[style*=pointer]");
    await expect.poll(() => targets.count()).toBeGreaterThan(1);
    await picture(page, "analysis_steps");
    await targets.first().click();
    await expect.poll(() => tree(page)).toHaveLength(1);
    expect((await tree(page))[0]).toMatch(/^[a-h]2>[a-i]\d$/);
    expect(await faultsOfLooks(page)).toEqual([]);
  });

  it("begins MARGRITES with formations, or lets both be arranged", async () => {
    const page = await stage.visit("/analysis?board=flat#new=margrites", { bypassCSP: true });
    await type(page, "d2>d3");
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".candidate").first().waitFor();
    const other = await stage.visit(`/analysis?board=flat#new=margrites&options=${encodeURIComponent('{"black":""}')}`, kPhone);
    await other.getByRole("button", { name: "Teeth" }).click();
    await picture(other, "analysis_arranging");
    expect(await faultsOfLooks(other)).toEqual([]);
    await other.getByRole("button", { name: "Propose this formation" }).click();
    await expect.poll(() => other.getByLabel("Player to move").locator("option:checked").textContent()).toBe("White");
    await other.getByRole("button", { name: "Propose this formation" }).click();
    for (const times of [1, 2]) {
      await other.locator(".formation-panel").getByRole("button", { name: "Accept formation" }).click();
      await expect.poll(async () => (await tree(other)).filter((word) => word === "accept").length).toBe(times);
    }
    await type(other, "a2>a3");
    expect(await board(other).textContent()).toContain("Black: a3, c2, e2, g2, i2, b1, d1, f1.");
  });

  it("is printed with every move and whole comments, without what wants to be pressed", async () => {
    const page = await stage.visit("/analysis#new=spargo&moves=C3+E3+C5", { colorScheme: "dark" });
    const words = "A comment that is long enough to be cut on the screen. ".repeat(6).trim();
    await page.getByRole("textbox", { name: "Comment on C5" }).fill(words);
    await page.emulateMedia({ media: "print" });
    await page.locator(".tree-comment", { hasText: words }).waitFor();
    for (const word of ["C3", "E3", "C5"]) expect(await page.locator(".tree-move", { hasText: word }).first().isVisible()).toBe(true);
    expect(await page.getByRole("heading").allTextContents()).toEqual(["AnalysisSpargo 4 × 4", "Moves"]);
    expect(await page.locator("button:not(.tree-move):visible, textarea:visible, input:visible, select:visible").count()).toBe(0);
    expect(await page.locator(".tree-comment").evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
    await page.getByTestId("flat-board").waitFor(); // in space on the screen, flat on paper
    await picture(page, "analysis_print");
  });

  it("opens SGF with variations, saves it in every form, and tells what is wrong", async () => {
    const page = await stage.visit("/analysis?board=flat", { bypassCSP: true });
    await read(page, "(;GM[1]SZ[5]PB[Ann]PW[Ben];B[cc]C[the middle](;W[bc];B[bb])(;W[dc]TE[1]))");
    await page.getByText("Imported: 4 moves.").waitFor();
    expect(await tree(page)).toEqual(["C3", "B3", "D3!", "B4"]);
    await page.locator(".player-name", { hasText: "Ann" }).waitFor();
    for (const [form, holds] of [
      ["SGF", "C[the middle]"],
      ["JSON", '"mark":"good"'],
      ["Text", "C3 B3 B4"],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: form, exact: true }).click()]);
      expect(readFileSync((await file.path()) ?? "", "utf8")).toContain(holds);
    }
    await read(page, "D4 nonsense");
    await page.locator(".panel-said").getByText("1 part could not be played").waitFor();
    expect(await tree(page)).toEqual(["D4"]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo the last change" }).click(); // the game before comes back
    expect(await tree(page)).toEqual(["C3", "B3", "D3!", "B4"]);
    await read(page, "(;GM[1]SZ[99];B[cc])");
    await page.locator(".panel-said .problem").waitFor();
    await picture(page, "analysis_files");
    expect(await faultsOfLooks(page)).toEqual([]);
  });

  it("puts the whole game into a link", async () => {
    const page = await stage.visit("/analysis?board=flat");
    await type(page, "C3", "E3");
    await page.getByRole("textbox", { name: "Comment on E3" }).fill("hm – ✓");
    await page.getByRole("button", { name: "Copy link" }).click();
    const link = await page.getByLabel("Link to this game").inputValue();
    const other = await stage.visit(link.slice(stage.server.url.length).replace("#", "?board=flat#"));
    await expect.poll(() => tree(other)).toEqual(["C3", "E3"]);
    await other.getByText("hm – ✓").first().waitFor();
    const broken = await stage.visit(link.slice(stage.server.url.length, -9));
    await broken.getByText("This link does not contain a complete game.").waitFor();
  });

  it("thinks about the position and about the line", async () => {
    const page = await stage.visit("/analysis?board=flat#new=spargo&moves=C3+E3+C5", { bypassCSP: true });
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".candidate").first().waitFor();
    await page.getByTestId("win-graph").waitFor();
    await expect.poll(() => page.locator("[data-advice]").count()).toBeGreaterThan(0);
    await picture(page, "analysis_engine");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByTestId("win-graph").focus();
    await page.keyboard.press("Home");
    expect(await place(page).textContent()).toBe("Start (move 0 of 3)");
  });

  it("opens a finished table's game, and keeps it as a study that can be shared, changed and deleted", async () => {
    const id = await finished("go", { size: 5 }, ["C3", "C4", "D4"]);
    const page = await stage.visit(`/t/${id}`, { bypassCSP: true });
    await account(page.context(), "Ann");
    await page.getByRole("link", { name: "Analyse" }).click();
    await expect.poll(() => tree(page)).toEqual(["C3", "C4", "D4", "resign"]);
    await page.locator(".tree-move", { hasText: "D4" }).click();
    await page.getByRole("textbox", { name: "Comment on D4" }).fill("Cuts.");
    await page.getByLabel("Name", { exact: true }).fill("A cut");
    await page.getByLabel("Who can see it").selectOption("link");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.waitForURL(/\/studies\//);
    await page.getByRole("heading", { name: "A cut" }).waitFor();
    expect(await page.locator(".tree-move[aria-current]").textContent()).toContain("D4");
    const path = new URL(page.url()).pathname;

    // Somebody else reads it and cannot change it; he may keep a copy.
    const other = await stage.visit(path);
    await other.locator(".tree-comment", { hasText: "Cuts." }).waitFor();
    await other.locator(".table-options", { hasText: "by Ann" }).waitFor();
    await other.getByText("to save this game as a study and share it").waitFor();

    // It is changed; what is not saved is there again later.
    await page.getByRole("button", { name: "Saved" }).waitFor();
    await page.getByRole("textbox", { name: "Comment on D4" }).fill("It cuts.");
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByRole("button", { name: "Saved", exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Comment on D4" }).fill("It cuts well.");
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain("cuts well");
    await page.reload();
    await page.getByText("Your unsaved changes were restored.").waitFor();
    await picture(page, "analysis_study");
    expect(await faultsOfLooks(page)).toEqual([]);

    // Meanwhile another window has changed it: nothing is lost there.
    const card = (await (await page.request.get(`${stage.server.url}/api${path}`)).json()) as { version: number; table: string | null; record: unknown };
    expect(card.table).toBe(id);
    const put = await page.request.put(`${stage.server.url}/api${path}`, {
      data: { version: card.version, name: "A cut", access: "public", record: JSON.stringify(card.record) },
    });
    expect(put.status()).toBe(200);
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.locator(".panel-form .problem").waitFor();
    expect(await page.getByRole("textbox", { name: "Comment on D4" }).inputValue()).toBe("It cuts well.");

    await page.getByRole("link", { name: "Your studies" }).click();
    await page.getByRole("heading", { name: "Your studies" }).waitFor();
    await page.getByRole("link", { name: /A cut/ }).waitFor();
    await picture(page, "studies_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByLabel("Who can see A cut").selectOption("private");
    await expect.poll(async () => (await other.request.get(`${stage.server.url}/api${path}`)).status()).toBe(404);
    await page.getByRole("button", { name: "Delete A cut" }).click();
    await page.getByRole("button", { name: "Yes, delete A cut" }).click();
    await page.getByText("No studies yet.").waitFor();
    await page.goto(stage.server.url + path);
    await page.getByRole("heading", { name: "This game cannot be opened" }).waitFor();
  });

  it("takes no game that goes on", async () => {
    const page = await stage.visit("/");
    await page.request.post(`${stage.server.url}/api/guest`, { data: {} });
    const made = await page.request.post(`${stage.server.url}/api/tables`, { data: { game: "go", options: { size: 5 }, opponent: "friend", seat: "first" } });
    const { id } = (await made.json()) as { id: string };
    await page.goto(`${stage.server.url}/analysis/${id}`);
    await page.getByText("This game is still in progress.").waitFor();
    await page.goto(`${stage.server.url}/analysis/nonsense`);
    await page.getByRole("heading", { name: "This game cannot be opened" }).waitFor();
  });

  it("stands on the pyramid, too", async () => {
    const page = await stage.visit("/analysis#new=margo&options=%7B%22size%22%3A%224%22%7D&moves=C3+E3+C5+E5");
    await page.waitForSelector("canvas[data-frames]");
    await type(page, "D4");
    await page.locator("#board-words").getByText("Layer 2, white: D4.").waitFor({ state: "attached" });
    await picture(page, "analysis_pyramid");
    await page.goto(`${stage.server.url}/learn/margo#zombies`);
    await page.waitForSelector("canvas[data-frames]");
    await picture(page, "learn_pyramid");
  });

  it("is used on a phone", async () => {
    const page = await stage.visit("/analysis?board=flat#new=go&options=%7B%22size%22%3A%229%22%7D&moves=E5+C3+G7", kPhone);
    await expect.poll(() => tree(page)).toEqual(["E5", "C3", "G7"]);
    await page.getByRole("button", { name: "Previous move" }).tap();
    await page.locator("svg circle[style*=pointer]").first().tap();
    await page.getByRole("button", { name: "Confirm move" }).tap();
    await expect.poll(() => tree(page)).toHaveLength(4);
    await picture(page, "analysis_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.goto(`${stage.server.url}/studies`);
    await page.getByText("to save studies. The analysis board works without an account.").waitFor();
    await picture(page, "studies_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});
