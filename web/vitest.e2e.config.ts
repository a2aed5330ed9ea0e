import { defineConfig } from "vitest/config";

// One browser and one server at a time: software rendering is slow enough without company.
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
