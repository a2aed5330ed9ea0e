// The lessons: every exercise is solved as a reader would, and what is wrong is told.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { factOf, setUp } from "../../src/state/exercise";
import type { Exercise } from "../../src/skins/lesson";
import { kLessons } from "../../src/skins/lessons";
import { Core } from "../../src/wasm/core";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

const stage = useStage();
let core: Core;

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["CAIRN_PICTURES"]) await page.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/${name}.png`, fullPage: true });
}

const said = (page: Page) => page.getByTestId("said");

async function solve(page: Page, game: string, exercise: Exercise): Promise<void> {
  await page.getByRole("heading", { name: exercise.title, exact: true, level: 2 }).waitFor();
  const { ask } = exercise;
  if ("fact" in ask) {
    const position = setUp(core, game, exercise);
    const right = factOf(position, ask.fact);
    position.free();
    const answers = page.locator(".lesson-answers");
    const wrong = ask.answers.find((one) => one !== right) ?? "";
    await answers.getByRole("button", { name: wrong, exact: false }).first().click();
    await said(page)
      .getByText(/is not right\. Look again\./)
      .waitFor();
    await answers.getByRole("button", { name: new RegExp(`^${right}$`, "i") }).click();
  } else
    for (const [i, { solution }] of ask.steps.entries()) {
      await page.locator(".coordinate").fill(solution);
      await page.keyboard.press("Enter");
      if (i + 1 < ask.steps.length) await expect.poll(() => page.locator(".coordinate").inputValue()).toBe("");
    }
  await said(page).getByText(exercise.done).waitFor();
}

describe("lessons", () => {
  // That each can be solved is proven without a browser (tests/unit/learn.test.ts); here the first ones and the last of each.
  for (const { game, exercises } of kLessons)
    it(`${game}: exercises are solved, one after the other`, async () => {
      const page = await stage.visit(`/learn/${game}?board=flat`, { bypassCSP: true });
      for (const exercise of exercises.slice(0, 2)) {
        await solve(page, game, exercise);
        await page.getByRole("button", { name: /^Next: / }).click();
      }
      expect(await faultsOfLooks(page)).toEqual([]);
      const last = exercises[exercises.length - 1] as Exercise;
      await page.locator(".lesson-link", { hasText: last.title }).last().click();
      await solve(page, game, last);
      await page.getByRole("link", { name: "All lessons" }).first().click();
      await page.locator(".lesson-card", { hasText: `3 of ${exercises.length} solved` }).waitFor();
    });

  it("are listed, and say how far one is", async () => {
    const page = await stage.visit("/learn", { bypassCSP: true });
    await expect.poll(() => page.locator(".lesson-card").count()).toBe(kLessons.length);
    await picture(page, "learn_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.locator(".lesson-card", { hasText: "MARGRITES" }).click();
    await page.getByRole("heading", { name: "Steps", level: 2 }).waitFor();
    await page.goto(`${stage.server.url}/learn/chess`);
    await page.getByText("There is no game with this name, or it has no lesson yet.").waitFor();
  });

  it("are solved by clicks; a wrong answer is told why", async () => {
    const page = await stage.visit("/learn/go?board=flat#suicide", { bypassCSP: true });
    const places = page.locator("svg circle[style*=pointer]");
    await expect.poll(() => places.count()).toBe(21);
    await places.first().click();
    await said(page).getByText("That move is legal. Look for one that is not.").waitFor();
    const middle = await page.getByTestId("flat-board").boundingBox();
    if (!middle) throw new Error("no board");
    await page.mouse.click(middle.x + middle.width / 2, middle.y + middle.height / 2);
    await said(page).getByText("A white stone there would have no liberty").waitFor();
    await picture(page, "learn_solved");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByRole("button", { name: "Next: A capture makes room" }).click();
    await page.locator(".coordinate").fill("E5");
    await page.keyboard.press("Enter");
    await said(page).getByText("E5: Legal, but it does not solve the task.").waitFor();
    await page.locator(".coordinate").fill("A3");
    await page.keyboard.press("Enter");
    await said(page).getByText("A3: There is already a piece there.").waitFor();
    await page.getByRole("button", { name: "Show solution" }).click();
    await said(page).getByText("A1. Both black stones are gone").waitFor();
    expect(await page.locator(".lesson-tick").count()).toBe(1); // what was shown is not solved
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => said(page).textContent()).toBe("");
    await page.goBack();
    await page.getByRole("heading", { name: "No suicide", level: 2 }).waitFor();
  });

  it("are done by keyboard alone", async () => {
    const page = await stage.visit("/learn/margo?board=flat#suicide", { bypassCSP: true });
    await page.getByTestId("board").focus();
    for (let i = 0; i < 4; ++i) await page.keyboard.press("ArrowLeft");
    for (let i = 0; i < 4; ++i) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await said(page).getByText("In the corner a black ball would have no freedom").waitFor();
  });

  it("are done on a phone, with pieces that step", async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, bypassCSP: true, colorScheme: "dark" } as const;
    const page = await stage.visit("/learn/margrites?board=flat#score", phone);
    await page.locator("svg circle[fill=transparent]:not([style])").first().tap({ force: true });
    await page.getByRole("button", { name: "Move off and score" }).tap();
    await said(page).getByText("One point for Black.").waitFor();
    await picture(page, "learn_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.goto(`${stage.server.url}/learn`);
    await page.locator(".lesson-card", { hasText: "1 of" }).waitFor();
    await picture(page, "learn_phone_list");
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});
