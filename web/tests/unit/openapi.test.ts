// The interface's description made ready to be read: with a small document that has every kind of thing.
import { describe, expect, it } from "vitest";
import type { ApiDocument, Schema } from "../../src/net/openapi";
import { grouped, insideOf, limitsOf, operationMatches, operationsOf, resolved, typeParts, variantText, type Operation } from "../../src/state/openapi";
import { curlOf, exampleOf } from "../../src/state/openapi_example";
import { routeOf } from "../../src/state/router";
// @ts-expect-error plain JavaScript
import { typesOf } from "../../scripts/api_types.mjs";

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Schema) => ({ "application/json": { schema } });

const kWish: Schema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 1, maxLength: 40, description: "how it's called" },
    seat: { type: "string", enum: ["first", "second"] },
    at: { type: ["integer", "null"], minimum: 0, description: "milliseconds since 1970" },
    mark: { type: "string", pattern: "^[pse][0-9]{1,9}$" },
  },
  required: ["name"],
  additionalProperties: false,
};
const kApi: ApiDocument = {
  info: { title: "Test" },
  paths: {
    "/api/things": {
      get: { operationId: "things", responses: { "200": { description: "all", content: json(ref("Things")) } } },
      post: {
        operationId: "add-thing",
        tags: ["making"],
        summary: "Make one",
        requestBody: { content: json(ref("Wish")) },
        responses: { "201": { description: "made", content: json(ref("Thing")) }, "400": { $ref: "#/components/responses/400.bad" } },
        security: [{ session: [] }, { token: ["play"] }],
      },
    },
    "/api/things/{id}/stream": {
      get: {
        operationId: "hear",
        tags: ["making"],
        responses: { "200": { content: { "application/x-ndjson": { schema: ref("Thing") } } } },
        security: [{ session: [] }],
      },
    },
    "/api/things/{id}/socket": {
      get: { operationId: "socket", tags: ["making"], responses: { "101": {} }, "x-websocket": { sent: ref("Thing"), received: ref("Wish") } },
    },
  },
  components: {
    schemas: {
      Wish: kWish,
      Place: { type: "array", items: { type: "integer", minimum: 0, maximum: 9 }, minItems: 2, maxItems: 2 },
      Thing: { oneOf: [{ type: "object", properties: { type: { const: "thing" }, at: ref("Place") }, required: ["type", "at"] }, ref("Wish")] },
      Things: {
        type: "object",
        properties: { things: { type: "array", items: ref("Thing") }, next: { anyOf: [ref("Place"), { type: "null" }] } },
        required: ["things"],
      },
    },
    responses: { "400.bad": { description: "bad", content: json({ allOf: [ref("Wish"), { properties: {} }] }) } },
  },
};
const operations = operationsOf(kApi);
const of = (id: string) => operations.find((one) => one.id === id) as Operation;
const schema = (name: string) => kApi.components.schemas[name] as Schema;

