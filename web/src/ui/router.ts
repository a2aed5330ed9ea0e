// Pages told apart by the path: "/", "/account", "/puzzle" (or "/puzzle/DAY"), "/t/ID" (a table of the server), "/local/ID"
// (one of this browser), "/link/KIND#TOKEN" (where mailed links lead), and those of kPlaces alone or with an id.
import { useEffect, useState } from "preact/hooks";

const kPlaces = ["lobby", "people", "leaders", "challenges", "tournaments"] as const;
export type Place = (typeof kPlaces)[number];

const kLinks = ["address", "sign-in", "password"] as const;
export type LinkKind = (typeof kLinks)[number];

export type Route = { page: Place; id: string | null } | { page: "home" } | { page: "account" } | { page: "puzzle"; day: string } | { page: "table"; id: string; local: boolean } | { page: "study" | "analysis" | "openings" | "learn"; id: string | null } | { page: "studies" | "archive" } | { page: "link"; kind: LinkKind } | { page: "unknown" };

export function routeOf(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  if (path === "/account" || path === "/account/") return { page: "account" };
  const puzzle = /^\/puzzle(?:\/(\d{4}-\d\d-\d\d))?\/?$/.exec(path);
  if (puzzle) return { page: "puzzle", day: puzzle[1] ?? "today" };
  const table = /^\/(t|local)\/([^/]+)\/?$/.exec(path);
  if (table?.[2]) return { page: "table", id: decodeURIComponent(table[2]), local: table[1] === "local" };
  const [, name, id] = /^\/(\w+)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  const place = kPlaces.find((one) => one === name);
  if (place && (place !== "lobby" || !id)) return { page: place, id: id ? decodeURIComponent(id) : null };
  const kept = /^\/(studies|analysis|openings|learn)(?:\/([^/]+))?\/?$/.exec(path);
  if (kept?.[1] === "studies") return kept[2] ? { page: "study", id: decodeURIComponent(kept[2]) } : { page: "studies" };
  if (kept) return { page: kept[1] as "analysis" | "openings" | "learn", id: kept[2] ? decodeURIComponent(kept[2]) : null };
  const link = kLinks.find((one) => path === `/link/${one}`);
  if (link) return { page: "link", kind: link };
  if (/^\/archive\/?$/.test(path)) return { page: "archive" };
  return { page: "unknown" };
}

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

export function useRoute(): Route {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  return routeOf(path);
}
