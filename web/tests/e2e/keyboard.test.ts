// Games by the keyboard alone: a whole one of each kind, from the first Tab to the result, and what is heard meanwhile.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { faultsOfLooks } from "./looks";
import { call } from "./people";
import { useStage } from "./stage";

const stage = useStage();
const stateOf = (page: Page, id: string) => call<TableState>(page, "GET", `/api/tables/${id}`);
const spoken = async (page: Page) => (await page.getByTestId("spoken").allTextContents()).join();
const announced = (page: Page) => page.getByTestId("announcer").textContent();

/** Two people at a table of this game, in order of play, each with its page open. */
async function seated(game: string, options: Record<string, string | number | boolean>): Promise<{ pages: [Page, Page]; id: string }> {
  const pages: [Page, Page] = [await stage.visit("/healthz", { bypassCSP: true }), await stage.visit("/healthz", { bypassCSP: true })];
  for (const [i, page] of pages.entries()) await call(page, "POST", "/api/guest", { name: i === 0 ? "Ann" : "Ben" });
  const [ann, ben] = pages;
  const { id } = await call<{ id: string }>(ann, "POST", "/api/tables", { game, options, opponent: "friend", seat: "first" });
  await call(ben, "POST", `/api/tables/${id}/join`, {});
  for (const page of pages) {
    await page.goto(`${stage.server.url}/t/${id}?board=flat`);
    await page.getByTestId("board").waitFor();
    await expect.poll(() => page.locator("#board-words").textContent()).not.toBe(""); // the core is there
  }
  return { pages, id };
}

/** Goes by Tab until something of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const heard: string[] = [];
  for (let i = 0; i < 80; ++i) {
    const label = await page.evaluate(() => {
      const now = document.activeElement;
      return now?.getAttribute("aria-label") ?? now?.textContent ?? "";
    });
    if (name.test(label)) return;
    heard.push(label.slice(0, 40));
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${name}, but to ${heard.join(", ")}`);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Where a name is on a board, columns and rows from 0; "I" is a column where no other game's letters are used. */
function placeOf(name: string): [number, number] {
  const [, letters = "", row = ""] = /^([A-Za-z]+)(\d+)/.exec(name) ?? [];
  return [letters.toUpperCase().charCodeAt(0), Number(row)];
}

/** By the arrow keys to a place, as one who hears where one is. */
async function walkTo(page: Page, name: string): Promise<void> {
  await tabTo(page, /^Board.* Arrow keys/); // not "Board settings"
  const [column, row] = placeOf(name);
  if ((await spoken(page)) === "") await press(page, "ArrowUp");
  for (let i = 0; i < 40; ++i) {
    await expect.poll(() => spoken(page)).not.toBe("");
    const heard = await spoken(page);
    const [x, y] = placeOf(heard);
    if (x === column && y === row) return;
    const ways = [
      [Math.abs(column - x), column > x ? "ArrowRight" : "ArrowLeft"],
      [Math.abs(row - y), row > y ? "ArrowUp" : "ArrowDown"],
    ] as const;
    // Along the longer way; along the other where that leads nowhere.
    for (const [far, key] of [...ways].sort((a, b) => b[0] - a[0])) {
      if (far === 0) continue;
      await press(page, key);
      if ((await spoken(page)) !== heard) break;
    }
  }
  throw new Error(`the arrow keys never came to ${name}: ${await spoken(page)}`);
}

/** Plays a word by keys: a place, a step from one to another, a button. */
async function playByKeys(page: Page, word: string): Promise<void> {
  const [from = "", to] = word.split(">");
  if (!/\d/.test(word)) {
    const name = new RegExp(`^${word === "accept" ? "Accept score" : word}$`, "i");
    await page.getByRole("button", { name }).and(page.locator(":enabled")).waitFor();
    await tabTo(page, name);
    await press(page, "Enter");
    return;
  }
  await walkTo(page, from);
  await press(page, "Enter");
  if (to === undefined) return;
  await page.getByTestId("status").getByText(`${from}: choose where to move it.`).waitFor();
  if (to.endsWith("++"))
    await press(page, to.startsWith("B") ? "ArrowUp" : "ArrowDown"); // beyond the edge
  else await walkTo(page, to);
  await press(page, "Enter");
}

interface Game {
  game: string;
  options: Record<string, string | number | boolean>;
  words: readonly string[]; // each by whose turn it is, "!": and is refused; after them whatever may be played, to the end
  hears: RegExp; // the last thing that both are told
}

const kGames: readonly Game[] = [
  { game: "margo", options: { size: 2 }, words: [], hears: /wins|draw/ },
  { game: "spargo", options: { beginner: true }, words: ["A1", "C1", "E5", "A3"], hears: /Black plays A3 and captures A1\. Black wins by the first capture\./ },
  { game: "go", options: { size: 3 }, words: ["B2", "A1", "pass", "pass", "dead:A1", "accept", "accept"], hears: /Black wins/ },
  { game: "toroidal", options: { size: 3 }, words: ["A1", "C3", "pass", "pass", "accept", "accept"], hears: /wins/ },
  { game: "phantom", options: { size: 5 }, words: ["C3", "C3!", "D4", "pass", "pass", "accept", "accept"], hears: /wins/ },
];

