// What the table page says and where it leads: refusals, reviewing, the agreement, the focus, the order on a phone.
import { randomUUID } from "node:crypto";
import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { faultsOfLooks } from "./looks";
import { call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kPhone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, bypassCSP: true };

/** Two people at a table, each before a page. */
async function pair(
  game: string,
  options: Record<string, string | number>,
  more: { second?: BrowserContextOptions; clock?: string } = {},
): Promise<{ ann: Page; ben: Page; id: string }> {
  const ann = await stage.visit("/healthz", { bypassCSP: true });
  const ben = await stage.visit("/healthz", more.second ?? { bypassCSP: true });
  await call(ann, "POST", "/api/guest", { name: "Annabella" });
  await call(ben, "POST", "/api/guest", { name: "Ben Nightingale" });
  const { id } = await call<{ id: string }>(ann, "POST", "/api/tables", { game, options, opponent: "friend", seat: "first", clock: more.clock ?? "none" });
  await call(ben, "POST", `/api/tables/${id}/join`, {});
  for (const page of [ann, ben]) {
    await page.goto(`${stage.server.url}/t/${id}?board=flat`);
    await page.getByTestId("flat-board").waitFor();
  }
  return { ann, ben, id };
}

async function play(page: Page, id: string, word: string): Promise<void> {
  const { version } = await call<TableState>(page, "GET", `/api/tables/${id}`);
  await call(page, "POST", `/api/tables/${id}/commands`, { request: randomUUID(), version, command: "play", word });
}

/** Where a point of the flat board is on the screen; row 0 is at the bottom. */
async function spot(page: Page, column: number, row: number): Promise<[number, number]> {
  const { rows } = await call<TableState>(page, "GET", `/api/tables/${page.url().split("/t/")[1]?.split("?")[0] ?? ""}`).then((state) => state.view);
  const at = await page.getByTestId("flat-board").evaluate(
    (svg, [x, y]) => {
      const point = new DOMPoint(x, y).matrixTransform((svg as unknown as SVGSVGElement).getScreenCTM() ?? undefined);
      return [point.x, point.y] as [number, number];
    },
    [column, rows - 1 - row] as const,
  );
  return at;
}

const status = (page: Page) => page.getByTestId("status");
const happened = (page: Page) => page.getByTestId("happened");
const announced = (page: Page) => page.getByTestId("announcer").textContent();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("data-testid") ?? document.activeElement?.textContent);

describe("the end of a game of Go", () => {
  it("is told step by step: passes, the agreement, what is dead, who accepts", async () => {
    const { ann, ben, id } = await pair("go", { size: 5 }, { second: kPhone });
    for (const [page, word] of [
      [ann, "C3"],
      [ben, "A1"],
      [ann, "C2"],
      [ben, "A2"],
    ] as const)
      await play(page, id, word);
    await ann.locator(".player", { hasText: "Annabella" }).getByText("0 captures").waitFor();
    await play(ann, id, "pass");
    await status(ben).getByText("Black passed. Your turn").waitFor();
    await picture(ben, "table_passed_phone");
    await play(ben, id, "pass");
    for (const page of [ann, ben]) {
      await status(page).getByText("Both players passed. Neither has accepted the score yet.").waitFor();
      await expect.poll(() => announced(page)).toContain("Play has stopped. Both players now mark dead groups and accept the score.");
    }
    await play(ann, id, "dead:A1");
    await expect.poll(() => announced(ben)).toBe("Black marks the group at A1 as dead.");
    await ben.locator(".move", { hasText: "Black marks the group at A1 as dead." }).waitFor();
    await ann.getByRole("button", { name: "Accept score", exact: true }).focus();
    await ann.keyboard.press("Enter");
    for (const page of [ann, ben]) await status(page).getByText("Black has accepted the score. White has not yet.").waitFor();
    await expect.poll(() => focused(ann)).toBe("status");
    for (const page of [ann, ben]) expect(await faultsOfLooks(page)).toEqual([]);
    await picture(ann, "table_agreement_wide");
    await picture(ben, "table_agreement_phone");
    await ben.getByRole("button", { name: "Resume play", exact: true }).focus();
    await ben.keyboard.press("Enter");
    await status(ann).getByText("White resumed play.").waitFor();
    await expect.poll(() => focused(ben)).toBe("status");
  });
});

