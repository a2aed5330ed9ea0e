// What is mailed to whoever is signed in, and vacations.
import { ask } from "./api";
import type { OwnMail, Vacation } from "./api_types";

export type { OwnMail, Vacation } from "./api_types";
export type MailMode = OwnMail["mode"];

export function fetchOwnMail(): Promise<OwnMail> {
  return ask("GET", "/api/mail");
}

export function setMailMode(mode: MailMode): Promise<OwnMail> {
  return ask("PUT", "/api/mail", { mode });
}

/** The server sends one to the proven address, by the way of all others. */
export function testMail(): Promise<unknown> {
  return ask("POST", "/api/mail/test");
}

export function fetchVacation(): Promise<Vacation> {
  return ask("GET", "/api/vacation");
}

/** Without days: until one comes back. */
export function goOnVacation(days: number | null): Promise<Vacation> {
  return ask("PUT", `/api/vacation${days === null ? "" : `?days=${days}`}`);
}

export function comeBack(): Promise<Vacation> {
  return ask("DELETE", "/api/vacation");
}
