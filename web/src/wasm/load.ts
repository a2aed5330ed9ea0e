// The one instance of the core that the pages share.
import url from "./cairn.wasm?url";
import { Core } from "./core";

let core: Promise<Core> | undefined;

export function loadCore(): Promise<Core> {
  core ??= Core.load(fetch(url)).catch((error: unknown) => {
    core = undefined; // the next caller tries again
    throw error;
  });
  return core;
}
