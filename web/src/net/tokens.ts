// API tokens of one's own that connect an engine to one's pages, and nothing else.
import { ask } from "./api";
import type { WithCode } from "./account";
import type * as api from "./api_types";

export type Token = api.Token;
const kScope = "engine:bridge";
const kDays = 365;

/** Those that can do nothing else. */
export async function fetchBridgeTokens(): Promise<Token[]> {
  const { tokens } = await ask<api.TokenList>("GET", "/api/tokens");
  return tokens.filter((one) => one.scopes.length === 1 && one.scopes[0] === kScope);
}

/** Its secret is shown this once. */
export const createBridgeToken = (name: string, more: WithCode): Promise<api.NewToken> =>
  ask("POST", "/api/tokens", { name, scopes: [kScope], days: kDays, ...more });

export const revokeToken = (id: string): Promise<unknown> => ask("DELETE", `/api/tokens/${encodeURIComponent(id)}`);
