// The cores' code: that of the rules, whose one instance the pages share, and that of the engine, compiled once and handed
// to its worker.
import { say, setReasons } from "../lang/messages";
import { Core, CoreError } from "./core";
import coreUrl from "./cairn.wasm?url";
import engineUrl from "./engine.wasm?url";

/** Does it once; after a failure the next caller tries again. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

export const loadCore = once(async () => {
  const core = await Core.load(await compile(coreUrl));
  setReasons(core.games());
  return core;
});
export const loadEngineCode = once(() => compile(engineUrl));

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new CoreError(say("core-not-loaded", "the rules engine could not be loaded ({status})", { status: response.status })); // lang: none
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
