// The real `cairn` that the tests drive. CAIRN_BIN names it.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const kProgram = process.env["CAIRN_BIN"] ?? fileURLToPath(new URL("../../../build/release/apps/cairn/cairn", import.meta.url));

// Each file of tests has a process of its own, which ends when the one is gone that runs them all; what it has started
// ends with it. Vitest lets nobody call `process.exit`.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));

export function needProgram(): void {
  if (!existsSync(kProgram)) throw new Error(`${kProgram} is missing: build it, or set CAIRN_BIN`);
}

/** Where this machine has a program, whatever PATH says; `debian` is the package that has it. */
export function tool(name: string, debian: string): string {
  const places = ["/usr/bin", "/bin", "/usr/sbin", "/usr/games", ...(process.env["PATH"] ?? "").split(":")];
  const found = places.map((place) => join(place, name)).find((path) => existsSync(path));
  if (!found) throw new Error(`${name} is not installed: apt install ${debian}`);
  return found;
}
