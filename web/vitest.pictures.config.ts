import { defineConfig, mergeConfig } from "vitest/config";
import browser from "./vitest.e2e.config";

// As the tests in the browser, but of other files: `npm run pictures -- FOLDER`.
export default mergeConfig({ ...browser, test: { ...browser.test, include: [] } }, defineConfig({ test: { include: ["tests/pictures/**/*.test.ts"] } }));
