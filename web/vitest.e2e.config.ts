import { configDefaults, defineConfig } from "vitest/config";

/** What every change must pass; the others take long. CAIRN_E2E: "everyday", "thorough", or both without it. */
const kEveryday = ["account", "api", "client", "embed", "journeys", "languages", "lobby", "other_games", "puzzle", "sabaki", "table", "weight"];

const everyday = kEveryday.map((name) => `tests/e2e/${name}.test.ts`);
const kChosen: Record<string, { include: string[]; exclude: string[] }> = {
  everyday: { include: everyday, exclude: [] },
  thorough: { include: ["tests/e2e/**/*.test.ts"], exclude: everyday },
};
const chosen = kChosen[process.env["CAIRN_E2E"] ?? ""] ?? { include: ["tests/e2e/**/*.test.ts"], exclude: [] };

// Each file has a server and a browser of its own; more at once than these, and software rendering takes too long.
export default defineConfig({
  test: {
    include: chosen.include,
    exclude: [...configDefaults.exclude, ...chosen.exclude],
    environment: "node",
    minWorkers: 1,
    maxWorkers: 4,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 90_000 } }, // as the pages' patience in tests/e2e/stage.ts
    retry: 1,
  },
});
