// The HTTP half of the protocol. Every refusal becomes an ApiError with the server's own words.
import { freshId } from "./table_connection";
import type { Card, Game, NewTable, Refusal, TableState } from "./protocol";

const kTries = 3;
const kPauseMs = 600;

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
  ) {
    super(refusal.message);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: "same-origin",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new ApiError(0, { code: "offline", message: "The server cannot be reached. Check the connection and try again." });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const refusal = (answer as { error?: Refusal } | null)?.error;
  throw new ApiError(response.status, refusal ?? { code: "http", message: `The server answered ${response.status}.` });
}

export function fetchGames(): Promise<{ games: Game[] }> {
  return ask("GET", "/api/games");
}

/** Makes this browser a guest, or finds the guest that it is. */
export function beGuest(name: string): Promise<{ name: string }> {
  return ask("POST", "/api/guest", name.trim() ? { name: name.trim() } : {});
}

/** Sent again where the answer was lost: the same request makes one table. */
export async function createTable(table: NewTable, name: string): Promise<{ id: string; state: TableState }> {
  await beGuest(name);
  const wish = { ...table, request: freshId() };
  for (let tries = 1; ; ++tries) {
    try {
      return await ask("POST", "/api/tables", wish);
    } catch (error) {
      const lost = error instanceof ApiError && (error.status === 0 || error.status === 503);
      if (!lost || tries === kTries) throw error;
      await new Promise((go) => setTimeout(go, kPauseMs * tries));
    }
  }
}

export async function joinTable(id: string, name: string): Promise<TableState> {
  await beGuest(name);
  return ask("POST", `/api/tables/${encodeURIComponent(id)}/join`, {});
}

/** Tables that wait for an opponent. */
export function fetchLobby(): Promise<{ tables: Card[] }> {
  return ask("GET", "/api/lobby");
}

/** Where this browser's guest or account sits, its turn first; nobody has no tables. */
export async function fetchOwnTables(): Promise<{ tables: Card[] }> {
  try {
    return await ask("GET", "/api/tables");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { tables: [] };
    throw error;
  }
}

export function fetchTable(id: string): Promise<TableState> {
  return ask("GET", `/api/tables/${encodeURIComponent(id)}`);
}

export function socketUrl(id: string, page: Location): string {
  return `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}/api/tables/${encodeURIComponent(id)}/socket`;
}
