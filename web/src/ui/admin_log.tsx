// What the host and moderators did, the newest first. Nobody can change it.
import { useState } from "preact/hooks";
import { msg, t, tx } from "../lang/text";
import { fetchAuditLog, type AdminPerson, type AuditEntry } from "../net/admin";
import { Link } from "./link";
import { Card, Problem, Shown } from "./page";
import { timeText } from "./report_list";
import { useAttempt } from "./use_attempt";
import { useFetched } from "./use_fetched";

const kLookAgainMs = 30_000;

const kActs: Record<AuditEntry["act"], string> = {
  "sign-out": msg("Signed out everywhere"),
  rename: msg("Name changed"),
  "password-link": msg("Password link created"),
  role: msg("Role changed"),
  worker: msg("Worker token created"),
  suspend: msg("Suspended"),
  lift: msg("Suspension lifted"),
  close: msg("Account closed"),
  mute: msg("Muted"),
  unmute: msg("Unmuted"),
  remove: msg("Message removed"),
  settle: msg("Report resolved"),
  "hide-study": msg("Study hidden"),
  "show-study": msg("Study unhidden"),
  "delete-study": msg("Study deleted"),
  "settle-study": msg("Study report resolved"),
  annul: msg("Rated games annulled"),
  rule: msg("Ruling on a tournament game"),
  "uphold-ruling": msg("Ruling upheld"),
  "cancel-tournament": msg("Tournament cancelled"),
  "withdraw-game": msg("Open game withdrawn"),
  invite: msg("Invitation created"),
  "withdraw-invitation": msg("Invitation withdrawn"),
  "approve-account": msg("Account approved"),
  "refuse-account": msg("Account refused"),
  announce: msg("Announcement changed"),
  "start-tournament": msg("Tournament started"),
  "remove-player": msg("Player removed from a tournament"),
  "second-factor-off": msg("Two-factor authentication turned off"),
  "second-factor-on": msg("Two-factor authentication turned on"),
  "forget-secrets": msg("Lost secrets deleted"),
};

export function AuditLog() {
  const first = useFetched(() => fetchAuditLog(), null, kLookAgainMs);
  const [older, setOlder] = useState<{ entries: AuditEntry[]; next: number | null } | null>(null);
  const { busy, problem, attempt } = useAttempt();
  return (
    <Card id="audit-log" title={t("Log of moderation")}>
      <Shown of={first}>
        {(newest) => {
          const oldest = newest.entries.at(-1)?.id ?? 0;
          const entries = [...newest.entries, ...(older?.entries.filter(({ id }) => id < oldest) ?? [])];
          const next = older ? older.next : newest.next;
          const more = () =>
            void attempt(async () => {
              const page = await fetchAuditLog(next ?? undefined);
              setOlder({ entries: [...entries, ...page.entries], next: page.next });
            });
          return entries.length === 0 ? (
            <p class="quiet">{t("Actions of moderators and the host appear here.")}</p>
          ) : (
            <>
              <ul class="reports audit-log">
                {entries.map((entry) => (
                  <AuditRow key={entry.id} entry={entry} />
                ))}
              </ul>
              {next !== null && (
                <button type="button" class="button" disabled={busy} onClick={more}>
                  {t("Show older entries")}
                </button>
              )}
            </>
          );
        }}
      </Shown>
      <Problem text={problem} />
    </Card>
  );
}

export const roleText = (role: AdminPerson["role"]): string => (role === "admin" ? t("Admin") : role === "moderator" ? t("Moderator") : t("Player##role"));

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { act, name, about, by, at, why } = entry;
  return (
    <li class="report">
      <p>
        <strong>{t(kActs[act])}</strong>
        {name && (
          <>
            {" · "}
            <Link to={`/people/${encodeURIComponent(name)}`}>{name}</Link>
          </>
        )}
        {about && <About text={act === "role" ? roleText(about as AdminPerson["role"]) : about} />}
      </p>
      {why && <p>{t("Reason: {why}", { why })}</p>}
      <p class="quiet">{by === null ? t("The host, {time}", { time: timeText(at) }) : tx("{name}, {time}", { name: by, time: timeText(at) })}</p>
    </li>
  );
}

/** Where it was, as a link; or a moment, a name, a role. */
function About({ text }: { text: string }) {
  const [path = "", rest = ""] = text.startsWith("/") ? text.split(" ") : ["", text];
  if (!path) return <>{` · ${rest}`}</>;
  return (
    <>
      {" · "}
      <Link to={path}>{path}</Link>
      {rest && ` ${rest}`}
    </>
  );
}
