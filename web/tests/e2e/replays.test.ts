// Games with comments, and the sets of puzzles: walked by keys and by buttons, opened on the analysis board, on a phone too.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { kReplays } from "../../src/skins/replays";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, bypassCSP: true, colorScheme: "dark" } as const;

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["CAIRN_PICTURES"]) await page.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/${name}.png`, fullPage: true });
}

const said = (page: Page) => page.getByTestId("comment");
const place = (page: Page) => page.getByTestId("place");
const board = (page: Page) => page.locator("#board-words");
const commentOf = (game: string, index: number, turn: number): string => kReplays.find((one) => one.game === game)?.games[index]?.comments[turn] ?? "?";

describe("games with comments", () => {
  it("are listed under what is to be learned", async () => {
    const page = await stage.visit("/learn?board=flat", { bypassCSP: true });
    await page.getByRole("heading", { name: "Games with comments" }).waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("link", { name: /^MARGRITES games/ }).click();
    await page.getByRole("heading", { name: "MARGRITES: games with comments" }).waitFor();
    expect(await page.locator(".learn-card").count()).toBe(3);
    await picture(page, "replays_list");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("link", { name: /^The last piece/ }).click();
    await page.getByRole("heading", { name: "The last piece" }).waitFor();
    expect(new URL(page.url()).hash).toBe("#3");
    await page.goBack();
    await page.getByRole("link", { name: /^Left behind/ }).waitFor();
  });

  it("are walked by keys and by buttons, each turn with its comment", async () => {
    const page = await stage.visit("/learn/margrites-games?board=flat#1", { bypassCSP: true });
    await said(page)
      .getByText(commentOf("margrites", 0, 0))
      .waitFor();
    await page.keyboard.press("ArrowRight");
    expect(await place(page).textContent()).toBe("Move 1 of 73");
    await said(page).getByText("No comment on this turn.").waitFor();
    await page.keyboard.press("ArrowDown");
    expect(await place(page).textContent()).toBe("Move 16 of 73");
    await page.getByRole("heading", { name: "Turn 4, white" }).waitFor();
    await page.keyboard.press("ArrowUp");
    expect(await place(page).textContent()).toBe("Start (move 0 of 73)");
    await page.getByRole("button", { name: /^15/ }).click();
    await said(page)
      .getByText(commentOf("margrites", 0, 15))
      .waitFor();
    expect(await page.locator(".move[aria-current] .replay-words").textContent()).toContain("×g5,h5");
    await picture(page, "replay_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("button", { name: "Previous move" }).click();
    await said(page)
      .getByText(commentOf("margrites", 0, 15))
      .waitFor(); // the same turn
    await page.keyboard.press("End");
    await said(page).getByText("White wins").waitFor();
    expect(await page.getByRole("button", { name: "Next move" }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Next comment" }).isDisabled()).toBe(true);
  });

  it("go on at the analysis board from the move that is shown", async () => {
    const page = await stage.visit("/learn/go-games?board=flat#1");
    await page.getByRole("button", { name: /^26/ }).click();
    await expect.poll(() => board(page).textContent()).toMatch(/White: .*E2/);
    const shown = await board(page).textContent();
    await page.getByRole("link", { name: "Open on the analysis board" }).click();
    await place(page).getByText("Move 26 of 54").waitFor();
    expect(await board(page).textContent()).toBe(shown);
    expect(await page.locator(".tree-move").count()).toBe(54);
  });

  it("lead from one to the next", async () => {
    const page = await stage.visit("/learn/margrites-games?board=flat#1");
    await page.keyboard.press("End");
    await page.getByRole("link", { name: "Next: Left behind" }).click();
    await page.getByRole("heading", { name: "Left behind" }).waitFor();
    expect(await place(page).textContent()).toBe("Start (move 0 of 77)");
    await page.getByRole("link", { name: "All games with comments" }).click();
    await page.getByRole("link", { name: /^Round the end/ }).waitFor();
    await page.goto(`${stage.server.url}/learn/chess-games`);
    await page.getByText("Lesson not found").waitFor();
  });

  it("stand on the pyramid, too", async () => {
    const page = await stage.visit("/learn/spargo-games#1");
    await page.waitForSelector("canvas[data-frames]");
    await page.keyboard.press("End");
    await said(page)
      .getByText(commentOf("spargo", 0, 37))
      .waitFor();
    expect(await page.locator(".move[aria-current] .replay-words").textContent()).toContain("×13");
    await picture(page, "replay_pyramid");
  });

  it("are read on a phone", async () => {
    const page = await stage.visit("/learn/margrites-games?board=flat#3", kPhone);
    for (let i = 0; i < 4; ++i) await page.getByRole("button", { name: "Next comment" }).tap();
    await said(page)
      .getByText(commentOf("margrites", 2, 6))
      .waitFor();
    await picture(page, "replay_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
    const heights = await page.locator(".walk button, .replay-turns .move").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await page.goto(`${stage.server.url}/learn/margo-games?board=flat`);
    await page.getByRole("link", { name: /^Bridges and cuts/ }).waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});

describe("the sets of puzzles", () => {
  it("say what is solved, and lead to what is not", async () => {
    const page = await stage.visit("/learn?board=flat", { bypassCSP: true });
    await page
      .getByRole("link", { name: / puzzles\b/ })
      .first()
      .click();
    await page.getByTestId("puzzles-done").getByText("1 puzzle").waitFor();
    await picture(page, "puzzle_sets");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("link", { name: /^Next unsolved: / }).click();
    await page.getByTestId("puzzle-said").getByText("You have 3 tries.").waitFor();

    const solved = { day: "2026-11-20", tried: ["C3"], state: "solved", on_day: true, at: 0 };
    const puzzles = [
      { day: "2026-11-21", game: "spargo", title: "Spargo", you: null },
      { day: "2026-11-20", game: "margo", title: "Margo", you: solved },
      { day: "2026-11-19", game: "margo", title: "Margo", you: { ...solved, day: "2026-11-19", state: "open" } },
    ];
    await page.route("**/api/puzzles", (route) => route.fulfill({ json: { puzzles, next: null, score: null } }));
    await page.goto(`${stage.server.url}/learn/puzzles?board=flat#margo`);
    await page.getByTestId("puzzles-done").getByText("1 of 2 solved").waitFor();
    await page.getByRole("link", { name: "Continue November 19, 2026" }).waitFor();
    expect(await page.locator(".list-row .list-name").allTextContents()).toEqual(["November 19, 2026", "November 20, 2026"]);
    expect(await page.locator(".puzzle-solved").count()).toBe(1);
    await page.locator("label", { hasText: "Game" }).locator("select").selectOption("");
    await page.getByTestId("puzzles-done").getByText("1 of 3 solved").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});
