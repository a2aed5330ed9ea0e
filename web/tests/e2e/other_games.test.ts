// Games beside Margo on the flat board: seen and played by clicks and words, with what each viewer may know.
import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();

interface Pair {
  ann: BrowserContext;
  ben: BrowserContext;
  page: Page; // Ann's
  path: string;
}

/** Two people at a table of this game, and the first one's page. */
async function seated(game: string, options: Record<string, string | number>): Promise<Pair> {
  const [ann, ben] = [await stage.browser.newContext(), await stage.browser.newContext()];
  for (const context of [ann, ben]) await context.request.post(`${stage.server.url}/api/guest`, { data: {} });
  const made = await ann.request.post(`${stage.server.url}/api/tables`, { data: { game, options, opponent: "friend", seat: "first" } });
  const { id } = (await made.json()) as { id: string };
  const path = `${stage.server.url}/api/tables/${id}`;
  await ben.request.post(`${path}/join`, { data: {} });
  const page = await ann.newPage();
  await page.goto(`${stage.server.url}/t/${id}`);
  await page.getByTestId("flat-board").waitFor();
  return { ann, ben, page, path };
}

async function state(context: BrowserContext, path: string): Promise<TableState> {
  return (await context.request.get(path)).json() as Promise<TableState>;
}

async function play(context: BrowserContext, path: string, word: string): Promise<void> {
  const { version } = await state(context, path);
  const answer = await context.request.post(`${path}/commands`, { data: { request: `r${version}`, version, command: "play", word } });
  expect(answer.status()).toBe(200);
}

const places = (page: Page) => page.locator("svg circle[style*=pointer]");

describe("other games", () => {
  it("Go is played by clicks, and passed by a button", async () => {
    const { ben, page, path } = await seated("go", { size: 5 });
    await expect.poll(() => places(page).count()).toBe(25);
    await places(page).first().click();
    await page.locator(".move").first().waitFor();
    await play(ben, path, "C3");
    await expect.poll(() => places(page).count()).toBe(23);
    await page.getByRole("button", { name: "Pass" }).click();
    await page.locator(".move", { hasText: "pass" }).waitFor();
  });

  it("Phantom Go goes on although the other's moves stay hidden", async () => {
    const { ann, ben, page, path } = await seated("phantom", { size: 5 });
    await expect.poll(() => places(page).count()).toBe(25);
    await places(page).first().click();
    await page.locator(".move").first().waitFor();
    await play(ben, path, "E5");
    await page.locator(".move", { hasText: "?" }).waitFor();
    expect((await state(ann, path)).moves[1]?.word).toBeNull();
    await expect.poll(() => places(page).count()).toBe(24); // all but Ann's own stone: she knows no other
    await places(page).first().click();
    await page.locator(".move").nth(2).waitFor();

    // Ben tries where Ann stands; once the game is over she sees that, and all of his moves.
    const stands = (await state(ann, path)).moves[0]?.word ?? "";
    await play(ben, path, stands);
    expect((await state(ann, path)).moves).toHaveLength(3);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("button", { name: "Yes, resign" }).click();
    await page.locator(".move", { hasText: "illegal" }).waitFor();
    const moves = (await state(ann, path)).moves.map((move) => move.word);
    expect(await page.locator(".move-word").allTextContents()).toEqual([stands, "E5", moves[2], `${stands}, illegal`]);
    // Looking back she sees the true board: Ben's stone alone beside hers after his first move.
    await page.locator(".move").nth(1).click();
    await expect.poll(() => page.locator("#board-words").textContent()).toBe(`Black: ${stands}. White: E5.`);
  });

  it("MARGRITES is played by taking pieces up and choosing where they go", async () => {
    const { ann, ben, page, path } = await seated("margrites", { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "a7,b7,c7,d7,e7,f7,g7,h7" });
    const click = async (square: string) => {
      const at = await page.getByTestId("flat-board").evaluate((svg, name) => {
        const [column = "", row = ""] = name;
        const rows = 8;
        const point = new DOMPoint(column.charCodeAt(0) - "a".charCodeAt(0), rows - Number(row));
        const { x, y } = point.matrixTransform((svg as unknown as SVGSVGElement).getScreenCTM() ?? undefined);
        return { x, y };
      }, square);
      await page.mouse.click(at.x, at.y);
    };
    expect((await state(ann, path)).view.turn.number).toBe(1);
    await click("d2");
    await page.getByTestId("status").getByText("d2: choose where to move it.").waitFor();
    await expect.poll(() => places(page).count()).toBe(6); // three before it, three behind
    await picture(page, "margrites_lifted");
    await click("d3");
    await page.locator(".draft", { hasText: "d2>d3" }).waitFor();
    // The same piece steps on; another one may be taken up instead.
    await click("d3");
    await page.getByTestId("status").getByText("d3: choose where to move it.").waitFor();
    await click("e2");
    await page.getByTestId("status").getByText("e2: choose where to move it.").waitFor();
    await click("e3");
    await page.locator(".draft", { hasText: "d2>d3; e2>e3" }).waitFor();
    expect((await state(ben, path)).moves).toEqual([]); // a turn is told when it is whole
    for (const [from, to] of [
      ["a2", "a3"],
      ["b2", "b3"],
    ] as const) {
      await click(from);
      await page.getByTestId("status").getByText(`${from}: choose where to move it.`).waitFor();
      await click(to);
      await page.locator(".draft", { hasText: to }).waitFor();
    }
    await page.getByRole("button", { name: "Send turn" }).click();
    await expect.poll(async () => (await state(ben, path)).moves.map((move) => move.word)).toEqual(["d2>d3", "e2>e3", "a2>a3", "b2>b3"]);
    expect((await state(ann, path)).view.to_act).toEqual([1]);
  });

  it("a table with tens of thousands of legal words stays usable", async () => {
    const { ann, page, path } = await seated("margrites", {});
    const before = await state(ann, path);
    expect(before.legal_count).toBeGreaterThan(10_000);
    expect(before.legal.length).toBeLessThan(20);
    expect(await page.getByRole("button").count()).toBeLessThan(40);
    await page.locator(".coordinate").fill("a2,b2,c2,d2,e2,f2,g2,h2");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await state(ann, path)).view.facts["black_formation"]).not.toBe("");
  });
});
