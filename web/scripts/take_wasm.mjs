// Copies the cores (cairn.wasm, engine.wasm), the networks, the proofs, the endings and the puzzles into the sources, where the bundler gives them hashed names.
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
const taken = {
  ".network": "../../search/network/weights/",
  ".proof": "../../tools/certificates/",
  ".endings": "../../tools/endings/",
  ".puzzles": "../../tools/puzzles/",
};
const named = (where, ending) => readdirSync(where).filter((name) => name.endsWith(ending));
for (const [ending, from] of Object.entries(taken)) {
  const where = new URL(from, import.meta.url);
  for (const name of named(folder, ending)) rmSync(new URL(name, folder));
  for (const name of named(where, ending)) copyFileSync(new URL(name, where), new URL(name, folder));
}
