// What whoever is signed in can set: notices, who sees him, devices, the password, and the way out.
import { useEffect, useState } from "preact/hooks";
import {
  changePassword,
  deleteAccount,
  editAccount,
  endSession,
  fetchSessions,
  mailProof,
  signOut,
  type Account,
  type Session,
  type WhoIAm,
} from "../net/account";
import { canPush, findPush, startPush, stopPush, testPush, type Hook } from "../net/push";
import { deviceName } from "../state/device";
import { browserZone, kZones, zoneName } from "../state/zone";
import { problemOf } from "./account_page";

type Change = (who: WhoIAm) => void;

export function AccountSettings({ account, onChange }: { account: Account; onChange: Change }) {
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = (what: Promise<unknown>) =>
    what.then(
      () => setProblem(null),
      (error: unknown) => setProblem(problemOf(error)),
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
        <h2 id="seen-title">Who sees you</h2>
        <label class="option flag">
          <input
            type="checkbox"
            checked={account.hidden}
            onChange={(event) => attempt(editAccount({ hidden: event.currentTarget.checked }).then(onChange))}
          />
          <span class="option-name">Do not list me among those who are on line</span>
        </label>
      </section>
      <Address account={account} onChange={onChange} />
      <Zone account={account} onChange={onChange} attempt={attempt} />
      <Devices attempt={attempt} />
      <Password />
      <section class="card account-card" aria-labelledby="leave-title">
        <h2 id="leave-title">Leave</h2>
        <div class="account-buttons">
          <button type="button" class="button" onClick={() => attempt(leave().then(() => onChange(null)))}>
            Sign out
          </button>
          <a class="button" href="/api/account/export" download={`cairn-${account.name}.json`}>
            Take my data home
          </a>
        </div>
        <Deletion onGone={() => onChange(null)} />
      </section>
    </>
  );
}

/** Whoever uses this browser next is not told what was meant for this one. */
async function leave(): Promise<void> {
  const hook = canPush() ? await findPush().catch(() => null) : null;
  if (hook) await stopPush(hook);
  await signOut();
}

interface Part {
  attempt: (what: Promise<unknown>) => Promise<void>;
}

function Notices({ attempt }: Part) {
  const [hook, setHook] = useState<Hook | null>(null);
  const [wish, setWish] = useState<boolean | null>(null); // while it is being done
  const [tested, setTested] = useState(false);
  const able = canPush();
  useEffect(() => {
    if (able) void findPush().then(setHook, () => undefined); // then the box is off, and to tick it asks again
  }, []);
  const turn = async (on: boolean) => {
    setWish(on);
    setTested(false);
    await attempt((async () => setHook(on ? await startPush() : hook ? (await stopPush(hook), null) : null))());
    setWish(null);
  };
  return (
    <section class="card account-card" aria-labelledby="notices-title">
      <h2 id="notices-title">Notices</h2>
      {able ? (
        <>
          <label class="option flag">
            <input type="checkbox" checked={wish ?? hook !== null} disabled={wish !== null} onChange={(event) => turn(event.currentTarget.checked)} />
            <span class="option-name">Tell this browser when it is my turn</span>
            <span class="option-help">
              also of challenges, rounds of tournaments, time that runs out and games that are over, when no page is open
            </span>
          </label>
          {hook && (
            <div class="account-buttons">
              <button type="button" class="button small" onClick={() => attempt(testPush(hook).then(() => setTested(true)))}>
                Send a test
              </button>
              <span class="quiet" role="status">
                {tested ? "It is on its way." : ""}
              </span>
            </div>
          )}
        </>
      ) : (
        <p class="quiet">This browser takes no notices while its pages are closed.</p>
      )}
    </section>
  );
}

/** Mail goes to an address when it is proven; until then to the one before. */
function Address({ account, onChange }: { account: Account; onChange: Change }) {
  const [email, setEmail] = useState(account.email);
  const [said, setSaid] = useState<{ good: boolean; text: string } | null>(null);
  const proven = account.email !== "" && account.email.toLowerCase() === account.proven;
  const attempt = async (what: () => Promise<string>) => {
    try {
      setSaid({ good: true, text: await what() });
    } catch (error) {
      setSaid({ good: false, text: problemOf(error) });
    }
  };
  const mail = async () => {
    await mailProof();
    return "A link is on its way to you. Open it to prove the address.";
  };
  const save = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const edited = await editAccount({ email: email.trim() });
      onChange(edited);
      if (email.trim() === "") return "It is gone; no mail is sent to you.";
      return edited.proven === edited.email.toLowerCase() ? "It is saved." : mail();
    });
  };
  return (
    <section class="card account-card" aria-labelledby="address-title">
      <h2 id="address-title">Mail</h2>
      <form class="account-form" onSubmit={save}>
        <label class="option">
          <span class="option-name">Address</span>
          <input type="email" maxLength={254} autocomplete="email" value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
          <span class="option-help">for links to sign in and for a forgotten password; nobody else sees it</span>
        </label>
        {account.email !== "" && (
          <p class="quiet">
            {proven
              ? "This address is proven."
              : account.proven
                ? `${account.email} is not proven yet: mail goes to ${account.proven} until it is.`
                : `${account.email} is not proven yet: no links are sent there until it is.`}
          </p>
        )}
        <div class="account-buttons">
          <button type="submit" class="button" disabled={email.trim() === account.email}>
            {email.trim() === account.email ? "Saved" : "Save it"}
          </button>
          {account.email !== "" && !proven && (
            <button type="button" class="button" onClick={() => attempt(mail)}>
              Send the link again
            </button>
          )}
        </div>
        <p class={said && !said.good ? "problem" : "quiet"} role="status">
          {said?.text ?? ""}
        </p>
      </form>
    </section>
  );
}

