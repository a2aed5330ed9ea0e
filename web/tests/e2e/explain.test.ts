// The board explains itself: captures, refusals, hints in a first game, the end. As Ann and Ben see and hear it.
import { randomUUID } from "node:crypto";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { faultsOfLooks } from "./looks";
import { call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
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
    await page.evaluate(() => localStorage.setItem("cairn.firsts", JSON.stringify({ never: [], games: { go: 2 }, level: 5 })));
    await page.reload();
    await page.getByText("More options").click();
    expect(await level.inputValue()).toBe("5");
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
    expect(await game.ben.getByRole("link", { name: "New game" }).getAttribute("href")).toBe("/");
    await game.ben.getByRole("button", { name: "Review" }).click();
    await game.ben.getByText("Viewing an earlier position").waitFor();
  });
});
