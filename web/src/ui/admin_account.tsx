// An account as moderators see it, and what they do about it. Every act asks for a reason and is written into the log.
import { useState } from "preact/hooks";
import { dateText, t } from "../lang/text";
import { fetchAdminPerson, type AdminPerson } from "../net/admin";
import { useStore } from "../state/use_store";
import { AccountAct } from "./admin_acts";
import { AuditRow, roleText } from "./admin_log";
import { who } from "./live";
import { Shown } from "./page";
import { dayText } from "./rating_graph";
import { timeText } from "./report_list";
import { useFetched } from "./use_fetched";

const kRoles: Record<AdminPerson["role"], number> = { player: 0, moderator: 1, admin: 2 };

/** `onRenamed`: the account goes by another name now. */
export function AdminAccount({ name, onRenamed }: { name: string; onRenamed(name: string): void }) {
  const found = useFetched(() => fetchAdminPerson(name), name);
  const [link, setLink] = useState<string | null>(null);
  const me = useStore(who);
  const own = me && !me.guest ? me.role : "player";
  const changed = (after: AdminPerson) => {
    if (after.name === name) found.set(after);
    else onRenamed(after.name);
  };
  return (
    <Shown of={found}>
      {(account) => (
        <>
          <Facts of={account} />
          {kRoles[account.role] < kRoles[own] ? (
            <AccountAct account={account} admin={own === "admin"} onDone={changed} onLink={setLink} />
          ) : (
            <p class="quiet">{t("Only somebody with a higher role can act on this account.")}</p>
          )}
          {link !== null && <PasswordLink url={link} />}
          {account.log.length > 0 && (
            <details>
              <summary>{t("Log of this account")}</summary>
              <ul class="reports">
                {account.log.map((entry) => (
                  <AuditRow key={entry.id} entry={entry} />
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </Shown>
  );
}

function Facts({ of }: { of: AdminPerson }) {
  const { suspension } = of;
  const rows: [string, string | number][] = [
    [t("Role"), roleText(of.role)],
    [t("Joined"), dayText(of.created)],
    [t("Last seen"), of.seen === null ? t("never") : timeText(of.seen)],
    [t("E-mail address"), of.confirmed ? t("confirmed") : t("not confirmed")],
    [t("Two-factor authentication"), of.second_factor ? t("on") : t("off")],
    [t("Sessions"), of.sessions],
    [t("API tokens"), of.tokens],
    [t("Games"), of.games],
    [t("Studies"), of.studies],
    [t("Reported messages"), of.reported],
  ];
  if (of.invited_by !== null) rows.push([t("Invited by"), of.invited_by || t("the host")]);
  return (
    <>
      {suspension && <p class="server-bad">{suspensionText(suspension)}</p>}
      <dl class="account-facts">
        {rows.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function suspensionText({ until, closed, why }: NonNullable<AdminPerson["suspension"]>): string {
  if (closed) return t("This account is closed: {why}", { why });
  if (until === null) return t("Suspended until lifted: {why}", { why });
  return t("Suspended until {time}: {why}", { time: dateText(until, { dateStyle: "medium", timeStyle: "short" }), why });
}

function PasswordLink({ url }: { url: string }) {
  const whole = url.startsWith("/") ? location.origin + url : url;
  return (
    <label class="option" role="status">
      <span class="option-name">{t("Link to choose a new password")}</span>
      <input type="text" readOnly value={whole} onFocus={(event) => event.currentTarget.select()} />
      <span class="option-help">{t("It works once, within a day, and opens the account. Give it to its owner only.")}</span>
    </label>
  );
}
