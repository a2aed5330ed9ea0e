// Who one is here: the door for those without an account, and what an account can set.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { fetchWhoIAm, mailLink, signOut, whySuspended, type WhoIAm } from "../net/account";
import { Door } from "../ui/account_door";
import { AccountSettings } from "../ui/account_settings";
import { Header } from "../ui/header";
import { Link } from "../ui/link";
import { problemText } from "../state/problem_text";
import "./account.css";
import { useTitle } from "../ui/use_title";
import { useMount } from "../state/use_event";

export function AccountPage() {
  const [who, setWho] = useState<WhoIAm | undefined>(undefined);
  const [problem, setProblem] = useState<string | null>(null);
  const [forgotten, setForgotten] = useState(false);
  const [suspended, setSuspended] = useState(false);
  const load = () =>
    fetchWhoIAm().then(
      (found) => {
        setWho(found);
        setProblem(found === null ? whySuspended() : null);
        setSuspended(found === null && whySuspended() !== null);
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
            {suspended && (
              <button type="button" class="button" onClick={() => void signOut().then(load, load)}>
                {t("Sign out")}
              </button>
            )}
          </div>
        )}
        {who === undefined ? (
          !problem && <p class="quiet">{t("Loading …")}</p>
        ) : who === null || who.guest ? (
          forgotten ? (
            <MailedLink onBack={() => setForgotten(false)} />
          ) : (
            <Door guest={who?.name ?? null} onIn={setWho} onForgotten={() => setForgotten(true)} />
          )
        ) : (
          <AccountSettings account={who} onChange={setWho} />
        )}
      </main>
    </>
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
