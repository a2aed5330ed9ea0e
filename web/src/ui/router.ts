// Pages told apart by the path: "/", "/account", "/puzzle" (or "/puzzle/DAY"), "/t/ID" (a table of the server) and "/local/ID" (one of this browser).
import { useEffect, useState } from "preact/hooks";

export type Route = { page: "home" } | { page: "account" } | { page: "puzzle"; day: string } | { page: "table"; id: string; local: boolean } | { page: "unknown" };

export function routeOf(path: string): Route {
  if (path === "/" || path === "/index.html") return { page: "home" };
  if (path === "/account" || path === "/account/") return { page: "account" };
  const puzzle = /^\/puzzle(?:\/(\d{4}-\d\d-\d\d))?\/?$/.exec(path);
  if (puzzle) return { page: "puzzle", day: puzzle[1] ?? "today" };
  const table = /^\/(t|local)\/([^/]+)\/?$/.exec(path);
  if (table?.[2]) return { page: "table", id: decodeURIComponent(table[2]), local: table[1] === "local" };
  return { page: "unknown" };
}

/** Keeps the query (it holds the drawing quality) from page to page. */
export function go(path: string): void {
  history.pushState(null, "", path + location.search);
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
