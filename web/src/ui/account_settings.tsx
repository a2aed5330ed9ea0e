// What whoever is signed in can set: notices, who sees him, devices, the password, and the way out.
import { useState } from "preact/hooks";
import { dateText, t } from "../lang/text";
import { changePassword, deleteAccount, editAccount, endSession, fetchSessions, signOut, type Account, type Session, type WhoIAm } from "../net/account";
import { canPush, findPush, startPush, stopPush, testPush, type Hook } from "../net/push";
import { deviceName } from "../state/device";
import { AccountFactor } from "./account_factor";
import { AccountMail } from "./account_mail";
import { AccountVacation, AccountZone, type Part } from "./account_time";
import { CodeField, useCode } from "./code_field";
import { Invitations } from "./invitations";
import { site } from "./site";
import { problemText } from "../state/problem_text";
import { useStore } from "../state/use_store";
import { useMount } from "../state/use_event";

type Change = (who: WhoIAm) => void;

export function AccountSettings({ account, onChange }: { account: Account; onChange: Change }) {
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = (what: Promise<unknown>) =>
    what.then(
      () => setProblem(null),
      (error: unknown) => setProblem(problemText(error)),
    );
  return (
    <>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <Notices attempt={attempt} />
      <section class="card account-card" aria-labelledby="seen-title">
        <h2 id="seen-title">{t("Privacy")}</h2>
        <label class="option flag">
          <input type="checkbox" checked={account.hidden} onChange={(event) => attempt(editAccount({ hidden: event.currentTarget.checked }).then(onChange))} />
          <span class="option-name">{t("Hide me from the list of online players")}</span>
        </label>
      </section>
      <AccountMail account={account} onChange={onChange} />
      <AccountVacation attempt={attempt} />
      <AccountZone account={account} onChange={onChange} attempt={attempt} />
      <Devices attempt={attempt} />
      <InviteOthers account={account} />
      <Password />
      <AccountFactor account={account} onChange={onChange} />
      <section class="card account-card" aria-labelledby="leave-title">
        <h2 id="leave-title">{t("Sign out, export or delete")}</h2>
        <div class="account-buttons">
          <button type="button" class="button" onClick={() => attempt(leave().then(() => onChange(null)))}>
            {t("Sign out")}
          </button>
          <a class="button" href="/api/account/export" download={`cairn-${account.name}.json`}>
            {t("Export my data")}
          </a>
        </div>
        <Deletion onGone={() => onChange(null)} />
      </section>
    </>
  );
}

/** Moderators do so on their own page. */
function InviteOthers({ account }: { account: Account }) {
  const here = useStore(site);
  if (!here?.invites || account.role !== "player") return null;
  return (
    <section class="card account-card" aria-labelledby="invite-title">
      <h2 id="invite-title">{t("Invitations")}</h2>
      <p class="quiet">{t("With an invitation link, people you know can create an account here.")}</p>
      <Invitations most={{ uses: 5, days: 30 }} />
    </section>
  );
}

/** Whoever uses this browser next is not told what was meant for this one. */
async function leave(): Promise<void> {
  const hook = canPush() ? await findPush().catch(() => null) : null;
  if (hook) await stopPush(hook);
  await signOut();
}

function Notices({ attempt }: Part) {
  const [hook, setHook] = useState<Hook | null>(null);
  const [wish, setWish] = useState<boolean | null>(null); // while it is being done
  const [tested, setTested] = useState(false);
  const able = canPush();
  useMount(() => {
    if (able) void findPush().then(setHook, () => undefined); // then the box is off, and to tick it asks again
  });
  const turn = async (on: boolean) => {
    setWish(on);
    setTested(false);
    await attempt((async () => setHook(on ? await startPush() : hook ? (await stopPush(hook), null) : null))());
    setWish(null);
  };
  return (
    <section class="card account-card" aria-labelledby="notices-title">
      <h2 id="notices-title">{t("Notifications")}</h2>
      {able ? (
        <>
          <label class="option flag">
            <input type="checkbox" checked={wish ?? hook !== null} disabled={wish !== null} onChange={(event) => turn(event.currentTarget.checked)} />
            <span class="option-name">{t("Notify this browser when it is my turn")}</span>
            <span class="option-help">{t("Also for challenges, tournament rounds, low time and finished games, even when no page is open")}</span>
          </label>
          {hook && (
            <div class="account-buttons">
              <button type="button" class="button small" onClick={() => attempt(testPush(hook).then(() => setTested(true)))}>
                {t("Send a test")}
              </button>
              <span class="quiet" role="status">
                {tested ? t("Test sent. It should arrive soon.") : ""}
              </span>
            </div>
          )}
        </>
      ) : (
        <p class="quiet">{t("This browser cannot show notifications while its pages are closed.")}</p>
      )}
    </section>
  );
}

