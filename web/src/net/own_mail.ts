// What is mailed to whoever is signed in, and vacations.
import { ask } from "./api";

export type MailMode = "every" | "digest" | "end" | "none";

export interface OwnMail {
  address: string;
  proven: boolean;
  mode: MailMode;
  off: string | null; // why nothing is sent there any more
}

export interface Vacation {
  since: number | null; // null: here
  until: number | null; // null: until one comes back
  waiting: number; // games at whose tables it is still to be said
}

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
