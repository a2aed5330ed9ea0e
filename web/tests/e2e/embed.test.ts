// The board in a page of another site: what is seen there, what comes there, and that nothing else of ours may stand there.
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, BrowserContextOptions, Frame, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { TableState } from "../../src/net/protocol";
import { faultsOfLooks } from "./looks";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const contexts: BrowserContext[] = [];
let other: HttpServer;
let body = ""; // of the other site's only page

beforeAll(async () => {
  other = createServer((_, answer) =>
    answer.setHeader("Content-Type", "text/html; charset=utf-8").end(`<!doctype html><title>A page</title><body>${body}</body>`),
  );
  await new Promise<void>((ready) => other.listen(0, "127.0.0.1", ready));
});
afterAll(() => void other.close());
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

async function someone(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await stage.browser.newContext({ reducedMotion: "reduce", ...options });
  contexts.push(context);
  return context;
}

const framed = (path: string) => `<iframe src="${stage.server.url}${path}" width="320" height="360"></iframe>`;

/** The other site's page with this in it. It has another name than the server: that makes it another site and not only another origin. */
async function elsewhere(context: BrowserContext, html: string): Promise<{ page: Page; frame: Frame }> {
  body = html;
  const page = await context.newPage();
  const host = new URL(stage.server.url).hostname === "localhost" ? "127.0.0.1" : "localhost";
  await page.goto(`http://${host}:${(other.address() as AddressInfo).port}/`);
  await expect.poll(() => page.frames().length).toBe(2);
  return { page, frame: page.frames()[1] as Frame };
}

interface Game {
  players: [BrowserContext, BrowserContext];
  id: string;
  play(seat: 0 | 1, word: string): Promise<void>;
  resign(seat: 0 | 1): Promise<void>;
}

async function begun(game: string, options: Record<string, string | number>): Promise<Game> {
  const players: Game["players"] = [await someone(), await someone()];
  for (const [i, name] of ["Ann", "Ben"].entries()) await players[i as 0 | 1].request.post(`${stage.server.url}/api/guest`, { data: { name } });
  const made = await players[0].request.post(`${stage.server.url}/api/tables`, { data: { game, options, opponent: "friend", seat: "first" } });
  const { id } = (await made.json()) as { id: string };
  const path = `${stage.server.url}/api/tables/${id}`;
  await players[1].request.post(`${path}/join`, { data: {} });
  const command = async (seat: 0 | 1, deed: object) => {
    const { version } = (await (await players[seat].request.get(path)).json()) as TableState;
    const answer = await players[seat].request.post(`${path}/commands`, { data: { request: `r${version}`, version, ...deed } });
    expect(answer.status()).toBe(200);
  };
  return { players, id, play: (seat, word) => command(seat, { command: "play", word }), resign: (seat) => command(seat, { command: "resign" }) };
}

const words = (frame: Frame) => frame.locator("#board-words").textContent();
const status = (frame: Frame) => frame.getByTestId("status").textContent();
const press = (frame: Frame, name: string) => frame.getByRole("button", { name }).click();

