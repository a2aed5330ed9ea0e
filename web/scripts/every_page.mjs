// npm run pictures -- FOLDER [NAME …]: pictures of every page (or those named; or of the looks named) into the folder.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const [folder, ...names] = process.argv.slice(2);
if (!folder) {
  console.error("npm run pictures -- FOLDER [NAME of a page or a look …]");
  process.exit(2);
}
const env = { ...process.env, CAIRN_PICTURES: resolve(folder), CAIRN_PICTURES_OF: names.join(" ") };
const { status } = spawnSync("npx", ["vitest", "run", "--config", "vitest.pictures.config.ts"], { env, stdio: "inherit" });
process.exit(status ?? 1);
