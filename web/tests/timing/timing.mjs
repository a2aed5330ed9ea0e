// How long pages take to come in on a slow line and processor, and what a frame of the 3D board costs, from the built
// client on a running server:
//   build/release/apps/cairn/cairn serve --no-rate-limits & node web/tests/timing/timing.mjs [http://localhost:8080 [PART …]]
// Prints tables for bench/web.md, which tells what the figures are; with parts of names, only of those pages, "frames" and "flow".
import { chromium } from "playwright-core";
import { kGlBrowserArguments, kBrowserPath } from "../e2e/browser.mjs";
import { flowTable, frameTable } from "./frames.mjs";

const base = process.argv[2] ?? "http://localhost:8080";
const parts = process.argv.slice(3);
const wanted = (name) => parts.length === 0 || parts.some((part) => name.includes(part));
const kRuns = 5;
const kSlower = 4; // times
const kLine = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const kPhone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const kQuietMs = 500;
const kAfterMs = 3_000; // watched on after it could be used

/** In the page, before all else: notes what happens, and when what `ready` names is there for the first time. */
function watch(ready) {
  const seen = { ready: null, long: [], paint: null, largest: null, shift: 0 };
  window.timing = seen;
  const on = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on("longtask", (task) => seen.long.push([task.startTime, task.startTime + task.duration]));
  on("paint", (paint) => paint.name === "first-contentful-paint" && (seen.paint = paint.startTime));
  on("largest-contentful-paint", (paint) => (seen.largest = paint.startTime));
  on("layout-shift", (shift) => shift.hadRecentInput || (seen.shift += shift.value));
  const look = () => {
    if (!ready.every((one) => document.querySelector(one))) return;
    seen.ready = performance.now();
    changes.disconnect();
  };
  const changes = new MutationObserver(look);
  changes.observe(document, { subtree: true, childList: true, attributes: true });
}

/** From when on it can be used: it is there, and no long task runs within the next half second. */
function usable({ ready, long }) {
  let at = ready;
  for (const [start, end] of long) if (end > at && start < at + kQuietMs) at = end;
  return at;
}

function figures(seen) {
  const blocked = seen.long.reduce((sum, [start, end]) => sum + (start >= seen.paint ? Math.max(0, end - start - 50) : 0), 0);
  return [seen.paint, seen.largest, seen.shift, blocked, usable(seen)];
}

async function visit(page, path, ready) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", kLine);
  await session.send("Emulation.setCPUThrottlingRate", { rate: kSlower });
  await page.addInitScript(watch, ready);
  await page.goto(base + path, { waitUntil: "commit" });
  await page.waitForFunction(() => window.timing.ready !== null, null, { timeout: 90_000, polling: 200 });
  await page.waitForTimeout(kAfterMs);
  const found = figures(await page.evaluate(() => window.timing));
  await session.detach(); // takes the brakes off
  return found;
}

/** The same line for the service worker, which fetches pages in the place of the browser. */
async function slowWorker(browser, context) {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("there is no service worker");
  const whole = await browser.newBrowserCDPSession();
  const { targetInfos } = await whole.send("Target.getTargets", { filter: [{ type: "service_worker" }] });
  for (const { targetId, url } of targetInfos) {
    if (url !== worker.url()) continue;
    const { sessionId } = await whole.send("Target.attachToTarget", { targetId, flatten: false });
    const tell = (id, method, params) => whole.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) });
    await tell(1, "Network.enable", {});
    await tell(2, "Network.emulateNetworkConditions", kLine);
  }
}

/** A first visit, and one more when all is kept in the browser. */
async function twice(browser, state, path, ready) {
  const context = await browser.newContext({ ...kPhone, storageState: state });
  const first = await context.newPage();
  const cold = await visit(first, path, ready);
  await first.evaluate(() => navigator.serviceWorker.ready);
  await first.close();
  await slowWorker(browser, context);
  const warm = await visit(await context.newPage(), path, ready);
  await context.close();
  return { cold, warm };
}

/** A table of two people, one move played: the cookies of whoever is to move, and its address. */
async function table(browser, game, options, word) {
  const [host, guest] = [await browser.newContext(), await browser.newContext()];
  const ask = async (context, path, data) => {
    const answer = await (data ? context.request.post(base + path, { data }) : context.request.get(base + path));
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  for (const context of [host, guest]) await ask(context, "/api/guest", {});
  const { id } = await ask(host, "/api/tables", { game, options, opponent: "friend", seat: "first" });
  await ask(guest, `/api/tables/${id}/join`, {});
  const { version } = await ask(host, `/api/tables/${id}`);
  await ask(host, `/api/tables/${id}/commands`, { request: "timing", version, command: "play", word });
  const state = await guest.storageState();
  await host.close();
  await guest.close();
  return { state, path: `/t/${id}` };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const seconds = (ms) => (ms / 1000).toFixed(2);

const browser = await chromium.launch({ executablePath: kBrowserPath, args: kGlBrowserArguments });
console.log(`Chromium ${browser.version()}, ${new Date().toISOString().slice(0, 10)}\n`);
const go = await table(browser, "go", { size: "9" }, "E5");
const margo = await table(browser, "margo", { size: "6" }, "E5");
const pages = [
  ["home", undefined, "/", [".start-buttons button:enabled"]],
  ["lobby", undefined, "/lobby", ["main button.primary:enabled"]],
  ["table, flat (Go 9x9)", go.state, go.path, ["svg circle[style*=pointer]"]],
  ["table, 3D (Margo 6x6)", margo.state, margo.path, ["canvas[data-frames]", "#board-words:not(:empty)"]],
];
console.log("| page | | first paint | largest paint | shift | blocked | usable |\n|---|---|---|---|---|---|---|");
for (const [name, state, path, ready] of pages) {
  if (!wanted(name)) continue;
  const runs = [];
  for (let i = 0; i < kRuns; ++i) runs.push(await twice(browser, state, path, ready));
  for (const kind of ["cold", "warm"]) {
    const columns = runs[0][kind].map((_, i) => median(runs.map((run) => run[kind][i])));
    const [paint, largest, shift, blocked, use] = columns;
    const worst = Math.max(...runs.map((run) => run[kind][4]));
    console.log(
      `| ${name} | ${kind} | ${seconds(paint)} s | ${seconds(largest)} s | ${shift.toFixed(3)} | ${Math.round(blocked)} ms | ${seconds(use)} s (most ${seconds(worst)}) |`,
    );
  }
}
if (wanted("frames")) console.log(`\n${await frameTable(browser, base)}`);
if (wanted("flow")) console.log(`\n${await flowTable(browser, base)}`);
await browser.close();
