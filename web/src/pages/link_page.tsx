// Where mailed links lead. Opening one changes nothing, for programs that look at mail open them, too: only the button
// uses it. What stands behind the # is sent to no server but by that.
import { useState } from "preact/hooks";
import { msg, t } from "../lang/text";
import { choosePassword, proveAddress, signInBy } from "../net/account";
import { Door } from "../ui/account_door";
import { CodeField, useCode } from "../ui/code_field";
import { Link } from "../ui/link";
import { Card, Page, Problem } from "../ui/page";
import { go, type LinkKind } from "../state/router";
import { useAttempt } from "../ui/use_attempt";
import "./account.css";

const kWords: Record<Exclude<LinkKind, "invitation">, { title: string; told: string; button: string }> = {
  address: {
    title: msg("Confirm your e-mail address"),
    told: msg("Once you confirm it, your account's e-mail goes to this address."),
    button: msg("Confirm address"),
  },
  "sign-in": { title: msg("Sign in"), told: msg("This link signs you in. It works once."), button: msg("Sign in") },
  password: {
    title: msg("Choose a new password"),
    told: msg("A new password signs you out in every browser, including this one."),
    button: msg("Set password"),
  },
};

export function LinkPage({ kind }: { kind: LinkKind }) {
  return kind === "invitation" ? <Invited /> : <MailedLink kind={kind} />;
}

/** Somebody was given the link, not mailed by us. */
function Invited() {
  const [token] = useState(() => location.hash.slice(1));
  return (
    <Page title={t("Invitation")}>
      {token === "" ? (
        <p>{t("This link is incomplete. Copy the whole link from the e-mail.")}</p>
      ) : (
        <Door guest={null} invitation={token} onIn={() => go("/account")} />
      )}
    </Page>
  );
}

function MailedLink({ kind }: { kind: Exclude<LinkKind, "invitation"> }) {
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState("");
  const [done, setDone] = useState<string | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const code = useCode();
  const { title, told, button } = kWords[kind];
  const use = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      if (kind === "sign-in") {
        if (await code.send((more) => signInBy(token, more))) go("/account");
      } else if (kind === "password") {
        const set = await code.send((more) => choosePassword(token, password, more).then(() => true));
        if (set) setDone(t("Your new password is set. Sign in with it."));
      } else {
        const { name, address } = await proveAddress(token);
        setDone(t("E-mail for {name} now goes to {address}.", { name, address }));
      }
    });
  };
  return (
    <Page title={t(title)}>
      <Card title={done ? t("Done") : t("Link from your e-mail")} id="link">
        {done ? (
          <>
            <p role="status">{done}</p>
            <Link to="/account">{t("Your account")}</Link>
          </>
        ) : token === "" ? (
          <p>{t("This link is incomplete. Copy the whole link from the e-mail.")}</p>
        ) : (
          <form class="account-form" onSubmit={use}>
            <p class="quiet">{t(told)}</p>
            {kind === "password" && (
              <label class="option">
                <span class="option-name">{t("New password")}</span>
                <input
                  type="password"
                  required
                  minLength={8}
                  autocomplete="new-password"
                  value={password}
                  onInput={(event) => setPassword(event.currentTarget.value)}
                />
                <span class="option-help">{t("At least 8 characters")}</span>
              </label>
            )}
            <CodeField code={code} />
            <Problem text={problem} />
            <div class="account-buttons">
              <button type="submit" class="button primary" disabled={busy}>
                {busy ? t("One moment …") : t(button)}
              </button>
              {problem && <Link to="/account">{t("Get another link")}</Link>}
            </div>
          </form>
        )}
      </Card>
    </Page>
  );
}