/** A short game of MARGRITES: Black, who has all eight pieces taken, goes far to meet his fate. */
const kTurns = [
  "b2>a3 h2>h3 g2>f3 d2>c3",
  "e7>d6 b7>b6 d7>e6 c7>c6",
  "a3>a4 f3>e4 e4>f5 e2>f3",
  "f7>g6 c6>c5 g7>f6 f6>e5",
  "c3>c4 a4>a5 h3>i4 f3>e4",
  "d6>d5 a7>a6 e5>d4 b6>b5",
  "f2>e3 c2>d3 i4>h5 a2>b3",
  "h7>i6 c5>c4 b5>b4 i6>i5",
  "e3>f4 f4>g5 g5>f4 f4>g5",
  "i5>h4",
];

describe("the keyboard alone plays a whole game", () => {
  for (const { game, options, words, hears } of kGames)
    it(`of ${game}`, async () => {
      const { pages, id } = await seated(game, options);
      for (let i = 0; i < 60; ++i) {
        const { view } = await stateOf(pages[0], id);
        if (view.over) break;
        const states = await Promise.all(pages.map((page) => stateOf(page, id)));
        // Of two who may act at once, whoever has not done it.
        const seat = view.to_act.find((one) => states[one]?.legal.includes(words[i] ?? "")) ?? view.to_act[0] ?? 0;
        const [page, own] = [pages[seat], states[seat]] as [Page, TableState];
        await expect.poll(() => page.locator(".move").count()).toBe(own.moves.length);
        const word = words[i] ?? own.legal[0] ?? "";
        await playByKeys(page, word.replace(/^dead:|!$/, ""));
        if (word.endsWith("!")) {
          await page.getByTestId("happened").getByText("There is already a piece there.").waitFor();
          continue;
        }
        await expect.poll(async () => (await stateOf(page, id)).version, { message: word }).not.toBe(own.version); // versions are each viewer's own
      }
      for (const page of pages) {
        await page.getByTestId("result").waitFor();
        await expect.poll(() => announced(page)).toMatch(hears);
      }
    });

  it("hears a grid of places, and where in it one is", async () => {
    const { pages, id } = await seated("spargo", {});
    const [ann, ben] = pages;
    for (const [page, word] of [
      [ann, "A1"],
      [ben, "C1"],
      [ann, "E5"],
    ] as const)
      await playByKeys(page, word);
    await expect.poll(async () => (await stateOf(ann, id)).moves.length).toBe(3);
    const cells = (row: number) => ben.getByRole("grid").getByRole("row").nth(row).getByRole("gridcell").allTextContents();
    expect(await ben.getByRole("row").count()).toBe(4);
    await expect.poll(() => cells(1)).toEqual(["A5, empty", "C5, empty", "E5, layer 1, white, last move, 4 freedoms", "G5, empty"]);
    await walkTo(ben, "A1");
    expect(await cells(3)).toEqual(["A1, layer 1, white, 1 freedom, in atari", "C1, layer 1, black, 2 freedoms", "E1, empty", "G1, empty"]);
    expect(await ben.getByRole("grid").evaluate((grid) => document.getElementById(grid.getAttribute("aria-activedescendant") ?? "")?.textContent)).toBe(
      "A1, layer 1, white, 1 freedom, in atari",
    );
    await press(ben, "Enter");
    await expect.poll(() => ben.getByTestId("told").textContent()).toBe("white group: 1 piece, 1 freedom");
    expect(await faultsOfLooks(ben)).toEqual([]);
  });

  it("of margrites, from the formations on", async () => {
    const { pages, id } = await seated("margrites", {});
    for (const page of pages) {
      await tabTo(page, /^A line$/);
      await press(page, "Enter");
      await tabTo(page, /^Propose this formation$/);
      await press(page, "Enter");
    }
    for (const page of pages) {
      await page.getByRole("button", { name: "Accept formation" }).and(page.locator(":enabled")).waitFor();
      await tabTo(page, /^Accept formation$/);
      await press(page, "Enter");
    }
    for (const [i, turn] of kTurns.entries()) {
      const page = pages[i % 2] as Page;
      await page.locator(".player", { hasText: /you.*to move/ }).waitFor();
      const steps = turn.split(" ");
      for (const step of steps) {
        await playByKeys(page, step);
        await page.locator(".draft", { hasText: step }).waitFor();
      }
      await tabTo(page, /^Send turn$/);
      await press(page, "Enter");
      await expect.poll(async () => (await stateOf(page, id)).moves.slice(-steps.length).map((move) => move.word)).toEqual(steps);
    }
    for (const page of pages) {
      await page.getByTestId("result").waitFor();
      await expect.poll(() => announced(page)).toMatch(/^White plays i5 to h4\. Black loses .* White wins/);
    }
  });
});
