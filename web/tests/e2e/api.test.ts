// The interface for programs: its page in the browser, its examples, and the types that the client is written with.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
// @ts-expect-error plain JavaScript
import { typesOf } from "../../scripts/api_types.mjs";
import type { ApiDocument, Schema } from "../../src/net/openapi";
import { operationsOf, resolved } from "../../src/state/openapi";
import { exampleOf } from "../../src/state/openapi_example";
import { faultsOfLooks } from "./looks";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
let api: ApiDocument;

beforeAll(async () => {
  api = (await (await fetch(`${stage.server.url}/api/openapi.json`)).json()) as ApiDocument;
});

/** Where a value is not what a schema says; enough of JSON Schema for the document. */
function faults(given: Schema, value: unknown, at = ""): string[] {
  const schema = resolved(api, given);
  const said: string[] = [];
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices && !choices.some((one) => faults(one, value, at).length === 0)) said.push(`${at}: none of the choices`);
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
  const types = [schema.type ?? kind].flat();
  if (!types.includes(kind) && !(kind === "integer" && types.includes("number"))) return [`${at}: ${kind}, not ${types.join()}`];
  if ("const" in schema && schema.const !== value) said.push(`${at}: not ${String(schema.const)}`);
  if (schema.enum && !schema.enum.includes(value)) said.push(`${at}: not listed`);
  if (typeof value === "number" && (value < (schema.minimum ?? value) || value > (schema.maximum ?? value))) said.push(`${at}: ${value}`);
  if (typeof value === "string" && schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) said.push(`${at}: ${value}`);
  if (typeof value === "string" && value.length < (schema.minLength ?? 0)) said.push(`${at}: too short`);
  if (Array.isArray(value)) {
    if (value.length < (schema.minItems ?? 0)) said.push(`${at}: too few`);
    return [...said, ...value.flatMap((one, i) => faults(schema.items ?? {}, one, `${at}[${i}]`))];
  }
  if (kind !== "object") return said;
  const fields = value as Record<string, unknown>;
  for (const name of schema.required ?? []) if (!(name in fields)) said.push(`${at}: no ${name}`);
  return [...said, ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => (name in fields ? faults(field, fields[name], `${at}.${name}`) : []))];
}

describe("what the program says of itself", () => {
  it("is what the client's types were made of: npm run api-types", () => {
    const kept = readFileSync(new URL("../../src/net/api_types.ts", import.meta.url), "utf8");
    expect((typesOf as (document: ApiDocument) => string)(api)).toBe(kept);
  });

  it("has an example of every message, and each keeps to its schema", () => {
    for (const [name, schema] of Object.entries(api.components.schemas)) expect(faults(schema, exampleOf(api, schema), name)).toEqual([]);
  });
});

describe("the page of the interface", () => {
  it("lists all requests, filters them, and opens one", async () => {
    const page = await stage.visit("/", { bypassCSP: true });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "API", exact: true }).click();
    await page.getByRole("heading", { name: "API reference" }).waitFor();
    const all = operationsOf(api).length;
    await page.getByText(`${all} endpoints`).waitFor();
    await picture(page, "api_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByLabel("Filter").fill("post tables");
    await expect.poll(() => page.locator("details.api-fold:not([id^=schema])").count()).toBeLessThan(20);
    await page.locator("#create > summary").click();
    const create = page.locator("#create");
    await create.getByText("Programs with an API token that has one of these scopes: play").waitFor();
    await create.getByText('"none", "fischer 5m+3s"').first().waitFor();
    await create.getByText(`curl '${stage.server.url}/api/tables'`).waitFor();
    await create.locator("summary", { hasText: "Errors" }).click();
    await create.getByText("bad-options, bad-request, no-bot, unknown-game").waitFor();
    await create.getByRole("button", { name: "State", exact: true }).click();
    await create.getByText("legal_count", { exact: true }).waitFor();
    await picture(page, "api_open");
    expect(await faultsOfLooks(page)).toEqual([]);
    await create.getByRole("link", { name: "Go to State" }).click();
    await page.waitForURL(/#schema-State$/);
    await page.locator("#schema-State").getByText("legal_count", { exact: true }).waitFor();
    expect(await page.getByLabel("Filter").inputValue()).toBe("");
  });

  it("goes to what its address names, by keys too", async () => {
    const page = await stage.visit("/api-docs#socket", { bypassCSP: true });
    const socket = page.locator("#socket");
    await socket.getByText("WebSocket messages to the server").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.parentElement?.id)).toBe("socket");
    await page.keyboard.press("Enter");
    await expect.poll(() => socket.getByText("WebSocket messages to the server").count()).toBe(0);
    await page.evaluate(() => (location.hash = "#table-stream"));
    await page.locator("#table-stream").getByText("application/x-ndjson").first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.parentElement?.id)).toBe("table-stream");
  });

  it("fits a phone, in the dark", async () => {
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, bypassCSP: true, colorScheme: "dark" } as const;
    const page = await stage.visit("/api-docs#command", phone);
    await page.locator("#command").getByText("Access").waitFor();
    await page.evaluate(() => (location.hash = "#add-tournament"));
    await page.locator("#add-tournament").getByText('kind: "ladder"').first().waitFor();
    await page.evaluate(() => (location.hash = "#schema-RefusedMessage"));
    await page.locator("#schema-RefusedMessage").getByText("request").first().waitFor();
    await picture(page, "api_phone");
    expect(await faultsOfLooks(page)).toEqual([]);
  });
});