describe("what went wrong", () => {
  it("is told until something newer is pointed at", async () => {
    const { ann, ben, id } = await pair("go", { size: 5 });
    await play(ann, id, "C3");
    await ben.locator(".coordinate:enabled").fill("c3");
    await ben.keyboard.press("Enter");
    await happened(ben).getByText("C3: There is already a piece there.").waitFor();
    await ben.mouse.move(...(await spot(ben, 3, 3)));
    await expect.poll(() => status(ben).textContent()).toBe("D4");
    await happened(ben).getByText("Black plays C3.").waitFor();
    await ben.mouse.move(5, 5);
    await expect.poll(() => status(ben).textContent()).toBe("Your turn");
  });

  it("is told of every step of MARGRITES that may not be, and of a turn that is not whole", async () => {
    const { ann } = await pair("margrites", { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "a7,b7,c7,d7,e7,f7,g7,h7" });
    expect(await ann.locator(".coordinate").getAttribute("placeholder")).toBe("Move, e.g. d2>d3");
    const click = async (column: number, row: number) => ann.mouse.click(...(await spot(ann, column, row)));
    await click(3, 1);
    await status(ann).getByText("d2: choose where to move it.").waitFor();
    await click(3, 4);
    await happened(ann).getByText("d2 to d5: That is too far for one step.").waitFor();
    await click(3, 6);
    await happened(ann).getByText("d2 to d7: That is too far for one step.").waitFor();
    await click(3, 2);
    await ann.locator(".draft", { hasText: "d2>d3" }).waitFor();
    await ann.getByText("You can send it after 3 more steps.").waitFor();
    expect(await ann.getByRole("button", { name: "Send turn" }).isDisabled()).toBe(true);
    await click(3, 2);
    await status(ann).getByText("d3: choose where to move it.").waitFor();
    await click(3, 1);
    await happened(ann).getByText("d3 to d2: The piece started this turn there").waitFor();
    expect(await faultsOfLooks(ann)).toEqual([]);
    await picture(ann, "table_refused_step");
    await click(4, 1); // another piece is newer
    await status(ann).getByText("e2: choose where to move it.").waitFor();
  });
});

describe("looking back", () => {
  it("stays where one looks while the other moves, and tells of what is new", async () => {
    const { ann, ben, id } = await pair("go", { size: 5 });
    for (const [page, word] of [
      [ann, "C3"],
      [ben, "D4"],
      [ann, "B2"],
    ] as const)
      await play(page, id, word);
    await ann.locator(".move").nth(2).waitFor();
    await ann.locator(".move").nth(0).click();
    await ann.getByText("Viewing an earlier position").waitFor();
    await play(ben, id, "E5");
    await status(ann).getByText("1 new move").waitFor();
    expect(await ann.locator(".move[aria-current]").textContent()).toContain("C3");
    await picture(ann, "table_looking_back");
    await ann.getByRole("button", { name: "Show latest move", exact: true }).focus();
    await ann.keyboard.press("Enter");
    await status(ann).getByText("Your turn").waitFor();
    await expect.poll(() => focused(ann)).toBe("status");
  });
});

describe("resigning", () => {
  it("keeps the focus", async () => {
    const { ann } = await pair("go", { size: 5 });
    await ann.getByRole("button", { name: "Resign" }).focus();
    await ann.keyboard.press("Enter");
    await expect.poll(() => focused(ann)).toBe("Yes, resign");
    await ann.getByRole("button", { name: "Keep playing" }).focus();
    await ann.keyboard.press("Enter");
    await expect.poll(() => focused(ann)).toBe("Resign");
    await ann.keyboard.press("Enter");
    await expect.poll(() => focused(ann)).toBe("Yes, resign");
    await ann.keyboard.press("Enter");
    await ann.getByTestId("result").waitFor();
    await expect.poll(() => focused(ann)).toBe("status");
  });
});

describe("on a phone", () => {
  it("names are whole, the moves come before the talk, which opens by itself for what was not read", async () => {
    const { ann, ben, id } = await pair("go", { size: 5 }, { second: kPhone, clock: "byoyomi 10m+3x30s" });
    await play(ann, id, "C3");
    await ben.locator(".move").first().waitFor();
    await ben.getByText("10 minutes + 3 × 30 seconds byo-yomi").waitFor({ state: "attached" });
    for (const card of await ben.locator(".player").all()) expect(await card.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
    const top = async (selector: string) => (await ben.locator(selector).first().boundingBox())?.y ?? 0;
    expect(await top(".moves")).toBeLessThan(await top(".talk"));
    expect((await ben.getByRole("link", { name: "Cairn, home" }).boundingBox())?.width).toBeGreaterThanOrEqual(44);
    expect(await ben.locator(".talk").getAttribute("open")).toBeNull();
    await picture(ben, "table_phone");
    expect(await faultsOfLooks(ben)).toEqual([]);
    await ann.getByLabel("Message to: Players").fill("good luck");
    await ann.keyboard.press("Enter");
    await ben.getByText("1 new", { exact: true }).waitFor();
    await ben.reload();
    await ben.getByRole("log").getByText("good luck").waitFor();
    await ben.reload();
    await ben.locator(".talk").waitFor();
    await ben.locator(".move").first().waitFor();
    expect(await ben.locator(".talk").getAttribute("open")).toBeNull();
  });
});
