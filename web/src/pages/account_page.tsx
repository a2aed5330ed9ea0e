// Who one is here: the door for those without an account, and what an account can set.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { fetchWhoIAm, mailLink, signIn, signUp, whySuspended, type WhoIAm } from "../net/account";
import { AccountSettings } from "../ui/account_settings";
import { Header } from "../ui/header";
import { Link } from "../ui/link";
import { useAttempt } from "../ui/use_attempt";
import { problemText } from "../ui/use_fetched";
import "./account.css";
import { useTitle } from "../ui/use_title";
import { useMount } from "../state/use_event";

export function AccountPage() {
  const [who, setWho] = useState<WhoIAm | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const load = () =>
    fetchWhoIAm().then(
      (found) => {
        setWho(found);
        setProblem(found === null ? whySuspended() : null);
      },
      (error: unknown) => setProblem(problemText(error)),
    );
  useTitle(t("Your account"));
  useMount(() => void load());
  return (
    <>
      <Header />
      <main class="account">
        <h1>{who && !who.guest ? who.name : t("Your account")}</h1>
        {who && !who.guest && <Link to={`/people/${who.name}`}>{t("View your profile")}</Link>}
        {problem && (
          <div class="problem" role="alert">
            <p>{problem}</p>
            <button type="button" class="button" onClick={load}>
              {t("Try again")}
            </button>
          </div>
        )}
        {who === undefined ? (
          !problem && <p class="quiet">{t("Loading …")}</p>
        ) : who === null || who.guest ? (
          <Door guest={who?.name ?? null} onIn={setWho} />
        ) : (
          <AccountSettings account={who} onChange={setWho} />
        )}
      </main>
    </>
  );
}

function Door({ guest, onIn }: { guest: string | null; onIn: (who: WhoIAm) => void }) {
  const [making, setMaking] = useState(false);
  const [forgotten, setForgotten] = useState(false);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const { busy, problem, attempt, forget } = useAttempt();
  const enter = (event: Event) => {
    event.preventDefault();
    void attempt(async () => onIn(await (making ? signUp(name.trim(), password) : signIn(name.trim(), password))));
  };
  if (forgotten) return <MailedLink onBack={() => setForgotten(false)} />;
  return (
    <section class="card account-card" aria-labelledby="door-title">
      <h2 id="door-title">{making ? t("Create account") : t("Sign in")}</h2>
      <p class="quiet">
        {guest
          ? making
            ? t("Your games as a guest move to the new account.")
            : t("You are playing as a guest, {guest}. To keep this guest's games, create an account. An existing account does not take them over.", { guest })
          : t("You can play without an account. An account gives you a rating, your games on every device, and notifications when it is your turn.")}
      </p>
      <form class="account-form" onSubmit={enter}>
        <label class="option">
          <span class="option-name">{t("Name")}</span>
          <input
            type="text"
            name="username"
            required
            maxLength={24}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          {making && <span class="option-help">{t("2 to 24 letters or digits; - _ and full stops may stand between them")}</span>}
        </label>
        <label class="option">
          <span class="option-name">{t("Password")}</span>
          <input
            type="password"
            name="password"
            required
            minLength={making ? 8 : 1}
            autocomplete={making ? "new-password" : "current-password"}
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
          {making && <span class="option-help">{t("At least 8 characters")}</span>}
        </label>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="account-buttons">
          <button type="submit" class="button primary" disabled={busy}>
            {busy ? t("One moment …") : making ? t("Create account") : t("Sign in")}
          </button>
          <button
            type="button"
            class="button"
            onClick={() => {
              setMaking(!making);
              forget();
            }}
          >
            {making ? t("I already have an account") : t("Create account")}
          </button>
        </div>
        {!making && (
          <button type="button" class="button small" onClick={() => setForgotten(true)}>
            {t("Forgot your password? E-mail me a link")}
          </button>
        )}
      </form>
    </section>
  );
}

/** Whether there is such an account is not told here: the mail tells its owner. */
function MailedLink({ onBack }: { onBack: () => void }) {
  const [whose, setWhose] = useState("");
  const [said, setSaid] = useState<{ good: boolean; text: string } | null>(null);
  const ask = async (event: Event, what: "sign-in" | "password") => {
    event.preventDefault();
    try {
      await mailLink(what, whose.trim());
      setSaid({ good: true, text: t("If this account exists and has a confirmed address, we have sent it a link. Check your e-mail.") });
    } catch (error) {
      setSaid({ good: false, text: problemText(error) });
    }
  };
  return (
    <section class="card account-card" aria-labelledby="mailed-title">
      <h2 id="mailed-title">{t("Get a link by e-mail")}</h2>
      <p class="quiet">{t("The link goes to your confirmed e-mail address and works once.")}</p>
      <form class="account-form" onSubmit={(event) => ask(event, "password")}>
        <label class="option">
          <span class="option-name">{t("Name or e-mail address")}</span>
          <input
            type="text"
            name="username"
            required
            maxLength={254}
            autocomplete="username"
            autocapitalize="none"
            spellcheck={false}
            value={whose}
            onInput={(event) => setWhose(event.currentTarget.value)}
          />
        </label>
        <div class="account-buttons">
          <button type="submit" class="button primary">
            {t("Reset my password")}
          </button>
          <button type="button" class="button" disabled={!whose.trim()} onClick={(event) => ask(event, "sign-in")}>
            {t("Send a sign-in link")}
          </button>
          <button type="button" class="button" onClick={onBack}>
            {t("Back")}
          </button>
        </div>
        <p class={said && !said.good ? "problem" : "quiet"} role="status">
          {said?.text ?? ""}
        </p>
      </form>
    </section>
  );
}
