// What the board of each game helps with: the torus that scrolls, the referee's words and own marks, agreeing with a
// dispute, formations and turns of steps, plans and premoves, keys and settings.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { kMargritesGames } from "../../src/skins/margrites/games";
import type { TableState } from "../../src/net/protocol";
import { faultsOfLooks } from "./looks";
import { call } from "./people";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { viewport: { width: 360, height: 740 }, colorScheme: "dark", bypassCSP: true } as const;

interface Pair {
  ann: Page;
  ben: Page;
  id: string;
}

/** Two people at a table, each with a page; Ann moves first. */
async function pair(game: string, options: Record<string, string | number> = {}, second: Parameters<typeof stage.visit>[1] = {}): Promise<Pair> {
  const [ann, ben] = [await stage.visit("/healthz", { bypassCSP: true }), await stage.visit("/healthz", { bypassCSP: true, ...second })];
  await call(ann, "POST", "/api/guest", { name: "Ann" });
  await call(ben, "POST", "/api/guest", { name: "Ben" });
  const { id } = await call<{ id: string }>(ann, "POST", "/api/tables", { game, options, opponent: "friend", seat: "first" });
  await call(ben, "POST", `/api/tables/${id}/join`, {});
  for (const page of [ann, ben]) {
    await page.goto(`${stage.server.url}/t/${id}?board=flat`);
    await page.getByTestId("flat-board").waitFor();
  }
  return { ann, ben, id };
}

const stateOf = (page: Page, id: string) => call<TableState>(page, "GET", `/api/tables/${id}`);

async function play(page: Page, id: string, ...words: string[]): Promise<void> {
  for (const word of words) {
    const { version } = await stateOf(page, id);
    await call(page, "POST", `/api/tables/${id}/commands`, { request: `r${version}${word.length}`, version, command: "play", word });
  }
}

/** Where a place of the plan is seen, column and row from 0 and from below. */
async function touch(page: Page, column: number, row: number): Promise<void> {
  await page.getByTestId("flat-board").scrollIntoViewIfNeeded(); // a button below it was clicked before
  const at = await page.getByTestId("flat-board").evaluate(
    (svg, [x, y]) => {
      const box = (svg as unknown as SVGSVGElement).viewBox.baseVal;
      const bottom = box.y + box.height;
      const point = new DOMPoint(x, bottom + box.y - y); // row 0 is as far from the lower edge as the last row from the upper one
      const seen = point.matrixTransform((svg as unknown as SVGSVGElement).getScreenCTM() ?? undefined);
      return { x: seen.x, y: seen.y };
    },
    [column, row] as const,
  );
  await page.mouse.click(at.x, at.y);
}

const moves = (page: Page) => page.locator(".move-word").allTextContents();

describe("a board without edges", () => {
  it("scrolls for ever by dragging, buttons and keys, and plays where one points", async () => {
    const { ann } = await pair("toroidal", { size: 7 });
    expect(await ann.getByTestId("seam").count()).toBe(1);
    const first = () => ann.locator("svg g[text-anchor] text").first().textContent();
    expect(await first()).toBe("A");
    await touch(ann, 0, 0);
    await expect.poll(() => moves(ann)).toEqual(["A1"]);
    const balls = () => ann.locator("svg [data-stone]").count();
    expect(await balls()).toBe(4); // in the corner it is seen beyond both edges, too

    const box = await ann.getByTestId("flat-board").boundingBox();
    if (!box) throw new Error("no board");
    const unit = box.width / 11; // seven places, and two beyond each side
    await ann.mouse.move(box.x + 5 * unit, box.y + 5 * unit);
    await ann.mouse.down();
    await ann.mouse.move(box.x + 8.1 * unit, box.y + 5 * unit, { steps: 6 });
    await ann.mouse.up();
    await expect.poll(balls).toBe(2); // now in the middle of the lowest row
    expect(await moves(ann)).toEqual(["A1"]); // to drag is not to play
    await ann.getByRole("button", { name: "Scroll up" }).click();
    await ann.getByTestId("board").focus();
    for (let i = 0; i < 7 * 3; ++i) await ann.keyboard.press("Shift+ArrowLeft"); // three times around
    await ann.keyboard.press("Shift+ArrowUp");
    await picture(ann, "torus_scrolled");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ann.getByRole("button", { name: "Reset view" }).click();
    await expect.poll(balls).toBe(4);
  });
});

