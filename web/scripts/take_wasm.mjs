// Copies the core (cairn.wasm) and the networks into the sources, where the bundler gives them hashed names.
// CAIRN_WASM names the file; otherwise the `wasm` preset's build folder is used.
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = process.env.CAIRN_WASM ?? fileURLToPath(new URL("../../build/wasm/cairn.wasm", import.meta.url));
const taken = fileURLToPath(new URL("../src/wasm/cairn.wasm", import.meta.url));
if (!existsSync(built)) {
  console.error(`${built} is missing.\nBuild it: cmake --preset wasm && cmake --build --preset wasm --target cairn_wasm`);
  process.exit(1);
}
copyFileSync(built, taken);
const folder = new URL("../src/wasm/", import.meta.url);
const weights = new URL("../../search/network/weights/", import.meta.url);
const networks = (where) => readdirSync(where).filter((name) => name.endsWith(".network"));
for (const name of networks(folder)) rmSync(new URL(name, folder));
for (const name of networks(weights)) copyFileSync(new URL(name, weights), new URL(name, folder));
console.log(`cairn.wasm: ${Math.round(statSync(taken).size / 1024)} KiB from ${built}`);
