// The board explains itself: captures, refusals, hints in a first game, the end. As Ann and Ben see and hear it.
import { randomUUID } from "node:crypto";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { faultsOfLooks } from "./looks";
import { asAccount, call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kLines = { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "a7,b7,c7,d7,e7,f7,g7,h7" };
const kPhone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, bypassCSP: true };

interface Pair {
  ann: Page;
  ben: Page;
  id: string;
}

/** Two people at a game, who have never played one here. */
async function pair(game: string, options: Record<string, string | number>, second: BrowserContextOptions = { bypassCSP: true }): Promise<Pair> {
  const ann = await stage.visit("/healthz", { bypassCSP: true });
  const ben = await stage.visit("/healthz", second);
  await call(ann, "POST", "/api/guest", { name: "Annabella" });
  await call(ben, "POST", "/api/guest", { name: "Ben Nightingale" });
  const { id } = await call<{ id: string }>(ann, "POST", "/api/tables", { game, options, opponent: "friend", seat: "first", clock: "none" });
  await call(ben, "POST", `/api/tables/${id}/join`, {});
  for (const page of [ann, ben]) {
    await page.goto(`${stage.server.url}/t/${id}?board=flat`);
    await page.getByTestId("flat-board").waitFor();
  }
  return { ann, ben, id };
}

async function play(page: Page, id: string, ...words: string[]): Promise<void> {
  for (const word of words) {
    const { version } = await call<TableState>(page, "GET", `/api/tables/${id}`);
    await call(page, "POST", `/api/tables/${id}/commands`, { request: randomUUID(), version, command: "play", word });
  }
}

/** By turns, Ann first. */
async function playAll({ ann, ben, id }: Pair, ...words: string[]): Promise<void> {
  for (const [i, word] of words.entries()) await play(i % 2 === 0 ? ann : ben, id, word);
}

const happened = (page: Page) => page.getByTestId("happened");
const hint = (page: Page) => page.getByTestId("hint");
const announced = (page: Page) => page.getByTestId("announcer").textContent();

async function type(page: Page, word: string): Promise<void> {
  const field = page.getByRole("textbox", { name: /Type a move/ });
  await field.fill(word);
  await field.press("Enter");
}

describe("a capture", () => {
  it("is explained at the board, heard once, and walked back to", async () => {
    const game = await pair("go", { size: 5 }, kPhone);
    await playAll(game, "B1", "A1", "A2");
    for (const page of [game.ann, game.ben]) {
      await happened(page).getByText("Black captures 1 stone: A1.").waitFor();
      await expect.poll(() => announced(page)).toBe("Black plays A2 and captures A1.");
      expect(await happened(page).getAttribute("aria-live")).toBeNull();
      expect(await faultsOfLooks(page)).toEqual([]);
    }
    await picture(game.ann, "explain_capture_wide");
    await picture(game.ben, "explain_capture_phone");
    await game.ann.keyboard.press("ArrowLeft");
    await happened(game.ann).getByText("White plays A1.").waitFor();
  });

  it("is not explained to who does not wish it", async () => {
    const game = await pair("go", { size: 5 });
    await playAll(game, "B1", "A1", "A2");
    await happened(game.ann).getByText("Black captures 1 stone: A1.").waitFor();
    await game.ann.evaluate(() => localStorage.setItem("cairn.settings", JSON.stringify({ explain: false })));
    await game.ann.reload();
    await game.ann.getByTestId("flat-board").waitFor();
    await game.ann.locator(".move").nth(2).waitFor();
    expect(await happened(game.ann).count()).toBe(0);
  });
});

describe("a refusal", () => {
  it("is explained with the stones in question marked, and said at once where a move was typed", async () => {
    const game = await pair("go", { size: 5 }, kPhone);
    await playAll(game, "B1", "C3", "A2", "C4", "E5");
    await type(game.ben, "A1");
    await happened(game.ben).getByRole("alert").getByText("A1 is not allowed: the stone would have no liberty.").waitFor();
    expect(await game.ben.getByTestId("status").getByRole("alert").count()).toBe(0); // it is heard once
    await picture(game.ben, "explain_refusal_phone");
    expect(await faultsOfLooks(game.ben)).toEqual([]);
  });
});

describe("every refusal", () => {
  it("is said at the board: a piece in the way, a step back to where it began, a step too far", async () => {
    const go = await pair("go", { size: 5 });
    await playAll(go, "B1", "A1");
    await type(go.ann, "A1");
    await happened(go.ann).getByRole("alert").getByText("A1: There is already a piece there.").waitFor();
    const { ann, id } = await pair("margrites", kLines);
    await type(ann, "a2>a4");
    await happened(ann).getByRole("alert").getByText("a2 to a4: That is too far for one step.").waitFor();
    await play(ann, id, "a2>a3");
    await happened(ann).getByText("Black plays a2 to a3.").waitFor();
    await type(ann, "a3>a2");
    await happened(ann).getByRole("alert").getByText("a3 to a2: The piece started this turn there; it cannot return in the same turn.").waitFor();
    await type(ann, "hello"); // nothing of the board
    await ann.getByTestId("status").getByRole("alert").getByText("hello: That is not a move of this game.").waitFor();
  });
});

