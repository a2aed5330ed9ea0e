// Pages told apart by the path: "/", "/account", "/puzzle" (or "/puzzle/DAY"), "/puzzle/ID" (of the collection), "/t/ID" (a table of the server), "/local/ID"
// (one of this browser), "/embed/ID" (a board for pages of other sites), "/link/KIND#TOKEN" (where mailed links lead), and those of kPlaces alone or with an id.
import { Store } from "./store";
import { useStore } from "./use_store";

const kPlaces = ["lobby", "people", "leaders", "challenges", "tournaments"] as const;
export type Place = (typeof kPlaces)[number];

const kLinks = ["address", "sign-in", "password", "invitation"] as const;
export type LinkKind = (typeof kLinks)[number];

export type Route =
  | { page: Place; id: string | null }
  | { page: "home" }
  | { page: "account" }
  | { page: "puzzle"; day: string }
  | { page: "collected"; id: string }
  | { page: "table"; id: string; local: boolean }
  | { page: "embed"; id: string }
  | { page: "study" | "analysis" | "openings" | "libraries" | "learn"; id: string | null }
  | { page: "studies" | "archive" | "watch" | "settings" | "admin" | "api-docs" | "rules" }
  | { page: "health" }
  | { page: "link"; kind: LinkKind }
  | { page: "unknown" };

export function routeOf(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  if (path === "/account" || path === "/account/") return { page: "account" };
  const puzzle = /^\/puzzle(?:\/(\d{4}-\d\d-\d\d))?\/?$/.exec(path);
  if (puzzle) return { page: "puzzle", day: puzzle[1] ?? "today" };
  const collected = /^\/puzzle\/([0-9a-f]{10})\/?$/.exec(path);
  if (collected?.[1]) return { page: "collected", id: collected[1] };
  const table = /^\/(t|local)\/([^/]+)\/?$/.exec(path);
  if (table?.[2]) return { page: "table", id: decodeURIComponent(table[2]), local: table[1] === "local" };
  const embed = /^\/embed\/([^/]+)$/.exec(path);
  if (embed?.[1]) return { page: "embed", id: decodeURIComponent(embed[1]) };
  const [, name, id] = /^\/(\w+)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  const place = kPlaces.find((one) => one === name);
  if (place && (place !== "lobby" || !id)) return { page: place, id: id ? decodeURIComponent(id) : null };
  const kept = /^\/(studies|analysis|openings|libraries|learn)(?:\/([^/]+))?\/?$/.exec(path);
  if (kept?.[1] === "studies") return kept[2] ? { page: "study", id: decodeURIComponent(kept[2]) } : { page: "studies" };
  if (kept) return { page: kept[1] as "analysis" | "openings" | "libraries" | "learn", id: kept[2] ? decodeURIComponent(kept[2]) : null };
  if (/^\/admin\/health\/?$/.test(path)) return { page: "health" };
  const link = kLinks.find((one) => path === `/link/${one}`);
  if (link) return { page: "link", kind: link };
  const alone = /^\/(archive|watch|settings|admin|api-docs|rules)\/?$/.exec(path)?.[1];
  if (alone) return { page: alone as "archive" | "watch" | "settings" | "admin" | "api-docs" | "rules" };
  return { page: "unknown" };
}

const kBoards = ["table", "analysis", "study", "openings", "puzzle", "collected"];

/** Whether it shows a board: then the rules are needed. */
export const hasBoard = (route: Route): boolean => kBoards.includes(route.page) || (route.page === "learn" && route.id !== null);

/** How boards are drawn is kept in the query from page to page. */
const kKept = ["quality", "board"];

/** Whether this page was led to by another one of the client. */
let led = false;
export const wasLed = (): boolean => led;

export function go(path: string): void {
  led = true;
  const url = new URL(path, location.href);
  for (const [name, value] of new URLSearchParams(location.search)) if (kKept.includes(name)) url.searchParams.set(name, value);
  history.pushState(null, "", url);
  dispatchEvent(new PopStateEvent("popstate"));
  scrollTo(0, 0);
}

// Heard from the start: a page that waits for its code hears nothing meanwhile.
const path = new Store(globalThis.location?.pathname ?? "/");
globalThis.addEventListener?.("popstate", () => path.set(location.pathname));

export const useRoute = (): Route => routeOf(useStore(path));
