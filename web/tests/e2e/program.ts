// The real `cairn` that the tests drive. CAIRN_BIN names it.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const kProgram = process.env["CAIRN_BIN"] ?? fileURLToPath(new URL("../../../build/release/apps/cairn/cairn", import.meta.url));

export function needProgram(): void {
  if (!existsSync(kProgram)) throw new Error(`${kProgram} is missing: build it, or set CAIRN_BIN`);
}
