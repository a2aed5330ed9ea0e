// Requests of moderators, and how the server does.
import { t } from "../lang/text";
import { ApiError, ask } from "./api";
import type {
  AdminPerson,
  Annulled,
  AnnulmentList,
  AppealList,
  AuditLog,
  Ended,
  Health,
  Muted,
  PasswordLink,
  RatingGains,
  ReportList,
  StudyHidden,
  StudyReportList,
} from "./api_types";
import { removeSaid } from "./talk";

export type { AdminPerson, AuditEntry } from "./api_types";
export type HealthLine = Health["lines"][number];
export type TalkReport = ReportList["reports"][number];
export type StudyReport = StudyReportList["reports"][number];
export type RatingGain = RatingGains["gains"][number];
export type AnnulledGames = AnnulmentList["annulments"][number];

export const fetchReports = (): Promise<ReportList> => ask("GET", "/api/reports");
export const endReport = (id: string): Promise<unknown> => ask("DELETE", `/api/reports/${encodeURIComponent(id)}`);
export const removeReported = ({ table, message }: TalkReport): Promise<unknown> => removeSaid(table, message);

const muteAt = (table: string, seat: number) => `/api/tables/${encodeURIComponent(table)}/seats/${seat}/mute`;
export const muteSeat = (table: string, seat: number, minutes: number, why: string): Promise<Muted> => ask("POST", muteAt(table, seat), { minutes, why });
export const unmuteSeat = (table: string, seat: number): Promise<Muted> => ask("DELETE", muteAt(table, seat));

export const fetchStudyReports = (): Promise<StudyReportList> => ask("GET", "/api/study-reports");
export const endStudyReport = (id: string): Promise<unknown> => ask("DELETE", `/api/study-reports/${encodeURIComponent(id)}`);
export const hideStudy = (study: string, on: boolean): Promise<StudyHidden> => ask(on ? "PUT" : "DELETE", `/api/studies/${encodeURIComponent(study)}/hidden`);

export type Appeal = AppealList["appeals"][number];
export const fetchAppeals = (): Promise<AppealList> => ask("GET", "/api/appeals");
export const upholdRuling = ({ tournament, ruling }: Appeal): Promise<unknown> =>
  ask("DELETE", `/api/tournaments/${encodeURIComponent(tournament)}/appeals/${ruling.game}`);
export const fetchRatingGains = (): Promise<RatingGains> => ask("GET", "/api/moderation/ratings");
export const fetchAnnulments = (): Promise<AnnulmentList> => ask("GET", "/api/moderation/annulments");
export const annul = (name: string, of: string, since: number, why: string): Promise<Annulled> =>
  ask("POST", `/api/people/${encodeURIComponent(name)}/annulments`, { class: of, since, why });
export const takeTournamentsOff = (name: string): Promise<Ended> => ask("DELETE", `/api/people/${encodeURIComponent(name)}/tournaments`);

const account = (name: string, what = "") => `/api/admin/people/${encodeURIComponent(name)}${what}`;
export const fetchAdminPerson = (name: string): Promise<AdminPerson> => ask("GET", account(name));
export const signOutEverywhere = (name: string, why: string): Promise<AdminPerson> => ask("POST", account(name, "/sign-out"), { why });
export const renameAccount = (name: string, fresh: string, why: string): Promise<AdminPerson> => ask("POST", account(name, "/rename"), { name: fresh, why });
export const liftSuspension = (name: string, why: string): Promise<AdminPerson> => ask("POST", account(name, "/lift"), { why });
export const closeAccount = (name: string, why: string): Promise<AdminPerson> => ask("POST", account(name, "/close"), { why });
export const turnFactorOff = (name: string, why: string): Promise<AdminPerson> => ask("POST", account(name, "/second-factor/off"), { why });
export const givePasswordLink = (name: string, why: string): Promise<PasswordLink> => ask("POST", account(name, "/password-link"), { why });
export const setRole = (name: string, role: "player" | "moderator", why: string): Promise<AdminPerson> => ask("PUT", account(name, "/role"), { role, why });
/** Without days until it is lifted. */
export const suspend = (name: string, why: string, days?: number): Promise<AdminPerson> =>
  ask("PUT", account(name, "/suspension"), days === undefined ? { why } : { days, why });
export const fetchAuditLog = (before?: number): Promise<AuditLog> => ask("GET", `/api/admin/log${before === undefined ? "" : `?before=${before}`}`);

/** A verdict on each part of the server, and what to do. */
export const fetchHealth = (): Promise<Health> => ask("GET", "/api/admin/health");

async function look(path: string): Promise<Response> {
  try {
    return await fetch(path);
  } catch {
    throw new ApiError(0, { code: "offline", message: t("The server cannot be reached. Check your connection and try again.") });
  }
}

/** Why the server is not ready; null: it is. */
export async function fetchWhyNotReady(): Promise<string | null> {
  const answer = await look("/readyz");
  const told = (await answer.json().catch(() => null)) as { why?: string } | null;
  return answer.ok ? null : (told?.why ?? t("The server returned error {status}. Try again later.", { status: answer.status }));
}

/** The numbers as text; null where the server does not tell them to this browser. */
export async function fetchMetrics(): Promise<string | null> {
  const answer = await look("/metrics");
  return answer.ok ? answer.text() : null;
}
