// A player's way through the client, in real Chromium against the real server.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

const stage = useStage();
const { visit } = stage;

/** Starts a game from the home page. */
async function startGame(page: Page, opponent: "Play against a bot" | "Invite a friend", choose: (page: Page) => Promise<void>): Promise<void> {
  await choose(page);
  await page.getByRole("button", { name: opponent }).click();
  await page.waitForURL(/\/t\//);
  await page.waitForSelector("canvas[data-frames]");
}

async function stateOf(page: Page): Promise<TableState> {
  const id = new URL(page.url()).pathname.split("/").pop();
  return (await page.request.get(`${stage.server.url}/api/tables/${id}`)).json() as Promise<TableState>;
}

async function until(page: Page, done: (state: TableState) => boolean): Promise<TableState> {
  for (let i = 0; i < 400; ++i) {
    const state = await stateOf(page);
    if (done(state)) return state;
    await page.waitForTimeout(100);
  }
  throw new Error("it never came to that");
}

async function typeMove(page: Page, word: string): Promise<void> {
  await page.locator(".coordinate:enabled").fill(word);
  await page.keyboard.press("Enter");
}

const moves = (page: Page) => page.locator(".move").count();

describe("against the bot", () => {
  it("plays a whole game on the smallest board, with undo, and shows the result", async () => {
    const page = await visit("/");
    await startGame(page, "Play against a bot", async () => {
      await page.getByLabel("Board size").fill("2");
      await page.getByText("More options").click();
      await page.getByLabel("Bot thinking time").selectOption("0.5");
    });
    await typeMove(page, "A1");
    await until(page, (state) => state.moves.length >= 2);
    await page.getByRole("button", { name: "Take back move" }).click();
    await until(page, (state) => state.moves.length === 0);
    let state = await stateOf(page);
    while (!state.view.over) {
      await typeMove(page, state.legal[0] ?? "");
      const played = state.moves.length;
      state = await until(page, (next) => next.view.over || (next.moves.length > played && next.view.to_act.includes(0)));
    }
    await page.getByTestId("result").waitFor();
    expect(await page.getByTestId("result").textContent()).toMatch(/You win|You lose|A draw/);
    expect(await moves(page)).toBe(state.moves.length);
    await expect.poll(() => page.getByTestId("announcer").textContent()).toMatch(/wins|draw/);
  });

  it("places a ball by a click on the board, and says why a point is illegal", async () => {
    const page = await visit("/");
    await startGame(page, "Play against a bot", () => page.getByText("4 × 4").click());
    const box = await page.locator("canvas").boundingBox();
    if (!box) throw new Error("no board");
    // The holes of a 4 x 4 board stand around the middle of the picture.
    await page.mouse.click(box.x + box.width * 0.41, box.y + box.height * 0.59);
    const state = await until(page, (next) => next.moves.length >= 1);
    expect(state.moves[0]?.word).toBe("C3");
    await until(page, (next) => next.view.to_act.includes(0));
    await typeMove(page, "C3");
    await page.getByRole("alert").waitFor();
    expect(await page.getByRole("alert").textContent()).toMatch(/^C3 is not allowed yet: .* must be filled first\.$/);
  });

  it("is played by the keyboard alone", async () => {
    const page = await visit("/");
    await startGame(page, "Play against a bot", () => page.getByText("4 × 4").click());
    await page.getByTestId("board").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    expect(await page.getByTestId("spoken").textContent()).toMatch(/legal/);
    await page.keyboard.press("Enter");
    await until(page, (state) => state.moves.length >= 1);
  });
});

describe("two browsers", () => {
  it("play by a shared link, each seeing the other's moves; a third only watches", async () => {
    const ann = await visit("/");
    await startGame(ann, "Invite a friend", () => ann.getByText("4 × 4").click());
    const link = await ann.getByLabel("Invitation link").inputValue();
    const ben = await visit(new URL(link).pathname);
    await ben.getByRole("button", { name: "Join" }).click();
    await until(ben, (state) => state.you === 1);
    await typeMove(ann, "C3");
    await ben.locator(".move", { hasText: "C3" }).waitFor();
    await typeMove(ben, "E5");
    await ann.locator(".move", { hasText: "E5" }).waitFor();
    const watcher = await visit(new URL(link).pathname);
    await watcher.getByText("You are watching").waitFor();
    expect((await stateOf(watcher)).legal).toEqual([]);
    await ann.getByRole("button", { name: "Resign" }).click();
    await ann.getByRole("button", { name: "Yes, resign" }).click();
    await ben.getByText("You win").waitFor();
  });
});

describe("interruptions", () => {
  it("a reload in mid-game goes on where it was", async () => {
    const page = await visit("/");
    await startGame(page, "Play against a bot", () => page.getByText("4 × 4").click());
    await typeMove(page, "C3");
    const before = await until(page, (state) => state.moves.length === 2 && state.view.to_act.includes(0));
    await page.reload();
    await page.locator(".move").nth(1).waitFor();
    const after = await stateOf(page);
    expect(after.moves).toEqual(before.moves);
    expect(after.you).toBe(0);
    await typeMove(page, after.legal[0] ?? "");
    await until(page, (state) => state.moves.length >= 3);
  });

  it("a killed and restarted server loses nothing and the page finds it again", async () => {
    const page = await visit("/");
    await startGame(page, "Play against a bot", () => page.getByText("4 × 4").click());
    await typeMove(page, "C3");
    const before = await until(page, (state) => state.moves.length === 2 && state.view.to_act.includes(0));
    await stage.server.kill();
    await page.getByText("Connection lost").waitFor();
    await stage.server.launch();
    await page.getByText("Connection lost").waitFor({ state: "detached" });
    const after = await until(page, (state) => state.version >= before.version);
    expect(after.moves).toEqual(before.moves);
    await typeMove(page, after.legal[0] ?? "");
    await until(page, (state) => state.moves.length >= 4);
  });
});

describe("looks", () => {
  const sizes = [
    { name: "desktop", width: 1280, height: 800 },
    { name: "phone", width: 360, height: 740 },
  ];

  it.each(sizes)("nothing sticks out sideways, and axe finds nothing ($name)", async ({ width, height }) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await visit("/", { viewport: { width, height }, colorScheme, bypassCSP: true });
      await page.getByRole("button", { name: "Play against a bot" }).waitFor();
      const check = async (where: string) => {
        expect(await faultsOfLooks(page), where).toEqual([]);
      };
      await check(`home, ${colorScheme}`);
      await page.getByText("More options").click();
      await check(`home with options, ${colorScheme}`);
      await startGame(page, "Play against a bot", () => page.getByText("4 × 4").click());
      await typeMove(page, "C3");
      await until(page, (state) => state.moves.length === 2);
      await page.getByText("Board settings", { exact: true }).click();
      await check(`table, ${colorScheme}`);
    }
  });

  it("a touch asks before it places", async () => {
    const page = await visit("/", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await startGame(page, "Play against a bot", () => page.getByText("4 × 4").click());
    const box = await page.locator("canvas").boundingBox();
    if (!box) throw new Error("no board");
    await page.touchscreen.tap(box.x + box.width * 0.41, box.y + box.height * 0.59);
    await page.getByRole("button", { name: "Confirm move" }).waitFor();
    expect((await stateOf(page)).moves).toEqual([]);
    await page.getByRole("button", { name: "Confirm move" }).click();
    await until(page, (state) => state.moves.length >= 1);
  });
});
