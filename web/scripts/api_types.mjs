// Writes src/net/api_types.ts: TypeScript types of all schemas in the OpenAPI document that the program prints.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const kOut = new URL("../src/net/api_types.ts", import.meta.url);
const kHead = "// Made by `npm run api-types` from the server's own description of its interface. Not to be changed by hand.\n";
const kWidth = 120;

const nameOf = (reference) => reference.slice(reference.lastIndexOf("/") + 1);
const keyOf = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));
const wrapped = (text) => text.replace(/(.{80,110}) /g, "$1\n * ");
const inner = (text) => text.replaceAll("\n", "\n  ");
const listOf = (types) => [...new Set(types)].join(" | ");
// "A | B" needs brackets in a list; what stands within brackets of its own does not.
const ofMany = (type) => {
  let outside = type;
  for (let before = ""; before !== outside;) [before, outside] = [outside, outside.replace(/\{[^{}]*\}|\([^()]*\)/g, "")];
  return /[|&]/.test(outside) ? `(${type})` : type;
};

function fieldLines(schema) {
  const lines = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const optional = schema.required?.includes(name) ? "" : "?";
    const about = field.description ? ` // ${field.description}` : "";
    return `${keyOf(name)}${optional}: ${typeOf(field)};${about}`;
  });
  const { additionalProperties: more = !schema.properties } = schema;
  if (more) lines.push(`[other: string]: ${typeOf(more)};`);
  return lines;
}

function objectType(schema) {
  const lines = fieldLines(schema);
  const short = `{ ${lines.join(" ").replace(/;$/, "")} }`;
  const plain = !lines.some((line) => line.includes("//") || line.includes("\n"));
  return plain && short.length < kWidth / 2 ? short : `{\n  ${lines.map(inner).join("\n  ")}\n}`;
}

function arrayType(schema) {
  const item = schema.items ? typeOf(schema.items) : "unknown";
  const { minItems: least, maxItems: most } = schema;
  if (least === most && most <= 4) return `readonly [${Array(most).fill(item).join(", ")}]`;
  return `${ofMany(item)}[]`;
}

function plainType(type, schema) {
  if (type === "object") return objectType(schema);
  if (type === "array") return arrayType(schema);
  return type === "integer" ? "number" : type;
}

export function typeOf(schema) {
  if (schema === true) return "unknown";
  if (schema.$ref) return nameOf(schema.$ref);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return listOf(schema.enum.map((one) => JSON.stringify(one)));
  if (schema.type) return listOf([schema.type].flat().map((type) => plainType(type, schema))); // choices only narrow it
  return listOf((schema.oneOf ?? schema.anyOf ?? [true]).map(typeOf));
}

function declaration([name, schema]) {
  const about = schema.description ? `/** ${wrapped(schema.description)} */\n` : "";
  return about + (schema.type === "object" ? `export interface ${name} ${typeOf(schema)}` : `export type ${name} = ${typeOf(schema)};`);
}

/** The file's text. */
export const typesOf = (document) => `${kHead}\n${Object.entries(document.components.schemas).map(declaration).join("\n\n")}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const program = process.env.CAIRN_BIN ?? fileURLToPath(new URL("../../build/release/apps/cairn/cairn", import.meta.url));
  writeFileSync(kOut, typesOf(JSON.parse(execFileSync(program, ["serve", "--print-openapi"], { encoding: "utf8" }))));
}
