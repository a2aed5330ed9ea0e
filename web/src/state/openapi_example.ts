// Examples of what the interface's description allows, and lines of `curl` that send them. Pure.
import type { ApiDocument, Schema } from "../net/openapi";
import { resolved, type Operation } from "./openapi";

const kDeepest = 12;
const kTime = 1_790_000_000_000;

/** What stands in fields of these names. */
const kUsual: Record<string, unknown> = {
  name: "Ann", // lang: none
  email: "ann@example.org",
  people: "Ben", // lang: none
  order: "me",
  clock: "fischer 5m+3s",
  word: "A3",
  words: "A3",
  text: "Good luck!", // lang: none
  why: "because",
  level: 5,
  days: 30,
};
/** Where neither that nor the field's own name will do: one of these. */
const kTried = [
  "1",
  "p1",
  "Ann2",
  "2026-11-23",
  "1-1",
  "https://example.org/",
  "cairn_SECRET",
  `/api/feed/${"A".repeat(32)}.atom`,
  "X-1",
  "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
  "otpauth://totp/Cairn:Ann?secret=JBSWY3DPEHPK3PXP",
  "k7mq-x2ah-9tnv-4cde",
];

function fits(schema: Schema, text: string): boolean {
  if (text.length < (schema.minLength ?? 0) || text.length > (schema.maxLength ?? Infinity)) return false;
  return schema.pattern === undefined || new RegExp(schema.pattern, "u").test(text);
}

function numberFor(schema: Schema, usual: unknown): number {
  const { minimum: least = -Infinity, maximum: most = Infinity } = schema;
  const wished = typeof usual === "number" ? usual : schema.description?.includes("since 1970") ? kTime : 1;
  return Math.min(most, Math.max(least, wished));
}

function objectFor(api: ApiDocument, schema: Schema, depth: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, exampleOf(api, field, name, depth)]));
}

/** A value that the schema allows; `name`: of the field that it stands in. */
export function exampleOf(api: ApiDocument, given: Schema, name = "", depth = 0): unknown {
  const schema = resolved(api, given);
  if (depth > kDeepest) return null;
  if ("const" in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [variant] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
  const type = [schema.type].flat()[0] ?? (variant ? "variant" : schema.properties ? "object" : "null");
  const usual = kUsual[name];
  if (type === "string") return [usual, name, ...kTried].find((one) => typeof one === "string" && one !== "" && fits(schema, one)) ?? "";
  if (type === "integer" || type === "number") return numberFor(schema, usual);
  if (type === "boolean") return false;
  if (type === "array") return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => exampleOf(api, schema.items ?? {}, name, depth + 1));
  if (type === "object") return objectFor(api, schema, depth + 1);
  return variant && type === "variant" ? exampleOf(api, variant, name, depth + 1) : null;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** What to type in a terminal; what must be put in is in capitals. Null: `curl` cannot. */
export function curlOf(api: ApiDocument, operation: Operation, origin: string): string | null {
  if (operation.socket) return null;
  const { callers, method, path, request } = operation;
  const type = operation.answers.find((one) => one.type !== null)?.type ?? "";
  const url = origin + path.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
  const words = [`curl ${quoted(url)}`]; // lang: none
  if (method !== "GET") words.push(`-X ${method}`);
  if (type.includes("ndjson")) words.push("-N");
  if (type.startsWith("image/")) words.push("-O");
  if (callers.scopes.length > 0 && !callers.anybody)
    words.push(`-H ${quoted("Authorization: Bearer TOKEN")}`); // lang: none
  else if (callers.session && !callers.anybody) words.push(`-b ${quoted(`${origin.startsWith("https:") ? "__Host-" : ""}cairn_session=SESSION`)}`);
  if (request) {
    words.push(`-H ${quoted("Content-Type: application/json")}`); // lang: none
    words.push(`-d ${quoted(JSON.stringify(exampleOf(api, request)))}`);
  }
  return words.join(" \\\n  ");
}
