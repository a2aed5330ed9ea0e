// What the tests in the browser stand on: a real server and a real Chromium for a file, and for each test pages of its
// own, which are closed after it and must not have met a fault.
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
// @ts-expect-error plain JavaScript, shared with scripts/
import { kBrowserArguments, kBrowserPath, kShellPath } from "./browser.mjs";
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
  const said = await page
    .locator("body")
    .ariaSnapshot({ timeout: 2_000 })
    .catch((error: unknown) => String(error));
  console.log(`--- ${page.url()}\n${said.split("\n").slice(0, 150).join("\n")}`);
}

/** A browser whose contexts have that patience. */
async function openBrowser(executablePath: string): Promise<Browser> {
  if (!existsSync(executablePath)) throw new Error(`${executablePath} is missing: apt install ${basename(executablePath)}, or set CAIRN_CHROMIUM`);
  const browser = await chromium.launch({ executablePath, args: kBrowserArguments as string[], timeout: kPatience });
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(kPatience);
    return context;
  };
  return browser;
}

export interface StageWays {
  /** More options of `cairn serve`. */
  options?: string[];
  /**
   * All of Chromium, whose pages keep the client (src/state/installed.ts) and may show notices. Without it no page keeps
   * anything unless its context says so: each would fetch the whole client once more.
   */
  wholeBrowser?: boolean;
}

/** Call it once in a file, outside its tests; `server` and `browser` are there when the tests run. */
export function useStage({ options = [], wholeBrowser = false }: StageWays = {}): Stage {
  const contexts: BrowserContext[] = [];
  const faults: string[] = [];
  const stage = {
    async arrive(wished: BrowserContextOptions = {}) {
      const serviceWorkers = wholeBrowser ? "allow" : "block";
      const context = await stage.browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", serviceWorkers, ...wished });
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
    stage.browser = await openBrowser((wholeBrowser ? kBrowserPath : kShellPath) as string);
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
