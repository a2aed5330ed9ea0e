// The one engine that the pages share.
import { loadEngineCode } from "../wasm/load";
import { EngineClient, type Line } from "./client";

let client: EngineClient | undefined;

export function engine(): EngineClient {
  client ??= new EngineClient(() => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" }) as unknown as Line, loadEngineCode);
  return client;
}
