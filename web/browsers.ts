// The oldest browsers that the client runs in: docs/hosting.md names them, the build translates for them, and
// tests/unit/browsers.test.ts looks for what is newer.
export const kOldest = { chrome: "111", edge: "111", firefox: "121", safari: "16.4" } as const;
