// The core's code is asked for together with that of a page with a board, not after it: it is the larger of the two.
import url from "./cairn.wasm?url";

export function preloadCore(): void {
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", type: "application/wasm", crossOrigin: "anonymous", href: url });
  document.head.append(link);
}