describe("the interface's description", () => {
  it("is told in groups: by tag, else by the path", () => {
    expect(grouped(operations).map(([name, inside]) => [name, inside.map((one) => one.id)])).toEqual([
      ["things", ["things"]],
      ["making", ["add-thing", "hear", "socket"]],
    ]);
  });

  it("tells who may ask, and answers from refusals", () => {
    expect(of("things").callers).toEqual({ anybody: true, session: false, scopes: [] });
    expect(of("add-thing").callers).toEqual({ anybody: false, session: true, scopes: ["play"] });
    expect(of("add-thing").answers.map((one) => one.status)).toEqual(["201"]);
    expect(of("add-thing").refusals.map((one) => [one.status, one.told])).toEqual([["400", "bad"]]);
    expect(of("socket").socket?.received).toEqual(ref("Wish"));
  });

  it("is found by all words of a wish", () => {
    expect(operations.filter((one) => operationMatches("post THINGS", one)).map((one) => one.id)).toEqual(["add-thing"]);
    expect(operations.filter((one) => operationMatches("", one))).toHaveLength(4);
    expect(operations.filter((one) => operationMatches("post nothing", one))).toEqual([]);
  });

  it("has types and limits in short words", () => {
    expect(typeParts({ type: ["string", "null"] })).toEqual(["string", " | ", "null"]);
    expect(typeParts({ anyOf: [ref("Place"), { type: "null" }] })).toEqual([{ ref: "Place" }, " | ", "null"]);
    expect(typeParts({ type: "array", items: { type: "string", enum: ["a", "b"] } })).toEqual(["(", '"a" | "b"', ")[]"]);
    expect(typeParts({ type: "object", additionalProperties: ref("Place") })).toEqual(["{ [name]: ", { ref: "Place" }, " }"]);
    expect(limitsOf(kWish.properties?.["name"] ?? {})).toEqual(["1–40 letters"]);
    expect(limitsOf(schema("Place"))).toEqual(["2 entries", "0–9"]);
    expect(limitsOf({ type: "integer", minimum: 1 })).toEqual(["≥ 1"]);
  });

  it("tells fields, and variants where the type alone does not say them", () => {
    expect(insideOf(kWish).fields.map((one) => [one.name, one.required])).toEqual([
      ["name", true],
      ["seat", false],
      ["at", false],
      ["mark", false],
    ]);
    expect(insideOf(schema("Thing")).variants).toHaveLength(2);
    expect(insideOf({ anyOf: [schema("Thing"), kWish] }).variants).toHaveLength(3);
    expect(variantText(insideOf(schema("Thing")).variants[0] ?? {})).toBe('{ type: "thing", at }');
    expect(insideOf({ anyOf: [ref("Place"), { type: "null" }] }).variants).toEqual([]);
    expect(resolved(kApi, ref("Wish"))).toBe(kWish);
  });
});

describe("examples", () => {
  it("are what the schema allows", () => {
    expect(exampleOf(kApi, ref("Wish"))).toEqual({ name: "Ann", seat: "first", at: 1_790_000_000_000, mark: "p1" });
    expect(exampleOf(kApi, ref("Things"))).toEqual({ things: [{ type: "thing", at: [1, 1] }], next: [1, 1] });
  });

  it("are sent by curl", () => {
    expect(curlOf(kApi, of("things"), "https://a.example")).toBe("curl 'https://a.example/api/things'");
    expect(curlOf(kApi, of("hear"), "http://a.example")).toBe("curl 'http://a.example/api/things/ID/stream' \\\n  -N \\\n  -b 'cairn_session=SESSION'");
    expect(curlOf(kApi, of("hear"), "https://a.example")).toContain("-b '__Host-cairn_session=SESSION'");
    expect(curlOf(kApi, of("socket"), "https://a.example")).toBeNull();
    const post = curlOf(kApi, of("add-thing"), "https://a.example");
    expect(post).toContain("-X POST \\\n  -H 'Authorization: Bearer TOKEN' \\\n  -H 'Content-Type: application/json' \\\n  -d '{\"name\":\"Ann\"");
  });
});

describe("types made of it", () => {
  it("are TypeScript", () => {
    const text = (typesOf as (document: ApiDocument) => string)(kApi);
    expect(text).toMatch(/^\/\/ Made by `npm run api-types`/);
    expect(text).toContain(
      'export interface Wish {\n  name: string; // how it\'s called\n  seat?: "first" | "second";\n  at?: number | null; // milliseconds since 1970\n  mark?: string;\n}',
    );
    expect(text).toContain("export type Place = readonly [number, number];");
    expect(text).toContain('export type Thing = { type: "thing"; at: Place } | Wish;');
    expect(text).toContain("export interface Things { things: Thing[]; next?: Place | null }");
  });
});

it("has an address", () => {
  expect(routeOf("/api-docs")).toEqual({ page: "api-docs" });
});