describe("a first game", () => {
  it("has hints at their moment, which can be shown on the board and put away for good", async () => {
    const game = await pair("go", { size: 5 });
    await playAll(game, "B1", "A1");
    await hint(game.ann).getByText("You can capture this group: play on its last liberty.").waitFor();
    const show = hint(game.ann).getByRole("button", { name: "Show me" });
    await show.click();
    await expect.poll(() => show.getAttribute("aria-pressed")).toBe("true");
    expect(await hint(game.ann).getByRole("link", { name: "Lesson" }).getAttribute("href")).toBe("/learn/go");
    await picture(game.ann, "explain_hint_wide");
    expect(await faultsOfLooks(game.ann)).toEqual([]);
    await hint(game.ann).getByRole("button", { name: "Don't show again" }).click();
    await expect.poll(() => hint(game.ann).count()).toBe(0);
    expect(await game.ann.getByTestId("status").evaluate((one) => one === document.activeElement)).toBe(true);
    await game.ann.reload();
    await game.ann.getByTestId("flat-board").waitFor();
    await happened(game.ann).getByText("White plays A1.").waitFor();
    expect(await hint(game.ann).count()).toBe(0);
  });

  it("begins, as the start page proposes it, against a bot that can be beaten", async () => {
    const page = await stage.visit("/");
    await page.getByText("More options").click();
    const level = page.getByLabel("Bot level");
    expect(await level.inputValue()).toBe("1");
    await page.evaluate(() => localStorage.setItem("cairn.firsts", JSON.stringify({ never: [], games: { go: 2 }, levels: { go: 5 } })));
    await page.reload();
    await page.getByText("More options").click();
    expect(await level.inputValue()).toBe("1"); // Margo
    await page.locator(".game-card", { hasText: /^Go/ }).click();
    expect(await level.inputValue()).toBe("5");
  });

  it("begins there with a new account, too; the next one after a loss is a level lower, not below the first", async () => {
    const page = await asAccount(stage, "Newcomer", "/");
    const level = page.getByLabel("Bot level");
    await page.getByText("More options").click();
    await page.getByText("Newcomer").first().waitFor({ state: "attached" }); // it is known who this is
    expect(await level.inputValue()).toBe("1");
    const lose = async (at: number) => {
      const terms = { game: "margo", options: { size: 4 }, opponent: "bot", seat: "first", seconds: 0.5, level: at, clock: "none" };
      const { id } = await call<{ id: string }>(page, "POST", "/api/tables", terms);
      await page.goto(`${stage.server.url}/t/${id}?board=flat`);
      await page.getByTestId("flat-board").waitFor();
      await page.getByRole("button", { name: "Resign" }).click();
      await page.getByRole("button", { name: "Yes, resign" }).click();
      await page.getByTestId("end").getByText("White resigned: black wins").waitFor();
      await page.goto(`${stage.server.url}/`);
      await page.getByText("More options").click();
      return level.inputValue();
    };
    expect(await lose(1)).toBe("1");
    await page.evaluate(() => localStorage.setItem("cairn.firsts", JSON.stringify({ never: [], games: { margo: 1 }, levels: { margo: 4 } })));
    expect(await lose(4)).toBe("3");
  });

  it("played offline says nothing of the level of the server's bot", async () => {
    const page = await stage.visit("/?board=flat");
    await page.getByRole("button", { name: "Play offline" }).click();
    await page.locator(".level-choice button").last().click();
    await page.waitForURL(/\/local\//);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.getByTestId("end").getByText("White resigned: black wins").waitFor();
    const noted = () => page.evaluate(() => JSON.parse(localStorage.getItem("cairn.firsts") ?? "null") as unknown);
    await expect.poll(noted).toEqual({ never: [], games: { margo: 1 }, levels: {} });
  });
});

describe("the end", () => {
  it("is explained with the count, and leads to a review, a rematch and the next game", async () => {
    const game = await pair("go", { size: 5, komi: "0.5" }, kPhone);
    await playAll(game, "C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "pass", "pass", "accept", "accept");
    for (const page of [game.ann, game.ben]) {
      const end = page.getByTestId("end");
      await end.getByText("Both players passed and accepted the score.").waitFor();
      const rows = await end.locator("tr").allTextContents();
      expect(rows.map((row) => row.replace(/\s+/g, " ").trim())).toEqual([
        "Black White",
        "Stones on the board55",
        "Surrounded points105",
        "Komi00.5",
        "Total1510.5",
      ]);
      expect(await faultsOfLooks(page)).toEqual([]);
    }
    await picture(game.ann, "explain_end_wide");
    await picture(game.ben, "explain_end_phone");
    await game.ann.getByRole("button", { name: "Rematch" }).click();
    await game.ann.getByText("You asked for a rematch.").waitFor();
    await game.ben.getByText("Annabella asks for a rematch.").waitFor();
    await game.ben.getByRole("button", { name: "Rematch" }).click();
    await game.ann.getByRole("link", { name: "Go to the rematch" }).waitFor();
    await game.ben.getByRole("link", { name: /waits for your move/ }).waitFor(); // it is Ben's turn there
    expect(await game.ben.getByTestId("end").getByRole("link", { name: "New game" }).getAttribute("href")).toBe("/");
    await game.ben.getByRole("button", { name: "Review" }).click();
    await game.ben.getByText("Viewing an earlier position").waitFor();
  });
});