function Devices({ attempt }: Part) {
  const [sessions, setSessions] = useState<Session[]>([]);
  const load = () => fetchSessions().then((found) => setSessions(found.sessions));
  useMount(() => void attempt(load()));
  return (
    <section class="card account-card" aria-labelledby="devices-title">
      <h2 id="devices-title">{t("Active sessions")}</h2>
      <ul class="account-list">
        {sessions.map((one) => (
          <li key={one.id}>
            <span class="account-device">
              <span title={one.device}>{deviceName(one.device)}</span>
              <span class="quiet">{one.current ? t("this browser") : t("last used {day}", { day: dateText(one.used ?? one.created) })}</span>
            </span>
            {!one.current && (
              <button
                type="button"
                class="button small"
                aria-label={t("End session: {device}", { device: deviceName(one.device) })}
                onClick={() => attempt(endSession(one.id).then(load))}
              >
                {t("End")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <button type="button" class="button" onClick={() => attempt(endSession().then(load))}>
          {t("End all other sessions")}
        </button>
      )}
    </section>
  );
}

function Password() {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [said, setSaid] = useState<{ good: boolean; text: string } | null>(null);
  const code = useCode();
  const change = async (event: Event) => {
    event.preventDefault();
    try {
      setSaid(null);
      if (!(await code.send((more) => changePassword(old, fresh, more).then(() => true)))) return;
      code.forget();
      setSaid({ good: true, text: t("Password changed. All other browsers have been signed out.") });
      setOld("");
      setFresh("");
    } catch (error) {
      setSaid({ good: false, text: problemText(error) });
    }
  };
  return (
    <section class="card account-card" aria-labelledby="password-title">
      <h2 id="password-title">{t("Change password")}</h2>
      <form class="account-form" onSubmit={change}>
        <label class="option">
          <span class="option-name">{t("Current password")}</span>
          <input type="password" required autocomplete="current-password" value={old} onInput={(event) => setOld(event.currentTarget.value)} />
        </label>
        <label class="option">
          <span class="option-name">{t("New password")}</span>
          <input type="password" required minLength={8} autocomplete="new-password" value={fresh} onInput={(event) => setFresh(event.currentTarget.value)} />
        </label>
        <CodeField code={code} />
        <button type="submit" class="button">
          {t("Change password")}
        </button>
        <p class={said && !said.good ? "problem" : "quiet"} role="status">
          {said?.text ?? ""}
        </p>
      </form>
    </section>
  );
}

function Deletion({ onGone }: { onGone: () => void }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const code = useCode();
  const remove = async (event: Event) => {
    event.preventDefault();
    try {
      if (await code.send((more) => deleteAccount(password, more).then(() => true))) onGone();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <details class="account-delete">
      <summary>{t("Delete account")}</summary>
      <form class="account-form" onSubmit={remove}>
        <p>{t("This deletes your name, profile, notes and studies permanently. Your games stay, without your name.")}</p>
        <label class="option">
          <span class="option-name">{t("Password")}</span>
          <input type="password" required autocomplete="current-password" value={password} onInput={(event) => setPassword(event.currentTarget.value)} />
        </label>
        <CodeField code={code} />
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="button danger">
          {t("Delete permanently")}
        </button>
      </form>
    </details>
  );
}
