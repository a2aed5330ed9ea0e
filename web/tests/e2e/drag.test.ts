// What hands do on flat boards: pieces dragged by mouse and finger, arrow keys that go on from a click, groups marked dead.
import { randomUUID } from "node:crypto";
import type { CDPSession, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { faultsOfLooks } from "./looks";
import { call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kLines = { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "a7,b7,c7,d7,e7,f7,g7,h7" };

/** Two people at a table, the first at this page. */
async function seated(
  game: string,
  options: Record<string, string | number>,
  more: Parameters<typeof stage.visit>[1] = {},
): Promise<{ ann: Page; ben: Page; id: string }> {
  const [ann, ben] = [await stage.visit("/healthz", { bypassCSP: true, ...more }), await stage.visit("/healthz", { bypassCSP: true })];
  for (const page of [ann, ben]) await call(page, "POST", "/api/guest", {});
  const { id } = await call<{ id: string }>(ann, "POST", "/api/tables", { game, options, opponent: "friend", seat: "first" });
  await call(ben, "POST", `/api/tables/${id}/join`, {});
  await ann.goto(`${stage.server.url}/t/${id}?board=flat`);
  await ann.getByTestId("flat-board").waitFor();
  return { ann, ben, id };
}

async function play(page: Page, id: string, word: string): Promise<void> {
  const { version } = await call<TableState>(page, "GET", `/api/tables/${id}`);
  await call(page, "POST", `/api/tables/${id}/commands`, { request: randomUUID(), version, command: "play", word });
}

/** Where a place such as "d2" is on the screen. */
const spot = (page: Page, name: string, rows: number) =>
  page.getByTestId("flat-board").evaluate(
    (svg, [place, count]) => {
      const point = new DOMPoint(place.charCodeAt(0) - "a".charCodeAt(0), count - Number(place.slice(1)));
      const { x, y } = point.matrixTransform((svg as unknown as SVGSVGElement).getScreenCTM() ?? undefined);
      return { x, y };
    },
    [name, rows] as const,
  );

const status = (page: Page, text: string) => page.getByTestId("status").getByText(text).waitFor();
const drafted = (page: Page, text: string) => page.locator(".draft", { hasText: text }).waitFor();

async function drag(page: Page, from: string, to: string): Promise<void> {
  const [a, b] = [await spot(page, from, 8), await spot(page, to, 8)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move(b.x, b.y, { steps: 8 });
  await page.mouse.up();
}

describe("a piece of MARGRITES", () => {
  it("is dragged by the mouse, follows it, and shows where it may go", async () => {
    const { ann, ben, id } = await seated("margrites", kLines);
    const [a, b] = [await spot(ann, "d2", 8), await spot(ann, "d3", 8)];
    await ann.mouse.move(a.x, a.y);
    await ann.mouse.down();
    await ann.mouse.move(b.x - 6, b.y + 8, { steps: 5 });
    await status(ann, "d2>d3");
    expect(await ann.locator("svg circle[style*=pointer]").count()).toBe(6); // three before it, three behind
    const ball = await ann.getByTestId("dragged").boundingBox();
    expect(Math.abs((ball?.x ?? 0) + (ball?.width ?? 0) / 2 - b.x + 6)).toBeLessThan(4);
    await picture(ann, "drag_over");
    await ann.mouse.up();
    await drafted(ann, "d2>d3");
    expect(await ann.getByTestId("dragged").count()).toBe(0);
    await drag(ann, "e2", "e3");
    await drafted(ann, "d2>d3; e2>e3");
    expect((await call<TableState>(ben, "GET", `/api/tables/${id}`)).moves).toEqual([]);
    expect(await faultsOfLooks(ann)).toEqual([]);
  });

  it("that is dropped where it may not go stays, and why is told", async () => {
    const { ann } = await seated("margrites", kLines);
    await drag(ann, "d2", "d5");
    await ann.getByTestId("happened").getByText("d2 to d5: That is too far for one step.").waitFor();
    await drag(ann, "d2", "e2"); // upon another of one's own
    await ann.getByTestId("happened").getByText("d2 to e2: There is already a piece there.").waitFor();
    await drag(ann, "d2", "d3");
    await drafted(ann, "d2>d3");
    await drag(ann, "d7", "d6"); // the other's are not to be moved
    await ann.waitForTimeout(200);
    expect(await ann.locator(".draft").textContent()).not.toContain("d7");
  });

  it("that is dropped where it stood is as if it had been clicked", async () => {
    const { ann } = await seated("margrites", kLines);
    const at = await spot(ann, "c2", 8);
    const aside = async () => {
      await ann.mouse.move(at.x, at.y);
      await ann.mouse.down();
      await ann.mouse.move(at.x + 60, at.y - 60, { steps: 4 });
      await ann.mouse.move(at.x, at.y, { steps: 4 });
      await ann.mouse.up();
    };
    await aside();
    await status(ann, "c2: choose where to move it.");
    await aside();
    await status(ann, "Your turn");
    await aside();
    const to = await spot(ann, "c3", 8);
    await ann.mouse.click(to.x, to.y);
    await drafted(ann, "c2>c3");
  });

  it("is dragged by a finger", async () => {
    const { ann } = await seated("margrites", kLines, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const touch = async (session: CDPSession, type: "touchStart" | "touchMove" | "touchEnd", at?: { x: number; y: number }) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: at ? [at] : [] });
    const session = await ann.context().newCDPSession(ann);
    const [a, b] = [await spot(ann, "d2", 8), await spot(ann, "d3", 8)];
    await touch(session, "touchStart", a);
    for (let i = 1; i <= 6; ++i) await touch(session, "touchMove", { x: a.x + ((b.x - a.x) * i) / 6, y: a.y + ((b.y - a.y) * i) / 6 });
    await ann.getByTestId("dragged").waitFor();
    await picture(ann, "drag_finger");
    await touch(session, "touchEnd");
    await drafted(ann, "d2>d3");
    expect(await ann.evaluate(() => scrollY)).toBe(0);
  });

  it("is dragged while one arranges a formation", async () => {
    const { ann } = await seated("margrites", {});
    await ann
      .getByRole("heading", { name: /formation/i })
      .first()
      .waitFor();
    const standing = () => ann.locator("#board-words").textContent();
    const before = await standing();
    const from = /Black: (\w\d)/.exec(before ?? "")?.[1] ?? "";
    const free = [..."abcdefghi"].flatMap((file) => [`${file}1`, `${file}2`]).find((name) => !before?.includes(name)) ?? "";
    await drag(ann, from, free);
    await expect.poll(standing).toContain(free);
    expect(await standing()).not.toContain(from);
  });
});

describe("a piece of MARGRITES on the far row", () => {
  it("leaves the board by a drag, by a click and by keys", async () => {
    const { ann, ben, id } = await seated("margrites", { black: "a2,b2,c2,d2,e2,f2,g2,i2", white: "a7,b7,c7,d7,a8,b8,c8,d8" });
    for (const word of ["i2>i3", "i3>i4", "i4>i5", "i5>i6"]) await play(ann, id, word);
    for (const word of ["a7>a6", "b7>b6", "c7>c6", "d7>d6"]) await play(ben, id, word);
    for (const word of ["i6>i7", "i7>i8"]) await play(ann, id, word);
    await ann.getByText("2 steps left.").waitFor();
    const gone = async () => {
      await drafted(ann, "i8>B++");
      await expect.poll(() => ann.getByTestId("score").textContent()).toBe("1(0)-0(0)");
      await ann.getByRole("button", { name: "Undo step" }).click();
      await expect.poll(() => ann.getByTestId("score").textContent()).toBe("0(0)-0(0)");
    };
    const [from, out] = [await spot(ann, "i8", 8), await spot(ann, "i9", 8)];
    await ann.mouse.move(from.x, from.y);
    await ann.mouse.down();
    await ann.mouse.move(out.x, out.y, { steps: 5 });
    await status(ann, "i8 off the board, for a point");
    expect(await ann.locator("[data-way-out]").count()).toBe(2); // straight on and to the left: there is nothing on the right
    await picture(ann, "drag_off");
    await ann.mouse.up();
    await gone();
    await drag(ann, "i8", "f9"); // too far aside
    await ann.waitForTimeout(200);
    expect(await ann.locator(".draft").count()).toBe(0);
    await drag(ann, "i8", "i8"); // lays it down
    await ann.mouse.click(from.x, from.y);
    await status(ann, "i8: choose where to move it.");
    await ann.mouse.click(out.x, (from.y + 3 * out.y) / 4);
    await gone();
    await ann.mouse.click(from.x, from.y);
    await ann.keyboard.press("ArrowUp");
    await expect.poll(() => ann.getByTestId("spoken").textContent()).toBe("i8 off the board, for a point, legal");
    await ann.keyboard.press("Enter");
    await gone();
    expect(await faultsOfLooks(ann)).toEqual([]);
  });
});

describe("the arrow keys", () => {
  it("go on from the point that was clicked", async () => {
    const { ann, ben, id } = await seated("go", { size: 9 });
    const at = await spot(ann, "c3", 9);
    await ann.mouse.click(at.x, at.y);
    await ann.locator(".move", { hasText: "C3" }).waitFor();
    await play(ben, id, "G7");
    await ann.locator(".move", { hasText: "G7" }).waitFor();
    await ann.keyboard.press("ArrowRight");
    await expect.poll(() => ann.getByTestId("spoken").textContent()).toContain("D3");
    await ann.keyboard.press("ArrowUp");
    await ann.keyboard.press("Enter");
    await ann.locator(".move", { hasText: "D4" }).waitFor();
    const stone = await spot(ann, "g7", 9);
    await ann.mouse.click(stone.x, stone.y); // a stone, too
    await ann.keyboard.press("ArrowLeft");
    await expect.poll(() => ann.getByTestId("spoken").textContent()).toContain("F7");
    await ann.locator("h1").click();
    await ann.keyboard.press("ArrowLeft"); // not on the board they walk through the game
    await ann.getByText("Viewing an earlier position").waitFor();
  });
});

describe("a group of Go", () => {
  it("is marked dead as a whole by any of its stones", async () => {
    const { ann, ben, id } = await seated("go", { size: 5 });
    for (const [i, word] of ["C1", "D1", "C2", "D2", "C3", "D3", "C4", "D4", "C5", "D5", "B4", "A2", "B1", "A3", "pass", "pass"].entries())
      await play(i % 2 ? ben : ann, id, word);
    await ann.getByRole("heading", { name: "Scoring: mark dead groups" }).waitFor();
    const dead = () => ann.locator("svg [data-sign=dead]").count();
    const at = await spot(ann, "a3", 5);
    await ann.mouse.click(at.x, at.y);
    await expect.poll(dead).toBe(2);
    await picture(ann, "agreement_group");
    expect(await ann.locator("[data-owner=white]").count()).toBe(5); // the column E, and not the stones on D
    await ann.mouse.click(at.x, at.y);
    await expect.poll(dead).toBe(0);
    await ann.getByRole("button", { name: "Mark A2 as dead" }).click(); // as random play has it
    await expect.poll(dead).toBe(2);
  });
});
