// How fast the engine thinks in a browser, from the built client on a running server:
//   build/release/apps/cairn/cairn serve & node web/scripts/engine_speed.mjs http://localhost:8080 3 GAME:SIZE...
// Prints playouts a second from the start position, by the worker's own clock, the median of five searches of so many
// seconds each, in turn.
import { readdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { kBrowserArguments, kBrowserPath } from "../tests/e2e/browser.mjs";

const [base, seconds, ...games] = process.argv.slice(2);
if (games.length === 0) throw new Error("give the server's address, seconds and games: http://localhost:8080 3 GAME:SIZE...");
const kSearches = 5;
const records = games.map((one) => ({ game: one.split(":")[0], options: { size: one.split(":")[1] }, moves: [] }));

const files = readdirSync(new URL("../dist/assets", import.meta.url));
const asset = (pattern) => `${base}/assets/${files.find((name) => pattern.test(name))}`;
const browser = await chromium.launch({ executablePath: kBrowserPath, args: kBrowserArguments });
const page = await browser.newPage();
await page.goto(base);

/** A worker of its own for each search, so that none finds a tree. */
const search = (record) =>
  page.evaluate(
    async ({ core, worker, record, seconds }) => {
      const module = await WebAssembly.compileStreaming(fetch(core));
      const line = new Worker(worker, { type: "module" });
      const found = await new Promise((resolve, reject) => {
        let last;
        line.onerror = (event) => reject(new Error(event.message));
        line.onmessage = ({ data }) => {
          if (data.type === "analysis") last = data.found;
          else if (data.type === "done") resolve(last);
          else if (data.message) reject(new Error(data.message));
        };
        line.postMessage({ type: "load", module });
        line.postMessage({ type: "start", id: 1, task: { kind: "analyse", record, ply: 0, seconds } });
      });
      line.terminate();
      return found.playouts / found.seconds;
    },
    { core: asset(/^engine-.*\.wasm$/), worker: asset(/^worker-/), record, seconds: Number(seconds) },
  );

const rates = records.map(() => []);
for (let i = 0; i < kSearches; ++i) for (const [at, record] of records.entries()) rates[at].push(await search(record));
for (const [at, record] of records.entries()) {
  const sorted = rates[at].sort((a, b) => a - b);
  console.log(`${record.game} ${record.options.size}: ${Math.round(sorted[kSearches >> 1])} playouts/s (${sorted.map(Math.round).join(", ")})`);
}
await browser.close();
