import { defineConfig } from "vitest/config";

// Each file has a server and a browser of its own; more at once than these, and software rendering takes too long.
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    environment: "node",
    minWorkers: 1,
    maxWorkers: 4,
    testTimeout: 300_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 90_000 } }, // as the pages' patience in tests/e2e/stage.ts
    retry: 1,
  },
});
