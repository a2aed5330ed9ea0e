// After an own write, requests ask for what is stored now, and some time later no longer.
import { afterEach, expect, test, vi } from "vitest";
import { ask } from "../../src/net/api";
import { freshHeaders, wrote } from "../../src/net/fresh";

afterEach(() => {
  vi.unstubAllGlobals();
  wrote(-Infinity);
});

/** What each request said of how fresh the answer must be. */
function listening(status = 200): (string | null)[] {
  const heard: (string | null)[] = [];
  vi.stubGlobal("fetch", (_path: string, init: RequestInit) => {
    heard.push(new Headers(init.headers).get("Cache-Control"));
    return Promise.resolve(new Response("{}", { status }));
  });
  return heard;
}

test("a page that wrote nothing takes what a replica has", async () => {
  const heard = listening();
  await ask("GET", "/api/archive");
  expect(heard).toEqual([null]);
});

test("behind an own write the answer must be fresh", async () => {
  const heard = listening();
  await ask("PUT", "/api/account", { about: "" });
  await ask("GET", "/api/archive");
  expect(heard[1]).toBe("no-cache");
});

test("a write that was refused changes nothing", async () => {
  const heard = listening(409);
  await expect(ask("POST", "/api/tables", {})).rejects.toThrow();
  await expect(ask("GET", "/api/archive")).rejects.toThrow();
  expect(heard[1]).toBeNull();
});

test("it ends after some seconds", () => {
  wrote(100_000);
  expect(freshHeaders(114_000)).toEqual({ "Cache-Control": "no-cache" });
  expect(freshHeaders(116_000)).toEqual({});
});