describe("a flat pyramid", () => {
  it("keeps shapes and freedoms apart, with everything shown", async () => {
    const { ann, ben, id } = await pair("margo", { size: 5 });
    for (let i = 0, dice = 1; i < 46; ++i) {
      const { legal } = await stateOf(i % 2 ? ben : ann, id);
      dice = (dice * 1103515245 + 12345) % 2147483648;
      await play(i % 2 ? ben : ann, id, legal[Math.floor((dice / 2147483648) * legal.length)] ?? "");
    }
    await ann.evaluate(() => localStorage.setItem("cairn.settings", JSON.stringify({ freedoms: true, zombies: true, buried: true, symbols: true })));
    await ann.reload();
    await ann.locator("[data-freedoms]").first().waitFor();
    const badges = await ann.getByTestId("flat-board").evaluate((svg) =>
      [...svg.querySelectorAll("[data-freedoms] > circle, circle:has(+ [data-symbol])")].map((circle) => {
        const { x, y, width } = circle.getBoundingClientRect();
        return [x + width / 2, y + width / 2, width / 2] as const;
      }),
    );
    expect(badges.length).toBeGreaterThan(8);
    for (const [i, [x, y, r]] of badges.entries())
      for (const [a, b, s] of badges.slice(i + 1)) expect(Math.hypot(x - a, y - b), `${x},${y} and ${a},${b}`).toBeGreaterThan(r + s - 1);
    await picture(ann, "pyramid_flat_all");
  });
});

describe("phantom Go", () => {
  it("has the referee's words and one's own marks", async () => {
    const { ann, ben, id } = await pair("phantom", { size: 5, atari: "yes" }, kPhone);
    await play(ann, id, "C3");
    await touch(ben, 2, 2); // where Ann stands: refused
    await ben.getByText("Illegal in this turn: C3.").waitFor();
    await ben.getByTestId("happened").getByRole("alert").getByText("C3: There is already a piece there.").waitFor();
    await ben.getByRole("button", { name: "Mark points" }).click();
    await touch(ben, 1, 1);
    await touch(ben, 3, 3);
    await touch(ben, 3, 3);
    await ben.locator("svg text", { hasText: "●" }).waitFor();
    await ben.locator("svg text", { hasText: "○" }).waitFor();
    expect((await stateOf(ben, id)).moves).toHaveLength(2); // the try, and no more
    expect(await faultsOfLooks(ben)).toEqual([]);
    await picture(ben, "phantom_marks_phone");
    await ben.reload();
    await ben.locator("svg text", { hasText: "●" }).waitFor(); // they last
    expect(await ann.locator("svg text", { hasText: "●" }).count()).toBe(0);
  });
});

