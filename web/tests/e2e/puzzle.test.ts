// The daily puzzle and those of the collection in the browser: tries, what becomes of them, and the solution on the board.
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
    await expect.poll(() => page.locator(".puzzle-played").count()).toBe(1);
    for (let i = 0; i < 2; ++i) await page.getByRole("button", { name: "Next move" }).click();
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

const kCollection = [
  "# game\toptions\tmoves\tright\tline\tpercent\tthemes",
  "spargo\t\tC7 G3 C5 C3 A3 E1 E5 E7 E3 A7 D4 G5 G7 A1 C1 E7 D2 D6 A5 F4 B4 G1 G7 G3 A7 G5\tG1\tG1 G3 G5 F4 B6\t77\trace,revealed",
  "margo\tsize=3\tE1 A1 E5 A3\tC3\tC3 A5 C5 B4 C1 A3 A5 B4 A1\t44\t",
  "margo\tsize=3\tE1 C5 A1 E5\tC3\tC3 A5 A3 B4 E3 C5 E5 D4 A5\t12\tzombie,overpass",
];

describe("the collection of puzzles", () => {
  it("is filtered, solved and remembered, without an account or a server", async () => {
    const page = await stage.visit("/", { bypassCSP: true });
    await page.route("**/*.puzzles", (route) => route.fulfill({ body: kCollection.join("\n") }));
    await page.goto(`${stage.server.url}/learn/puzzles?board=flat`);
    await page.getByTestId("puzzles-done").getByText("3 puzzles").waitFor();
    await page.route("**/api/**", (route) => route.abort());
    const rows = page.locator(".list-row .list-name");
    expect(await rows.allTextContents()).toEqual(["Spargo · 1", "Margo 3 × 3 · 1", "Margo 3 × 3 · 2"]);
    await page.locator(".list-row svg.board-picture").nth(2).waitFor();
    await picture(page, "puzzle_collection");
    expect(await faultsOfLooks(page)).toEqual([]);

    const themes = page.getByRole("combobox", { name: /^Theme/ });
    expect(await themes.locator("option").allTextContents()).not.toContain("Sacrifice"); // no puzzle has it
    await themes.selectOption("race");
    await expect.poll(() => rows.allTextContents()).toEqual(["Spargo · 1"]);
    await page.getByLabel("Difficulty").selectOption("Very hard");
    await page.getByText("No puzzles match these filters.").waitFor();
    await page.getByRole("combobox", { name: /^Theme/ }).selectOption("");
    await page.getByLabel("Game").selectOption("Margo");
    await expect.poll(() => rows.allTextContents()).toEqual(["Margo 3 × 3 · 2"]);
    await page.reload();
    await expect.poll(() => rows.allTextContents()).toEqual(["Margo 3 × 3 · 2"]);
    await page.getByRole("link", { name: "Next unsolved" }).click();

    const said = page.getByTestId("puzzle-said");
    await said.getByText("You have 3 tries.").waitFor();
    await page.getByText("Difficulty: Very hard").waitFor();
    expect(await page.getByText("Overpass").count()).toBe(0); // a hint, until it is settled
    await play(page, "e1");
    await page.getByTestId("happened").getByText("E1: There is already a piece there.").waitFor(); // and no try is lost
    await play(page, "a5");
    await said.getByText("A5 does not win. 2 tries left.").waitFor();
    await play(page, "c3");
    await said.getByText("C3 wins. Solved!").waitFor();
    await expect.poll(() => said.evaluate((one) => one === document.activeElement)).toBe(true); // the field of moves is gone
    await page.getByText("The bots found it in 12 % of their tries.").waitFor();
    await page.getByText("Themes: Zombie, Overpass").waitFor();
    await expect.poll(() => page.locator(".puzzle-played").count()).toBe(1); // the board shows what won
    for (let i = 0; i < 3; ++i) await page.getByRole("button", { name: "Next move" }).click();
    await expect.poll(() => page.locator(".puzzle-played").count()).toBe(4);
    await expect.poll(() => page.locator("#board-words").textContent()).toContain("B4");
    await picture(page, "puzzle_collected");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.reload();
    await said.getByText("C3 wins. Solved!").waitFor();
    await page.getByTestId("puzzles-done").getByText("All solved").waitFor();
    await page.getByRole("link", { name: "All puzzles" }).click();
    await page.locator(".list-row .puzzle-solved").waitFor();
    await page.getByLabel("Difficulty").selectOption("All difficulties");
    await page.getByTestId("puzzles-done").getByText("1 of 2 solved").waitFor();
  });

  it("is given up and tried again on a phone, and says where it has no such puzzle or cannot be read", async () => {
    const page = await stage.visit("/", { viewport: { width: 360, height: 740 }, bypassCSP: true, colorScheme: "dark" });
    await page.route("**/*.puzzles", (route) => route.fulfill({ body: kCollection.join("\n") }));
    await page.goto(`${stage.server.url}/learn/puzzles?board=flat`);
    await page.getByRole("link", { name: "Margo 3 × 3 · 1" }).click();
    await page.getByRole("button", { name: "Show solution" }).click();
    await page.getByTestId("puzzle-said").getByText("C3 wins.").waitFor();
    await page.getByRole("button", { name: "Next move" }).click();
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("button", { name: "Try again" }).click();
    const said = page.getByTestId("puzzle-said");
    await said.getByText("You have 3 tries.").waitFor();
    await expect.poll(() => said.evaluate((one) => one === document.activeElement)).toBe(true);
    const other = await stage.openIn(page.context(), new URL(page.url()).pathname);
    await other.route("**/*.puzzles", (route) => route.fulfill({ body: kCollection.join("\n") }));
    await other.reload();
    await play(other, "c3");
    await other.getByTestId("puzzle-said").getByText("C3 wins. Solved!").waitFor(); // not on the first try: it was shown
    await said.getByText("C3 wins. Solved!").waitFor(); // this window knows it, too
    await page.getByRole("link", { name: "Next unsolved" }).click();
    await page.getByText("Difficulty: Very hard").waitFor();
    await page.goto(`${stage.server.url}/puzzle/0123456789`);
    await page.getByText("The collection has no puzzle with this address.").waitFor();
    await page.route("**/*.puzzles", (route) => route.fulfill({ body: "margo\tsize=3" }));
    await page.goto(`${stage.server.url}/learn/puzzles`);
    await page.getByText("The puzzle collection is damaged in line 1.").waitFor();
    await page.getByRole("link", { name: "Daily puzzles" }).click();
    await page.getByTestId("puzzles-done").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});
