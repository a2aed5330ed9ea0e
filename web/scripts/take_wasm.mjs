// Copies the core (cairn.wasm) into the sources, where the bundler gives it a hashed name.
// CAIRN_WASM names the file; otherwise the `wasm` preset's build folder is used.
import { copyFileSync, existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = process.env.CAIRN_WASM ?? fileURLToPath(new URL("../../build/wasm/cairn.wasm", import.meta.url));
const taken = fileURLToPath(new URL("../src/wasm/cairn.wasm", import.meta.url));
if (!existsSync(built)) {
  console.error(`${built} is missing.\nBuild it: cmake --preset wasm && cmake --build --preset wasm --target cairn_wasm`);
  process.exit(1);
}
copyFileSync(built, taken);
console.log(`cairn.wasm: ${Math.round(statSync(taken).size / 1024)} KiB from ${built}`);