describe("a board in a page of another site", () => {
  it("shows a game that goes on, and walks through its moves", async () => {
    const game = await begun("go", { size: 9 });
    const visitor = await someone();
    const { page, frame } = await elsewhere(visitor, framed(`/embed/${game.id}`));
    await frame.getByTestId("flat-board").waitFor();
    expect(await frame.locator(".player-name").allTextContents()).toEqual(["Ann", "Ben"]);
    await expect.poll(() => words(frame)).toBe("The board is empty.");
    await game.play(0, "C3");
    await expect.poll(() => words(frame)).toBe("Black: C3.");
    await game.play(1, "G7");
    await expect.poll(() => status(frame)).toBe("Ann to move 2 moves");

    await press(frame, "Go to the start");
    await expect.poll(() => words(frame)).toBe("The board is empty.");
    expect(await status(frame)).toBe("Ann to move Start (move 0 of 2)");
    await press(frame, "Next move");
    await expect.poll(() => words(frame)).toBe("Black: C3.");
    await game.play(0, "E5");
    await expect.poll(() => status(frame)).toBe("Ben to move Move 1 of 3");
    expect(await words(frame)).toBe("Black: C3."); // who looks back is left where he is
    await press(frame, "Go to the latest move");
    await expect.poll(() => words(frame)).toBe("Black: E5, C3. White: G7.");
    await press(frame, "Previous move");
    await expect.poll(() => words(frame)).toBe("Black: C3. White: G7.");
    await game.resign(1);
    await press(frame, "Go to the latest move");
    await expect.poll(() => status(frame)).toBe("White resigned: black wins 3 moves");
    await picture(page, "embed_other_site");

    // It fits into the frame, has nothing of ours around it, and leads out of it.
    expect(await frame.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([320, 360]);
    expect(await frame.locator("header").count()).toBe(0);
    const link = frame.getByRole("link");
    expect(await link.count()).toBe(1);
    expect([await link.getAttribute("href"), await link.getAttribute("target"), await link.getAttribute("rel")]).toEqual([
      `/t/${game.id}`,
      "_blank",
      "noopener",
    ]);
    expect(await visitor.cookies()).toEqual([]);
  });

  it("needs no storage, and says when this table does not exist", async () => {
    const game = await begun("go", { size: 9 });
    await game.play(0, "C3");
    const visitor = await someone();
    await visitor.addInitScript(() => {
      for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException("storage is forbidden", "SecurityError");
          },
        });
    });
    const faults: string[] = [];
    visitor.on("weberror", (error) => faults.push(error.error().message));
    const { frame } = await elsewhere(visitor, framed(`/embed/${game.id}`));
    await expect.poll(() => words(frame)).toBe("Black: C3.");
    const { frame: none } = await elsewhere(visitor, framed("/embed/nothing"));
    await none.getByText("There is no such game.", { exact: false }).waitFor();
    expect(faults).toEqual([]);
  });

  it("knows nobody there: a player sees what a spectator does", async () => {
    const game = await begun("phantom", { size: 9 });
    await game.play(0, "C3");
    const [ann] = game.players;
    const own = await ann.newPage();
    await own.goto(`${stage.server.url}/t/${game.id}`);
    await expect.poll(() => own.locator("#board-words").textContent()).toContain("C3");
    const { frame } = await elsewhere(ann, framed(`/embed/${game.id}`));
    await expect.poll(() => words(frame)).toBe("The board is empty.");
    expect(await status(frame)).toBe("Ben to move 1 move");
    expect(await frame.getByRole("button", { name: "Go to the start" }).isDisabled()).toBe(true);
  });

  it("no other page of ours is shown in a frame", async () => {
    const game = await begun("go", { size: 9 });
    for (const path of ["/", `/t/${game.id}`, "/account", "/t/embed"]) {
      const visitor = await someone();
      const said: string[] = [];
      visitor.on("console", (message) => said.push(message.text()));
      const { page } = await elsewhere(visitor, framed(path));
      await expect.poll(() => said.join()).toContain("frame-ancestors 'none'");
      expect(page.frames()[1]?.url()).not.toContain(stage.server.url);
    }
  });

  it("a table gives the line that does it", async () => {
    const game = await begun("margo", { size: 4 });
    await game.play(0, "A1");
    const page = await stage.visit(`/t/${game.id}`);
    await page.getByRole("button", { name: "Embed" }).click();
    const line = await page.getByLabel("Embed code").inputValue();
    expect(line).toContain(`<iframe src="${stage.server.url}/embed/${game.id}" title="Margo · Cairn"`);
    const { page: host, frame } = await elsewhere(await someone(), line);
    await expect.poll(() => words(frame)).toBe("Layer 1, white: A1.");
    expect(await host.locator("iframe").getAttribute("title")).toBe("Margo · Cairn");
    await frame.locator("canvas").waitFor();
    await host.waitForTimeout(1500);
    await picture(host, "embed_pyramid");
  });

  it("looks right from 320 by 360 up, in both themes", async () => {
    const four = await begun("margo", { size: 4 });
    await four.play(0, "A1");
    const torus = await begun("toroidal", { size: 9 });
    await torus.play(0, "A1");
    for (const [path, width, height, colorScheme] of [
      [`/embed/${four.id}?board=flat`, 320, 360, "light"],
      [`/embed/${torus.id}`, 320, 360, "dark"],
      [`/embed/${four.id}?board=flat`, 480, 600, "dark"],
      [`/embed/${torus.id}`, 900, 700, "light"],
    ] as const) {
      const page = await stage.visit(path, { viewport: { width, height }, colorScheme, bypassCSP: true });
      await page.getByTestId("flat-board").waitFor();
      expect(await faultsOfLooks(page), `${path} ${width}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
      const board = await page.getByTestId("board").boundingBox();
      expect(board?.width).toBeGreaterThan(height * 0.55);
      expect(Math.abs((board?.width ?? 0) - (board?.height ?? 0))).toBeLessThan(1);
      for (const one of [...(await page.locator(".embed-foot button").all()), page.locator(".embed-link")]) {
        const box = await one.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      }
      await picture(page, `embed_${width}_${colorScheme}`);
    }
  });
});
