// The daily puzzle in the browser: tries, what becomes of them, and the solution on the board.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

const stage = useStage();

interface Puzzle {
  day: string;
  legal: string[];
  right: string[] | null;
  line: string[] | null;
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["CAIRN_PICTURES"]) await page.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/${name}.png`, fullPage: true });
}

/** Somebody else gives it up: what the right move is. */
async function solution(): Promise<Puzzle> {
  const other = await stage.browser.newContext();
  const today = (await (await other.request.get(`${stage.server.url}/api/puzzles/today`)).json()) as Puzzle;
  await other.request.post(`${stage.server.url}/api/guest`, { data: {} });
  const told = await other.request.post(`${stage.server.url}/api/puzzles/${today.day}`, { data: { give_up: true } });
  const puzzle = (await told.json()) as Puzzle;
  await other.close();
  return puzzle;
}

async function play(page: Page, word: string): Promise<void> {
  await page.locator(".coordinate:enabled").fill(word);
  await page.keyboard.press("Enter");
}

describe("the daily puzzle", () => {
  it("is tried, solved and played through", async () => {
    const { legal, right, line, day } = await solution();
    const wrong = legal.filter((word) => !right?.includes(word))[0] ?? "";
    const page = await stage.visit("/?board=flat", { bypassCSP: true });
    await page.getByRole("link", { name: "Puzzle of the day" }).click();
    const said = page.getByTestId("puzzle-said");
    await said.getByText("You have 3 tries.").waitFor();
    await page.getByTestId("board").waitFor();
    await picture(page, "puzzle_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await play(page, wrong);
    await said.getByText(`${wrong} does not win. 2 tries left.`).waitFor();
    expect(await page.content()).not.toContain((line ?? []).join(" ").slice(0, 11)); // nothing of the solution yet
    await play(page, right?.[0] ?? "");
    await said.getByText(`${right?.[0]} wins. Solved!`).waitFor();
    await page.getByTestId("puzzle-score").getByText("1 of 1 solved").waitFor();
    for (let i = 0; i < 3; ++i) await page.getByRole("button", { name: "Next move" }).click();
    await expect.poll(() => page.locator(".puzzle-played").count()).toBe(3);
    await expect.poll(() => page.locator("#board-words").textContent()).toContain(line?.[2] ?? "?"); // nothing takes it at once
    await picture(page, "puzzle_solved");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.reload();
    await said.getByText("Solved!").waitFor();
    await page.goto(`${stage.server.url}/puzzle/${day}`);
    await said.getByText("Solved!").waitFor();
  });

  it("is given up on a phone", async () => {
    const page = await stage.visit("/puzzle?board=flat", { viewport: { width: 360, height: 740 }, bypassCSP: true, colorScheme: "dark" });
    const { legal, right } = await solution();
    await play(page, legal.filter((word) => !right?.includes(word))[1] ?? "");
    await page.getByTestId("puzzle-said").getByText("2 tries left.").waitFor();
    await picture(page, "puzzle_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("button", { name: "Show solution" }).click();
    await page.getByTestId("puzzle-said").getByText(`${right?.[0]} wins.`).waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
  });

  it("says where there is none", async () => {
    const page = await stage.visit("/puzzle/1999-01-01");
    await page.getByText("there is no puzzle for that day").waitFor();
  });
});
