// The HTTP half of the protocol. Every refusal becomes an ApiError with words for people.
import { t } from "../lang/text";
import { refusalWords } from "../lang/core_text";
import { freshHeaders, wrote } from "./fresh";
import { somebodyCame } from "./person";
import { freshId } from "./table_connection";
import type { CreatedTable, Ended, Lobby, Name, OwnTables } from "./api_types";
import type { Game, NewTable, Refusal, TableState } from "./protocol";

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
      ...(body === undefined ? { headers: freshHeaders() } : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
    });
  } catch {
    throw new ApiError(0, { code: "offline", message: t("The server cannot be reached. Check your connection and try again.") });
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && method !== "GET") wrote();
  if (response.ok) return answer as T;
  const told = (answer as { error?: Refusal } | null)?.error;
  if (!told)
    throw new ApiError(response.status, { code: "http", message: t("The server returned error {status}. Try again later.", { status: response.status }) });
  // The server speaks to programs here.
  const message = told.code === "no-session" ? t("You have been signed out. Sign in again; your games are safe.") : refusalWords(told);
  throw new ApiError(response.status, { ...told, message });
}

export function fetchGames(): Promise<{ games: Game[] }> {
  return ask("GET", "/api/games");
}

/** For what may be asked twice: sent again where the answer was lost or the server could not. */
export async function askAgain<T>(method: string, path: string, body?: unknown): Promise<T> {
  for (let tries = 1; ; ++tries) {
    try {
      return await ask(method, path, body);
    } catch (error) {
      const lost = error instanceof ApiError && (error.status === 0 || error.status === 503);
      if (!lost || tries === kTries) throw error;
      await new Promise((go) => setTimeout(go, kPauseMs * tries));
    }
  }
}

/** Makes this browser a guest, or finds the guest that it is. */
export async function beGuest(name: string): Promise<Name> {
  const guest = await ask<Name>("POST", "/api/guest", name.trim() ? { name: name.trim() } : {});
  somebodyCame();
  return guest;
}

/** The same request makes one table, however often it is sent. */
export async function createTable(table: NewTable, name: string): Promise<CreatedTable> {
  await beGuest(name);
  return askAgain("POST", "/api/tables", { ...table, request: freshId() });
}

export async function joinTable(id: string, name: string): Promise<TableState> {
  await beGuest(name);
  return ask("POST", `/api/tables/${encodeURIComponent(id)}/join`, {});
}

/** Tables that wait for an opponent. */
export function fetchLobby(): Promise<Lobby> {
  return ask("GET", "/api/lobby");
}

/** Takes an open game out of the lobby: its creator, or a moderator. */
export function takeBack(id: string): Promise<Ended> {
  return ask("DELETE", `/api/lobby/${encodeURIComponent(id)}`);
}

/** Where this browser's guest or account sits, its turn first; nobody has no tables. */
export async function fetchOwnTables(): Promise<Pick<OwnTables, "tables">> {
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