/** Whoever has not chosen one yet (0 is UTC) finds the browser's own filled in, and saves it or another. */
function Zone({ account, onChange, attempt }: Part & { account: Account; onChange: Change }) {
  const [zone, setZone] = useState(account.zone || browserZone());
  const save = (event: Event) => {
    event.preventDefault();
    void attempt(editAccount({ zone }).then(onChange));
  };
  return (
    <section class="card account-card" aria-labelledby="zone-title">
      <h2 id="zone-title">Weekends</h2>
      <form class="account-form" onSubmit={save}>
        <label class="option">
          <span class="option-name">Time zone</span>
          <select value={zone} onChange={(event) => setZone(Number(event.currentTarget.value))}>
            {kZones.includes(zone) ? null : <option value={zone}>{zoneName(zone)}</option>}
            {kZones.map((one) => (
              <option key={one} value={one}>
                {zoneName(one)}
                {one === browserZone() ? " (this browser)" : ""}
              </option>
            ))}
          </select>
          <span class="option-help">by it clocks stand on your weekends, in games by correspondence that begin from now on</span>
        </label>
        <button type="submit" class="button" disabled={zone === account.zone}>
          {zone === account.zone ? "Saved" : "Save it"}
        </button>
      </form>
    </section>
  );
}

const dayOf = (ms: number): string => new Date(ms).toLocaleDateString(undefined, { dateStyle: "medium" });

function Devices({ attempt }: Part) {
  const [sessions, setSessions] = useState<Session[]>([]);
  const load = () => fetchSessions().then((found) => setSessions(found.sessions));
  useEffect(() => void attempt(load()), []);
  return (
    <section class="card account-card" aria-labelledby="devices-title">
      <h2 id="devices-title">Where you are signed in</h2>
      <ul class="account-list">
        {sessions.map((one) => (
          <li key={one.id}>
            <span class="account-device">
              <span title={one.device}>{deviceName(one.device)}</span>
              <span class="quiet">{one.current ? "this browser" : `last used ${dayOf(one.used ?? one.created)}`}</span>
            </span>
            {!one.current && (
              <button type="button" class="button small" aria-label={`End ${deviceName(one.device)}`} onClick={() => attempt(endSession(one.id).then(load))}>
                End
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <button type="button" class="button" onClick={() => attempt(endSession().then(load))}>
          End all others
        </button>
      )}
    </section>
  );
}

function Password() {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [said, setSaid] = useState<{ good: boolean; text: string } | null>(null);
  const change = async (event: Event) => {
    event.preventDefault();
    try {
      await changePassword(old, fresh);
      setSaid({ good: true, text: "It is changed. All other browsers are signed out." });
      setOld("");
      setFresh("");
    } catch (error) {
      setSaid({ good: false, text: problemOf(error) });
    }
  };
  return (
    <section class="card account-card" aria-labelledby="password-title">
      <h2 id="password-title">Change the password</h2>
      <form class="account-form" onSubmit={change}>
        <label class="option">
          <span class="option-name">Current password</span>
          <input type="password" required autocomplete="current-password" value={old} onInput={(event) => setOld(event.currentTarget.value)} />
        </label>
        <label class="option">
          <span class="option-name">New password</span>
          <input
            type="password"
            required
            minLength={8}
            autocomplete="new-password"
            value={fresh}
            onInput={(event) => setFresh(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button">
          Change it
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
  const remove = async (event: Event) => {
    event.preventDefault();
    try {
      await deleteAccount(password);
      onGone();
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <details class="account-delete">
      <summary>Delete the account</summary>
      <form class="account-form" onSubmit={remove}>
        <p>Your name, profile, notes and studies go for good. The games stay, without your name.</p>
        <label class="option">
          <span class="option-name">Password</span>
          <input type="password" required autocomplete="current-password" value={password} onInput={(event) => setPassword(event.currentTarget.value)} />
        </label>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="button danger">
          Delete it for good
        </button>
      </form>
    </details>
  );
}
