// What each page says to a screen reader, and what the flat pages look like, held to kept copies in tests/e2e/snapshots:
//   CAIRN_WRITE_SNAPSHOTS=1 npx vitest run --config vitest.e2e.config.ts tests/e2e/snapshots.test.ts
// writes them anew; look at what git shows as changed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { call } from "./people";
import { useStage } from "./stage";

const stage = useStage();
const kFolder = new URL("./snapshots/", import.meta.url);
const kWrite = process.env["CAIRN_WRITE_SNAPSHOTS"] !== undefined;
const kWide = { viewport: { width: 1280, height: 800 }, bypassCSP: true, colorScheme: "light" } as const;
const kPhone = { viewport: { width: 360, height: 740 }, bypassCSP: true, colorScheme: "dark", hasTouch: true, isMobile: true } as const;

/** Of a picture: so many of a thousand pixels may differ by more than this in any colour. */
const kTolerance = { pixels: 4, colour: 40 };

/** Pages whose words do not hang on when and where they are read. */
const kPages: [name: string, path: string, ready: string][] = [
  ["home", "/?board=flat", "Start a game"],
  ["lobby", "/lobby", "Lobby"],
  ["settings", "/settings", "Settings"],
  ["learn", "/learn", "Learn"],
  ["lesson", "/learn/go?board=flat#suicide", "Suicide"],
  ["account", "/account", "Your account"],
  ["archive", "/archive", "Archive"],
  ["openings", "/openings/go-9?board=flat", "Opening explorer"],
  ["tournaments", "/tournaments", "Tournaments"],
  ["analysis", "/analysis?board=flat#new=toroidal&options=%7B%22size%22%3A%229%22%7D&moves=A1+E5+J9+C3", "Analysis"],
  ["pyramid", "/analysis?board=flat#new=margo&options=%7B%22size%22%3A%224%22%7D&moves=C3+E3+C5+E5+D4+A1", "Analysis"],
  ["replays", "/learn/margrites-games", "MARGRITES: games with comments"],
  ["people", "/people", "Players"],
  ["leaders", "/leaders/go-9", "Leaderboards"],
  ["challenges", "/challenges", "Challenges"],
  ["studies", "/studies", "Your studies"],
  ["link", "/link/password#token", "Choose a new password"],
  ["nothing", "/nowhere", "Page not found"],
];

async function shown(page: Page, ready: string): Promise<void> {
  await page.getByRole("heading", { name: ready }).first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  // Until nothing comes any more.
  for (let before = "", same = 0; same < 3;) {
    const now = await page.locator("body").ariaSnapshot();
    same = now === before ? same + 1 : 0;
    before = now;
    await page.waitForTimeout(200);
  }
}

function hold(name: string, now: string): void {
  const file = new URL(name, kFolder);
  if (kWrite || !existsSync(file)) {
    mkdirSync(kFolder, { recursive: true });
    writeFileSync(file, now);
    if (!kWrite) throw new Error(`${name} was not there; it is written now: look at it, and commit it`);
  }
  expect(now).toBe(readFileSync(file, "utf8"));
}

/** A page of no site, which compares pictures. */
let tool: Page | undefined;

/** Thousandths of the pixels that differ; 1000 where the sizes do. */
async function difference(page: Page, a: Buffer, b: Buffer): Promise<number> {
  return page.evaluate(
    async ([one, other, colour]) => {
      const pixels = async (base64: string) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
        pen.drawImage(image, 0, 0);
        return { width: image.width, height: image.height, data: pen.getImageData(0, 0, image.width, image.height).data };
      };
      const [first, second] = [await pixels(one), await pixels(other)];
      if (first.width !== second.width || first.height !== second.height) return 1000;
      let different = 0;
      for (let i = 0; i < first.data.length; i += 4) {
        const far = Math.max(...[0, 1, 2].map((c) => Math.abs((first.data[i + c] ?? 0) - (second.data[i + c] ?? 0))));
        if (far > colour) ++different;
      }
      return (1000 * different) / (first.width * first.height);
    },
    [a.toString("base64"), b.toString("base64"), kTolerance.colour] as const,
  );
}

async function holdPicture(page: Page, name: string): Promise<void> {
  const now = await page.screenshot({ animations: "disabled", caret: "hide", mask: [page.locator("img, .small-board")] }); // the puzzle is another every day
  const file = new URL(`${name}.png`, kFolder);
  if (kWrite || !existsSync(file)) {
    writeFileSync(file, now);
    if (!kWrite) throw new Error(`${name}.png was not there; it is written now: look at it, and commit it`);
    return;
  }
  tool ??= await stage.browser.newPage();
  const far = await difference(tool, readFileSync(file), now);
  if (far > kTolerance.pixels) {
    const folder = process.env["CAIRN_PICTURES"];
    if (folder) writeFileSync(`${folder}/${name}.now.png`, now);
  }
  expect(far, `${name}: thousandths of the pixels that differ`).toBeLessThanOrEqual(kTolerance.pixels);
}

describe("pages say and look what they did", () => {
  for (const [name, path, ready] of kPages)
    it(name, async () => {
      const page = await stage.visit(path, kWide);
      await shown(page, ready);
      hold(`${name}.aria.yml`, await page.locator("body").ariaSnapshot());
      await holdPicture(page, name);
      const phone = await stage.visit(path, kPhone);
      await shown(phone, ready);
      await holdPicture(phone, `${name}_phone`);
      expect(await faultsOfLooks(page)).toEqual([]); // of the phone pages.test.ts asks that
    });

  it("a table of each kind", async () => {
    const ann = await stage.visit("/healthz", kWide);
    const ben = await stage.visit("/healthz", kPhone);
    for (const [page, name] of [
      [ann, "Ann"],
      [ben, "Ben"],
    ] as const)
      await call(page, "POST", "/api/guest", { name });
    for (const [game, options, words] of [
      ["margo", { size: 4 }, ["C3", "E3", "C5"]],
      ["go", { size: 9 }, ["E5", "C3", "G7"]],
      ["phantom", { size: 5 }, ["C3", "D4"]],
      ["margrites", { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "a7,b7,c7,d7,e7,f7,g7,h7" }, []],
    ] as const) {
      const { id } = await call<{ id: string }>(ann, "POST", "/api/tables", { game, options, opponent: "friend", seat: "first" });
      await call(ben, "POST", `/api/tables/${id}/join`, {});
      for (const [i, word] of words.entries()) {
        const page = i % 2 === 0 ? ann : ben;
        const { version } = await call<{ version: number }>(page, "GET", `/api/tables/${id}`);
        await call(page, "POST", `/api/tables/${id}/commands`, { request: `r${i}`, version, command: "play", word });
      }
      for (const [page, name] of [
        [ann, `table_${game}`],
        [ben, `table_${game}_phone`],
      ] as const) {
        await page.goto(`${stage.server.url}/t/${id}?board=flat`);
        await shown(page, "Moves");
        await expect.poll(() => page.locator(".move").count()).toBeGreaterThanOrEqual(words.length);
        await expect.poll(() => page.locator("#board-words").textContent()).not.toBe(""); // the core is there
        await shown(page, "Moves");
        // Links name tables, whose names are others each time.
        const said = (await page.locator("body").ariaSnapshot()).replaceAll(id, "ID").replaceAll(/\/t\/[\w-]{16}\b/g, "/t/ID");
        if (page === ann) hold(`${name}.aria.yml`, said);
        await holdPicture(page, name);
        expect(await faultsOfLooks(page)).toEqual([]);
      }
    }
  });
});
