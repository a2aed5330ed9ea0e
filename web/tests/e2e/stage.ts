// What the tests in the browser stand on: a real server and a real Chromium for a file, and for each test pages of its
// own, which are closed after it and must not have met a fault.
import { existsSync } from "node:fs";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
// @ts-expect-error plain JavaScript, shared with scripts/
import { kBrowserArguments, kBrowserPath } from "./browser.mjs";
import { Server } from "./server";

// Milliseconds for whatever a page should do: software rendering beside a compiler may take long over a board in 3D.
const kPatience = 90_000;

export interface Stage {
  server: Server;
  browser: Browser;
  /** A browser of somebody new, until the test is over. */
  arrive(options?: BrowserContextOptions): Promise<BrowserContext>;
  openIn(context: BrowserContext, path: string): Promise<Page>;
  /** Both: somebody new at a page. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** What a page of a failed test says, for whoever reads the log. */
async function tell(page: Page): Promise<void> {
  const said = await page.locator("body").ariaSnapshot({ timeout: 2_000 }).catch((error: unknown) => String(error));
  console.log(`--- ${page.url()}\n${said.split("\n").slice(0, 150).join("\n")}`);
}

/** A browser whose contexts have that patience. */
async function openBrowser(): Promise<Browser> {
  if (!existsSync(kBrowserPath as string)) throw new Error(`${kBrowserPath} is missing: apt install chromium, or set CAIRN_CHROMIUM`);
  const browser = await chromium.launch({ executablePath: kBrowserPath as string, args: kBrowserArguments as string[], timeout: kPatience });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(kPatience);
    return context;
  };
  return browser;
}

/**
 * Call it once in a file, outside its tests; `server` and `browser` are there when the tests run. `options`: more of
 * `cairn serve`.
 */
export function useStage(options: string[] = []): Stage {
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  const stage = {
    async arrive(wished: BrowserContextOptions = {}) {
      const context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...wished });
      contexts.push(context);
      return context;
    },
    async openIn(context: BrowserContext, path: string) {
      const page = await context.newPage();
      page.on("pageerror", (error) => faults.push(error.message));
      page.on("console", (said) => {
        if (/content security policy/i.test(said.text())) faults.push(said.text());
      });
      await page.goto(stage.server.url + path);
      return page;
    },
    visit: async (path, wished) => stage.openIn(await stage.arrive(wished), path),
  } as Stage;
  beforeAll(async () => {
    stage.server = await Server.start(options);
    stage.browser = await openBrowser();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") for (const context of contexts) for (const page of context.pages()) await tell(page);
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.server?.stop();
  });
  return stage;
}