describe("agreeing in Go", () => {
  it("marks groups by a touch, goes on after a dispute, and counts what both accept", async () => {
    const { ann, ben, id } = await pair("go", { size: 5, komi: "0.5" }, kPhone);
    // Black on C, white on D; one white stone alone among Black's.
    for (const [page, word] of [
      [ann, "C1"],
      [ben, "D1"],
      [ann, "C2"],
      [ben, "D2"],
      [ann, "C3"],
      [ben, "D3"],
      [ann, "C4"],
      [ben, "D4"],
      [ann, "C5"],
      [ben, "D5"],
      [ann, "pass"],
      [ben, "A3"],
      [ann, "pass"],
      [ben, "pass"],
    ] as const)
      await play(page, id, word);
    await ann.getByRole("heading", { name: "Scoring: mark dead groups" }).waitFor();
    await picture(ann, "agreement");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await touch(ann, 0, 2);
    await expect.poll(async () => (await stateOf(ben, id)).view.marks.find((mark) => mark.kind === "dead")?.points).toEqual([[0, 0, 2]]);
    await ann.getByRole("button", { name: "Accept score", exact: true }).click();
    await ben.getByText("has accepted", { exact: true }).waitFor();
    expect(await faultsOfLooks(ben)).toEqual([]);
    await picture(ben, "agreement_phone");
    await ben.getByRole("button", { name: "Resume play" }).click(); // he does not agree
    await expect.poll(async () => (await stateOf(ann, id)).view.facts["phase"]).toBe("play");
    for (const [page, word] of [
      [ann, "A4"],
      [ben, "pass"],
      [ann, "pass"],
    ] as const)
      await play(page, id, word);
    await ben.getByRole("heading", { name: "Scoring: mark dead groups" }).waitFor();
    await touch(ben, 0, 2);
    await expect.poll(async () => (await stateOf(ben, id)).view.marks.some((mark) => mark.kind === "dead")).toBe(true);
    await ben.getByRole("button", { name: "Accept score", exact: true }).click();
    await ann.getByText("has accepted", { exact: true }).waitFor();
    await ann.getByRole("button", { name: "Accept score", exact: true }).click();
    await ann.getByTestId("result").waitFor();
    const { view } = await stateOf(ann, id);
    expect(view.result?.winner).toBe("black");
    expect(view.sides.map((side) => side.score)).toEqual([15, 10.5]);
  });
});

describe("MARGRITES", () => {
  it("is arranged with consent, and a turn is put together before it is sent", async () => {
    const { ann, ben, id } = await pair("margrites", {}, kPhone);
    await ann.getByRole("heading", { name: "Your formation" }).waitFor();
    await picture(ann, "formation");
    expect(await faultsOfLooks(ann)).toEqual([]);
    await touch(ann, 7, 1);
    await ann.getByTestId("status").getByText("h2: choose where to move it.").waitFor();
    await touch(ann, 8, 1);
    await ann.getByRole("button", { name: "Propose this formation" }).click();
    await expect.poll(async () => (await stateOf(ben, id)).view.facts["black_formation"]).toBe("a2,b2,c2,d2,e2,f2,g2,i2");
    await ben.getByText("Ann has not accepted your formation yet.").waitFor();
    await ben.getByRole("button", { name: "A block" }).click();
    await ben.getByRole("button", { name: "Propose this formation" }).click();
    await expect.poll(async () => (await stateOf(ann, id)).view.facts["white_formation"]).toBe("c7,d7,d8,e7,e8,f7,f8,g7");
    expect(await faultsOfLooks(ben)).toEqual([]);
    await picture(ben, "formation_phone");
    await ben.getByRole("button", { name: "Accept formation", exact: true }).click();
    await ann.getByText("Ben accepts your formation.").waitFor();
    // A change withdraws both consents.
    await ann.getByRole("button", { name: "A line" }).click();
    await ann.getByRole("button", { name: "Propose this instead" }).click();
    await ben.getByText("Ann has not accepted your formation yet.").waitFor();
    await ben.getByRole("button", { name: "Accept formation", exact: true }).click();
    await ann.getByText("Ben accepts your formation.").waitFor();
    await ann.getByRole("button", { name: "Accept formation", exact: true }).click();

    const step = async (from: [number, number], to: [number, number]) => {
      await touch(ann, ...from);
      await ann.getByTestId("status").getByText(": choose where to move it.").waitFor();
      await touch(ann, ...to);
      await ann.getByTestId("status").getByText(": choose where to move it.").waitFor({ state: "detached" });
    };
    await ann.getByText("4 steps left.").waitFor();
    await step([3, 1], [3, 2]);
    await ann.getByText("3 steps left.").waitFor();
    await step([4, 1], [4, 2]);
    await ann.getByText("2 steps left.").waitFor();
    await ann.getByRole("button", { name: "Undo step" }).click();
    await ann.getByText("3 steps left.").waitFor();
    expect((await stateOf(ben, id)).view.facts["steps_left"]).toBe("4"); // nobody has heard of it
    await step([2, 1], [2, 2]);
    await step([2, 2], [2, 3]);
    await step([1, 1], [1, 2]);
    await ann.getByText("Your turn is complete. Nobody sees it until you send it.").waitFor();
    await picture(ann, "turn_complete");
    await ann.getByRole("button", { name: "Send turn" }).click();
    await expect.poll(async () => (await stateOf(ben, id)).view.to_act).toEqual([1]);
    const words = (await stateOf(ben, id)).moves.map((move) => move.word);
    expect(words.slice(-4)).toEqual(["d2>d3", "c2>c3", "c3>c4", "b2>b3"]);
    await ben.getByTestId("score").getByText("0(0)-0(0)").waitFor();
    await ben.locator(".move-turn", { hasText: "1." }).waitFor();
  });

  it("goes from the formations to the last piece, and the score decides", async () => {
    const { ann, ben, id } = await pair("margrites");
    const type = async (page: Page, word: string) => {
      await page.locator(".coordinate:enabled").fill(word);
      await page.keyboard.press("Enter");
    };
    await ann.getByRole("button", { name: "A line" }).click();
    await ann.getByRole("button", { name: "Propose this formation" }).click();
    await ben.getByText("Ann has not accepted your formation yet.").waitFor();
    await type(ben, "b7,c7,d7,e7,f7,g7,h7,i7");
    await ann.getByText("Ben has not accepted your formation yet.").waitFor();
    for (const page of [ann, ben]) await page.getByRole("button", { name: "Accept formation", exact: true }).click();
    await ann.getByText("4 steps left.").waitFor();
    // "Black downsizes": all but its last turn is played behind the pages' backs.
    const game = kMargritesGames.games.find((one) => one.title === "The last piece");
    const steps = game?.moves.split(" ") ?? [];
    for (const [i, step] of steps.slice(0, -4).entries()) await play(Math.floor(i / 4) % 2 === 0 ? ann : ben, id, step);
    await expect.poll(() => ann.getByTestId("score").textContent()).toContain("2(0)-2(4)");
    for (const step of steps.slice(-4)) await type(ann, step);
    await ann.getByRole("button", { name: "Send turn" }).click();
    await ann.getByTestId("result").getByText("You win").waitFor();
    await ben.getByTestId("result").getByText("You lose").waitFor();
    expect(await ben.getByTestId("score").textContent()).toContain("3(0)-2(5)");
  });
});

