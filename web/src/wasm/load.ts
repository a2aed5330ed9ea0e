// The core's code, compiled once and handed to workers too, and the one instance of it that the pages share.
import url from "./cairn.wasm?url";
import { Core, CoreError } from "./core";

let module: Promise<WebAssembly.Module> | undefined;
let core: Promise<Core> | undefined;

export function loadModule(): Promise<WebAssembly.Module> {
  module ??= compile().catch((error: unknown) => {
    module = undefined; // the next caller tries again
    throw error;
  });
  return module;
}

export function loadCore(): Promise<Core> {
  core ??= loadModule()
    .then((code) => Core.load(code))
    .catch((error: unknown) => {
      core = undefined;
      throw error;
    });
  return core;
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new CoreError(`the rules core could not be loaded (${response.status})`); // lang: none
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
