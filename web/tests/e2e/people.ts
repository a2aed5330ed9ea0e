// Accounts and guests made by the API, in contexts of the browser.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Stage } from "./stage";

type Options = Parameters<Stage["visit"]>[1];

/** Asks the server as the page's person. */
export async function call<T>(page: Page, method: "GET" | "POST" | "PUT" | "DELETE", path: string, data?: object): Promise<T> {
  const { origin } = new URL(page.url());
  const answer = await page.request.fetch(origin + path, { method, headers: { Origin: origin }, ...(data ? { data } : {}) });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${answer.ok() ? "" : await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** A page of somebody with a fresh account. */
export async function asAccount(stage: Stage, name: string, path: string, options: Options = {}): Promise<Page> {
  const page = await stage.visit("/healthz", options);
  await call(page, "POST", "/api/account", { name, password: `password of ${name}` });
  await page.goto(stage.server.url + path);
  return page;
}