describe("while the other thinks", () => {
  it("a premove is kept, taken back, and played when its time comes", async () => {
    const { ann, ben, id } = await pair("go", { size: 7 });
    await touch(ben, 2, 2);
    await ben.getByText("Premove: C3. It is played on your turn if it is legal.").waitFor();
    expect((await stateOf(ben, id)).plan).toBe("(*=C3)");
    expect((await stateOf(ann, id)).plan).toBe("");
    await ben.getByRole("button", { name: "Cancel premove" }).click();
    await expect.poll(async () => (await stateOf(ben, id)).plan).toBe("");
    await ben.getByText("Premove: C3. It is played on your turn if it is legal.").waitFor({ state: "detached" });
    await touch(ben, 4, 4);
    await expect.poll(async () => (await stateOf(ben, id)).plan).toBe("(*=E5)");
    await picture(ben, "premove");
    await touch(ann, 0, 0);
    await expect.poll(() => moves(ann)).toEqual(["A1", "E5"]);
  });

  it("answers are planned on the board, a line after the other, and forgotten one by one", async () => {
    const { ann, ben, id } = await pair("margo", { size: 4 }, { viewport: { width: 360, height: 740 } });
    const line = async (...words: string[]) => {
      for (const word of words) {
        await ben.locator(".coordinate").fill(word);
        await ben.keyboard.press("Enter");
      }
      await ben.getByRole("button", { name: "Save this line" }).click();
    };
    await ben.getByRole("button", { name: "Add conditional moves" }).click();
    await line("C3", "E3");
    await line("C3", "E3", "C5", "E5");
    await line("A1", "G7");
    await expect.poll(async () => (await stateOf(ben, id)).plan).toBe("(C3=E3(C5=E5))(A1=G7)");
    expect(await faultsOfLooks(ben)).toEqual([]);
    await picture(ben, "plan_phone");
    await ben.getByRole("button", { name: "Delete A1 → G7" }).click();
    await expect.poll(async () => (await stateOf(ben, id)).plan).toBe("(C3=E3(C5=E5))");
    await play(ann, id, "C3");
    await expect.poll(() => moves(ann)).toEqual(["C3", "E3"]);
    await play(ann, id, "C5");
    await expect.poll(() => moves(ann)).toEqual(["C3", "E3", "C5", "E5"]);
  });
});

