// The core's code is asked for together with that of a page with a board, not after it: it is the larger of the two.
import { routeOf } from "../state/router";
import url from "./cairn.wasm?url";

const kBoards = ["table", "analysis", "study", "openings", "puzzle"];

export function preloadCore(path: string): void {
  const route = routeOf(path);
  if (!kBoards.includes(route.page) && !(route.page === "learn" && route.id)) return;
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", type: "application/wasm", crossOrigin: "anonymous", href: url });
  document.head.append(link);
}
