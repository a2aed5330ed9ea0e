// Copies the cores (cairn.wasm, engine.wasm) and the networks into the sources, where the bundler gives them hashed names.
// CAIRN_WASM names their folder; otherwise it is the `wasm` preset's build folder.
import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const built = process.env.CAIRN_WASM ?? fileURLToPath(new URL("../../build/wasm", import.meta.url));
const folder = new URL("../src/wasm/", import.meta.url);
for (const name of ["cairn.wasm", "engine.wasm"]) {
  const from = join(built, name);
  if (!existsSync(from)) {
    console.error(`${from} is missing.\nBuild it: cmake --preset wasm && cmake --build --preset wasm --target cairn_wasm`);
    process.exit(1);
  }
  copyFileSync(from, new URL(name, folder));
  console.log(`${name}: ${Math.round(statSync(from).size / 1024)} KiB from ${built}`);
}
const weights = new URL("../../search/network/weights/", import.meta.url);
const networks = (where) => readdirSync(where).filter((name) => name.endsWith(".network"));
for (const name of networks(folder)) rmSync(new URL(name, folder));
for (const name of networks(weights)) copyFileSync(new URL(name, weights), new URL(name, folder));