describe("a finger that rests", () => {
  it("shows what a move would do, and plays it only when it taps", async () => {
    const { ann, ben, id } = await pair("go", { size: 5 }, { ...kPhone, hasTouch: true, isMobile: true });
    await play(ann, id, "C3");
    await ben.locator(".coordinate:enabled").waitFor();
    const box = await ben.getByTestId("flat-board").boundingBox();
    if (!box) throw new Error("no board");
    const at = { x: box.x + box.width / 2, y: box.y + (box.height * 2) / 6 }; // C4
    const session = await ben.context().newCDPSession(ben);
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await ben.getByTestId("status").getByText("C4").waitFor();
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await ben.waitForTimeout(300);
    expect((await stateOf(ben, id)).moves).toHaveLength(1);
    expect(await ben.getByRole("button", { name: "Confirm move" }).count()).toBe(0);
    await ben.touchscreen.tap(at.x, at.y);
    await ben.getByRole("button", { name: "Confirm move" }).click(); // a touch asks first
    await expect.poll(() => moves(ann)).toEqual(["C3", "C4"]);
  });
});

describe("keys and settings", () => {
  it("are told under ?, and can be switched off", async () => {
    const { ann } = await pair("go", { size: 5 });
    await ann.keyboard.press("Shift+?");
    await ann.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await faultsOfLooks(ann)).toEqual([]);
    await ann.keyboard.press("Escape");
    await ann.getByRole("dialog").waitFor({ state: "detached" });
    await ann.locator(".coordinate:enabled").waitFor();
    await ann.keyboard.press("c");
    await ann.keyboard.type("3");
    expect(await ann.locator(".coordinate").inputValue()).toBe("c3");
    await ann.keyboard.press("Enter");
    await expect.poll(() => moves(ann)).toEqual(["C3"]);
    await ann.locator("body").click({ position: { x: 3, y: 400 } });
    await ann.keyboard.press("ArrowLeft");
    await ann.getByText("Viewing an earlier position").waitFor();
    await ann.keyboard.press("End");
    await ann.getByText("Viewing an earlier position").waitFor({ state: "detached" });
  });

  for (const [name, options] of [
    ["wide", { bypassCSP: true }],
    ["phone", kPhone],
  ] as const)
    it(`are set on a page of their own (${name})`, async () => {
      const page = await stage.visit("/settings", options);
      await page.getByRole("heading", { name: "Settings" }).waitFor();
      expect(await faultsOfLooks(page)).toEqual([]);
      await picture(page, `settings_${name}`);
      await page.getByLabel("High contrast").check();
      await page.getByLabel("Layered boards").selectOption("flat");
      await page.getByLabel("Move numbers").check();
      expect(await faultsOfLooks(page)).toEqual([]);
      await picture(page, `settings_contrast_${name}`);
      await page.reload();
      expect(await page.getByLabel("High contrast").isChecked()).toBe(true);
      await page.goto(`${stage.server.url}/analysis#new=margo&options=%7B%22size%22%3A%224%22%7D&moves=C3+E3+C5`);
      await page.getByTestId("flat-board").waitFor();
      expect(await faultsOfLooks(page)).toEqual([]);
      await picture(page, `contrast_board_${name}`);
    });
});
