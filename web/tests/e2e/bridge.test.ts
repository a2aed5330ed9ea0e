// One's own engine on the analysis board: the real `cairn bridge`, with GNU Go and with an engine that has win rates.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { call } from "./people";
import { kProgram, tool } from "./program";
import { useStage } from "./stage";

const stage = useStage();
const bridges: ChildProcess[] = [];

// The system ends a bridge when the process that started it ends, however that happens.
const kWithUs = [tool("setpriv", "util-linux"), "--pdeathsig", "KILL", kProgram, "bridge"] as const;

/** Its code, and how to end it. */
async function startBridge(...options: string[]): Promise<{ code: string; end(): Promise<void> }> {
  const [command, ...words] = kWithUs;
  const child = spawn(command, [...words, "--page", stage.server.url, ...options]);
  bridges.push(child);
  let said = "";
  const code = await new Promise<string>((ready, failed) => {
    child.stderr.on("data", (text) => (said += String(text)));
    child.stdout.on("data", (text) => {
      said += String(text);
      const found = /^Code for the page: (\S+)\n/m.exec(said)?.[1];
      if (found) ready(found);
    });
    child.once("close", () => failed(new Error(`the bridge did not start:\n${said}`)));
  });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    code,
    end: async () => {
      child.kill("SIGTERM");
      await gone;
    },
  };
}

afterEach(() => bridges.splice(0).forEach((child) => child.kill("SIGKILL")));

const own = (page: Page) => page.locator("details.own-engine");

async function connect(page: Page, code: string): Promise<void> {
  if ((await own(page).getAttribute("open")) === null) await own(page).locator("summary").first().click();
  await own(page).getByLabel("Code that it shows").fill(code);
  await own(page).getByRole("button", { name: "Connect", exact: true }).click();
}

const kBoard = `/analysis?board=flat#new=go&options=${encodeURIComponent('{"size":"9"}')}&moves=E5%20C4`;

describe("one's own engine", () => {
  it("pairs by the code, names GNU Go's moves, and is left again", async () => {
    const bridge = await startBridge("--size", "9", "--", tool("gnugo", "gnugo"), "--mode", "gtp", "--chinese-rules", "--level", "1");
    const page = await stage.visit(kBoard);
    await own(page).locator("summary").first().click();
    expect(await own(page).getByLabel("Command").inputValue()).toBe(`cairn bridge --page ${stage.server.url}`);
    await connect(page, `${bridge.code.slice(0, 13)}${bridge.code.endsWith("2") ? "3" : "2"}`);
    await own(page).getByText("this is not the code that the bridge shows", { exact: false }).waitFor();
    await connect(page, bridge.code.toLowerCase());
    await own(page).getByRole("heading", { name: "Your engine: gnugo" }).waitFor();
    await own(page).getByText("names moves without win rates", { exact: false }).waitFor();
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".candidate").nth(3).waitFor();
    expect(await page.locator(".candidate-move").first().textContent()).toMatch(/^[A-J][1-9]$/);
    expect(await page.locator(".candidate-rate").count()).toBe(0);
    await page.getByText("this engine tells no win rates", { exact: false }).waitFor();
    // A board that it does not play is refused with a sentence.
    await page.evaluate(() => (location.hash = `new=go&options=${encodeURIComponent('{"size":"13"}')}`));
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".analysis [role=alert]", { hasText: "boards of size 13" }).waitFor();
    await own(page).getByRole("button", { name: "Disconnect" }).click();
    await own(page).getByRole("heading", { name: "Use my own engine" }).waitFor();
    await bridge.end();
  });

  it("shows win rates and lines, comes back after a reload, and says when the bridge is gone", async () => {
    const bridge = await startBridge("--threads", "1", "--memory", "64", "--name", "Mine");
    const page = await stage.visit(kBoard);
    await connect(page, bridge.code);
    await own(page).getByRole("heading", { name: "Your engine: Mine" }).waitFor();
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".candidate-rate").first().waitFor();
    await page.getByText("Engine: Mine", { exact: true }).waitFor();
    await page.locator(".win-graph").waitFor();
    await page.reload();
    await own(page).getByRole("heading", { name: "Your engine: Mine" }).waitFor();
    // A second page with the code takes over, and the first one says so.
    const other = await stage.visit(kBoard);
    await connect(other, bridge.code);
    await own(other).getByRole("heading", { name: "Your engine: Mine" }).waitFor();
    await own(page).getByText("another page uses the bridge now", { exact: false }).waitFor();
    await bridge.end();
    await own(other).getByText("The bridge does not answer.", { exact: false }).waitFor();
  });
});

