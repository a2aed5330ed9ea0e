// The interface's description made ready to be read: operations in groups, types and limits as short words. Pure.
import { t } from "../lang/text";
import type { ApiDocument, DescribedAnswer, DescribedBody, DescribedOperation, Parameter, Schema } from "../net/openapi";

export interface Answer {
  status: string;
  told: string;
  headers: string[];
  type: string | null; // null: it has no body
  schema: Schema | null;
}

export interface Operation {
  id: string;
  group: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  callers: { anybody: boolean; session: boolean; scopes: string[] };
  parameters: Parameter[];
  request: Schema | null;
  answers: Answer[];
  refusals: Answer[];
  socket: { sent: Schema; received: Schema } | null;
}

export const refName = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/** What a schema stands for, where it only names another one. */
export function resolved(api: ApiDocument, schema: Schema): Schema {
  const named = schema.$ref === undefined ? undefined : api.components.schemas[refName(schema.$ref)];
  return named ? resolved(api, named) : schema;
}

function bodyOf(body: DescribedBody): Pick<Answer, "type" | "schema"> {
  const [first] = Object.entries(body.content ?? {});
  return first ? { type: first[0], schema: first[1].schema } : { type: null, schema: null };
}

function answerOf(api: ApiDocument, status: string, given: DescribedAnswer): Answer {
  const answer = given.$ref === undefined ? given : (api.components.responses?.[refName(given.$ref)] ?? given);
  return { status, told: answer.description ?? "", headers: Object.keys(answer.headers ?? {}), ...bodyOf(answer) };
}

function operationOf(api: ApiDocument, path: string, method: string, given: DescribedOperation): Operation {
  const security = given.security ?? [{}];
  const answers = Object.entries(given.responses).map(([status, answer]) => answerOf(api, status, answer));
  // A refusal is an Error of which only the codes differ.
  const refuses = ({ status, schema }: Answer) => Number(status) >= 400 && schema?.allOf !== undefined;
  return {
    id: given.operationId,
    group: given.tags?.[0] ?? path.split("/").find((part) => part !== "" && part !== "api") ?? path,
    method: method.toUpperCase(),
    path,
    summary: given.summary ?? "",
    description: given.description ?? "",
    callers: {
      anybody: security.some((one) => Object.keys(one).length === 0),
      session: security.some((one) => "session" in one),
      scopes: security.flatMap((one) => one["token"] ?? []),
    },
    parameters: given.parameters ?? [],
    request: given.requestBody ? bodyOf(given.requestBody).schema : null,
    answers: answers.filter((one) => !refuses(one)),
    refusals: answers.filter(refuses),
    socket: given["x-websocket"] ?? null,
  };
}

export function operationsOf(api: ApiDocument): Operation[] {
  return Object.entries(api.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, given]) => operationOf(api, path, method, given)));
}

/** By groups, each where its first operation stands. */
export function grouped(operations: readonly Operation[]): [string, Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const one of operations) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups];
}

/** Whether all words of a wish stand in a text. */
export function matches(wish: string, ...texts: string[]): boolean {
  const text = texts.join(" ").toLowerCase();
  return wish
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export const operationMatches = (wish: string, { method, path, summary, id, group }: Operation): boolean => matches(wish, method, path, summary, id, group);

/** Words of a type; `ref`: the name of another schema. */
export type Part = string | { ref: string };

const partKey = (parts: readonly Part[]): string => JSON.stringify(parts);

function choice(types: readonly Part[][]): Part[] {
  const seen = new Map(types.map((parts) => [partKey(parts), parts]));
  return [...seen.values()].flatMap((parts, i) => (i === 0 ? parts : [" | ", ...parts]));
}

function listed(item: Schema): Part[] {
  const parts = typeParts(item);
  const isChoice = parts.some((part) => typeof part === "string" && part.includes(" | "));
  return isChoice ? ["(", ...parts, ")[]"] : [...parts, "[]"];
}

function plainParts(type: string, schema: Schema): Part[] {
  if (type === "array") return listed(schema.items ?? {});
  const more = schema.additionalProperties;
  if (type === "object" && !schema.properties && typeof more === "object") return ["{ [name]: ", ...typeParts(more), " }"];
  return [type];
}

export function typeParts(schema: Schema): Part[] {
  if (schema.$ref !== undefined) return [{ ref: refName(schema.$ref) }];
  if ("const" in schema) return [JSON.stringify(schema.const)];
  if (schema.enum) return [schema.enum.map((one) => JSON.stringify(one)).join(" | ")];
  if (schema.type !== undefined) return choice([schema.type].flat().map((type) => plainParts(type, schema)));
  const choices = schema.oneOf ?? schema.anyOf ?? (schema.allOf ? [schema.allOf[0] ?? {}] : null);
  return choices ? choice(choices.map(typeParts)) : [schema.properties ? "object" : "any"];
}

export interface Field {
  name: string;
  required: boolean;
  schema: Schema;
}

const isNamed = (schema: Schema): boolean => schema.$ref !== undefined || (!schema.properties && !schema.items && !schema.oneOf && !schema.anyOf);

/** What it may be, with choices among choices as one list. */
function choicesOf(schema: Schema): Schema[] {
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
  return choices.flatMap((one) => (one.oneOf && !one.properties ? choicesOf(one) : [one]));
}

/** "{ request, command: "play", word }": what tells a variant from others. */
export function variantText({ properties = {}, required = [] }: Schema): string {
  const told = Object.entries(properties).filter(([name, field]) => required.length === 0 || required.includes(name) || "const" in field);
  return `{ ${told.map(([name, field]) => ("const" in field ? `${name}: ${JSON.stringify(field.const)}` : name)).join(", ")} }`;
}

/** What is told below a type: its fields, and its variants where the words of the type do not say them. */
export function insideOf(schema: Schema): { fields: Field[]; variants: Schema[] } {
  if (schema.items && !schema.items.$ref) return insideOf(schema.items);
  const choices = choicesOf(schema);
  return {
    fields: Object.entries(schema.properties ?? {}).map(([name, field]) => ({ name, required: schema.required?.includes(name) ?? false, schema: field })),
    variants: choices.every(isNamed) ? [] : choices.filter((one) => one.type !== "null"),
  };
}

function range(least: number | undefined, most: number | undefined): string | null {
  if (least === undefined) return most === undefined ? null : `≤ ${most}`;
  return most === undefined ? `≥ ${least}` : least === most ? String(least) : `${least}–${most}`;
}

/** "0–3", "≤ 40 letters", "/^[a-z]+$/". */
export function limitsOf(schema: Schema): string[] {
  const letters = range(schema.minLength, schema.maxLength);
  const entries = range(schema.minItems, schema.maxItems);
  const own = [
    range(schema.minimum, schema.maximum),
    letters === null ? null : t("{range} letters", { range: letters }),
    entries === null ? null : t("{range} entries", { range: entries }),
    schema.pattern === undefined ? null : `/${schema.pattern}/`,
  ].filter((one) => one !== null);
  return schema.items ? [...own, ...limitsOf(schema.items)] : own;
}
