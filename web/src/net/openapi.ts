// The server's description of its own interface: OpenAPI 3.1, and of that what the server uses.
import { ask } from "./api";

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
}

export interface DescribedBody {
  content?: Record<string, { schema: Schema }>;
}

export interface DescribedAnswer extends DescribedBody {
  $ref?: string;
  description?: string;
  headers?: Record<string, { description?: string }>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface DescribedOperation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: DescribedBody;
  responses: Record<string, DescribedAnswer>;
  security?: Record<string, string[]>[];
  "x-websocket"?: { sent: Schema; received: Schema };
}

export interface ApiDocument {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema>; responses?: Record<string, DescribedAnswer> };
}

export const fetchApiDocument = (): Promise<ApiDocument> => ask("GET", "/api/openapi.json");