const board = (page: Page) => page.goto(`${stage.server.url}${kBoard}`);

/** Somebody with an account, at the analysis board with the panel open. */
async function member(name: string, known = false): Promise<Page> {
  const page = await stage.visit("/");
  if (known) await call(page, "POST", "/api/session", { name, password: `password of ${name}` });
  else await call(page, "POST", "/api/account", { name, password: `password of ${name}` });
  await board(page);
  await own(page).locator("summary").first().click();
  return page;
}

/** A bridge to the server, whose token is in a file. Returns what it says when it has ended, and how to end it. */
function bridgeByServer(token: string, ...options: string[]): { ended: Promise<string>; end(): void } {
  const folder = mkdtempSync(join(tmpdir(), "cairn-bridge-"));
  const file = join(folder, "bridge-token");
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  const [command, ...words] = kWithUs;
  const child = spawn(command, [...words, "--server", stage.server.url, "--token-file", file, ...options]);
  bridges.push(child);
  let said = "";
  child.stderr.on("data", (text) => (said += String(text)));
  const ended = new Promise<string>((resolve) =>
    child.once("close", () => {
      rmSync(folder, { recursive: true });
      resolve(said);
    }),
  );
  return { ended, end: () => child.kill("SIGTERM") };
}

describe("one's own engine through the server", () => {
  it("is connected by a token, used on any device of the account and by nobody else, and ends with its token", async () => {
    const page = await member("Olga");
    await own(page).getByText("No engine is connected.", { exact: false }).waitFor();
    await own(page).getByText("Connect an engine", { exact: true }).click();
    const command = await own(page).getByLabel("Command for another computer").inputValue();
    expect(command).toBe(`cairn bridge --server ${stage.server.url} --token-file bridge-token`);
    await own(page).getByRole("button", { name: "Create a token" }).click();
    const token = await own(page).getByLabel("Token", { exact: true }).inputValue();
    expect(token).toMatch(/^cairn_/);
    const bridge = bridgeByServer(token, "--threads", "1", "--memory", "64", "--name", "Far away");
    await own(page).getByRole("button", { name: "Use Far away" }).click();
    await own(page).getByRole("heading", { name: "Your engine: Far away" }).waitFor();
    await page.getByRole("button", { name: "Analyse", exact: true }).click();
    await page.locator(".candidate-rate").first().waitFor();
    await page.getByText("Engine: Far away", { exact: true }).waitFor();
    await page.locator(".win-graph").waitFor();
    await page.reload();
    await own(page).getByRole("heading", { name: "Your engine: Far away" }).waitFor();
    // Another device of the same account takes it over; another account does not see it.
    const tablet = await member("Olga", true);
    await own(tablet).getByText("in use on another page").waitFor();
    const stranger = await member("Vera");
    await own(stranger).getByText("No engine is connected.", { exact: false }).waitFor();
    expect(await own(stranger).getByText("Far away").count()).toBe(0);
    await own(tablet).getByRole("button", { name: "Use Far away" }).click();
    await own(tablet).getByRole("heading", { name: "Your engine: Far away" }).waitFor();
    await own(page).getByText("another page uses the bridge now", { exact: false }).waitFor();
    // Revoked: the program ends, and the page says that the engine is gone.
    await own(page).getByText("Connect an engine", { exact: true }).click();
    await own(page).getByRole("button", { name: "Revoke" }).click();
    expect(await bridge.ended).toContain("no longer valid");
    await own(tablet).getByText("The engine is not connected at the moment.", { exact: false }).waitFor();
    await own(tablet).getByRole("button", { name: "Disconnect" }).click();
    await own(tablet).getByText("No engine is connected.", { exact: false }).waitFor();
  });

  it("asks guests for an account", async () => {
    const page = await stage.visit(kBoard);
    await own(page).locator("summary").first().click();
    await own(page).getByText("to use an engine on another computer.", { exact: false }).waitFor();
  });
});
