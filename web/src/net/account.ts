// Requests about the person before this browser.
import { spokenLanguage, type Language } from "../lang/languages";
import { ApiError, ask } from "./api";
import type * as api from "./api_types";
import { personChanged } from "./person";

export type { Account, Session } from "./api_types";
export type WhoIAm = api.WhoIAm | null;

/** What is sent besides where the account uses two-factor authentication. */
export interface WithCode {
  code?: string;
}

export const moderates = (whom: WhoIAm | undefined): boolean => Boolean(whom && !whom.guest && whom.role !== "player");

// Why the account that this browser was signed in to is suspended; null: it is not.
let suspension: string | null = null;
export const whySuspended = (): string | null => suspension;

function suspendedHere(why: string): null {
  suspension = why;
  return null;
}

/** Nobody, a guest or an account. One that is suspended is nobody. */
export async function fetchWhoIAm(): Promise<WhoIAm> {
  suspension = null;
  try {
    return await ask<api.WhoIAm>("GET", "/api/account");
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    if (error instanceof ApiError && error.refusal.code === "suspended") return suspendedHere(error.message);
    throw error;
  }
}

/** A guest's games stay theirs. Where a moderator has to approve it, it is no account yet. */
export async function signUp(
  name: string,
  password: string,
  more: Pick<api.NewAccount, "invitation" | "note" | "email"> = {},
): Promise<api.Account | api.AccountWaits> {
  const given = Object.fromEntries(Object.entries(more).filter(([, text]) => text !== ""));
  const made = await ask<api.Account | api.AccountWaits>("POST", "/api/account", { name, password, language: spokenLanguage(), ...given });
  if (!("waiting" in made)) personChanged("somebody");
  return made;
}

/** `more`, here and below: the code, where the account uses two-factor authentication. */
export async function signIn(name: string, password: string, more: WithCode = {}): Promise<api.Account> {
  const account = await ask<api.Account>("POST", "/api/session", { name, password, ...more });
  personChanged("somebody");
  return account;
}

/** Has a link mailed to the proven address of whoever this is; nobody learns whether there is one. */
export function mailLink(what: "sign-in" | "password", whose: string): Promise<unknown> {
  const wish = whose.includes("@") ? { email: whose } : { name: whose };
  return ask("POST", what === "sign-in" ? "/api/session/link" : "/api/password/link", wish);
}

export async function signInBy(token: string, more: WithCode = {}): Promise<api.Account> {
  const account = await ask<api.Account>("POST", "/api/session/link/use", { token, ...more });
  personChanged("somebody");
  return account;
}

export async function choosePassword(token: string, password: string, more: WithCode = {}): Promise<void> {
  await ask("POST", "/api/password/link/use", { token, password, ...more });
  personChanged("nobody");
}

/** To the address that the account names. */
export function mailProof(): Promise<unknown> {
  return ask("POST", "/api/address/link");
}

export function proveAddress(token: string): Promise<api.AddressProven> {
  return ask("POST", "/api/address/link/use", { token });
}

export async function signOut(): Promise<void> {
  await ask("DELETE", "/api/session");
  personChanged("nobody");
}

export function editAccount(edit: api.AccountEdit): Promise<api.Account> {
  return ask("PUT", "/api/account", edit);
}

let languageKept: Promise<void> = Promise.resolve();

/** Whoever is signed in gets mails in the language that they chose for the pages. Guests and others have no mails.
 * One request after another, so that the last choice is the one that the server keeps. */
export function mailInLanguage(language: Language): Promise<void> {
  const keep = async () => {
    const who = await fetchWhoIAm();
    if (who && !who.guest && who.language !== language) await editAccount({ language });
  };
  return (languageKept = languageKept.then(keep, keep));
}

export function changePassword(old: string, fresh: string, more: WithCode = {}): Promise<unknown> {
  return ask("PUT", "/api/account/password", { old, new: fresh, ...more });
}

export function fetchSessions(): Promise<api.SessionList> {
  return ask("GET", "/api/sessions");
}

/** Without an id: all but this browser's. */
export function endSession(id?: string): Promise<unknown> {
  return ask("DELETE", id === undefined ? "/api/sessions" : `/api/sessions/${encodeURIComponent(id)}`);
}

export async function deleteAccount(password: string, more: WithCode = {}): Promise<void> {
  await ask("POST", "/api/account/delete", { password, ...more });
  personChanged("nobody");
}

/** Who is online: how many, and the last of them. */
export function fetchOnline(): Promise<api.Online> {
  return ask("GET", "/api/people");
}
