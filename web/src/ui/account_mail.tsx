// The address that mail goes to, and what is mailed to it.
import { useEffect, useState } from "preact/hooks";
import { msg, t } from "../lang/text";
import { editAccount, mailProof, type Account, type WhoIAm } from "../net/account";
import { fetchOwnMail, setMailMode, testMail, type MailMode, type OwnMail } from "../net/own_mail";
import { AccountLanguage } from "./account_language";
import { CodeField, useCode } from "./code_field";
import { problemText } from "../state/problem_text";

const kModes: readonly { mode: MailMode; name: string }[] = [
  { mode: "every", name: msg("Every notification: moves, challenges, finished games") },
  { mode: "digest", name: msg("Daily digest") },
  { mode: "end", name: msg("Only finished games") },
  { mode: "none", name: msg("None, only links that I request") },
];

interface Props {
  account: Account;
  onChange(who: WhoIAm): void;
}

/** Mail goes to an address when it is proven; until then to the one before. */
export function AccountMail({ account, onChange }: Props) {
  const [email, setEmail] = useState(account.email);
  const [mail, setMail] = useState<OwnMail | null>(null);
  const [said, setSaid] = useState<{ good: boolean; text: string } | null>(null);
  const code = useCode();
  const proven = account.email !== "" && account.email.toLowerCase() === account.proven;
  useEffect(() => {
    if (account.proven) void fetchOwnMail().then(setMail, (error: unknown) => setSaid({ good: false, text: problemText(error) }));
    else setMail(null);
  }, [account.proven]);
  const attempt = async (what: () => Promise<string>) => {
    try {
      setSaid({ good: true, text: await what() });
    } catch (error) {
      setSaid({ good: false, text: problemText(error) });
    }
  };
  const prove = async () => {
    await mailProof();
    return t("We have sent you a link. Open it to confirm the address.");
  };
  const save = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const edited = await code.send((more) => editAccount({ email: email.trim(), ...more }));
      if (!edited) return "";
      code.forget();
      onChange(edited);
      if (email.trim() === "") return t("Address removed. You will get no more e-mail.");
      return edited.proven === edited.email.toLowerCase() ? t("Saved") : prove();
    });
  };
  const choose = (mode: MailMode) =>
    void attempt(async () => {
      setMail(await setMailMode(mode));
      return t("Saved");
    });
  return (
    <section class="card account-card" aria-labelledby="address-title">
      <h2 id="address-title">{t("E-mail")}</h2>
      <form class="account-form" onSubmit={save}>
        <label class="option">
          <span class="option-name">{t("E-mail address")}</span>
          <input type="email" maxLength={254} autocomplete="email" value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
          <span class="option-help">{t("For notifications, sign-in links and password resets; nobody else sees it")}</span>
        </label>
        <CodeField code={code} />
        {account.email !== "" && (
          <p class="quiet">
            {proven
              ? t("This address is confirmed.")
              : account.proven
                ? t("{address} is not confirmed yet. Until then, e-mail goes to {before}.", { address: account.email, before: account.proven })
                : t("{address} is not confirmed yet. Until then, we send no sign-in links there.", { address: account.email })}
          </p>
        )}
        <div class="account-buttons">
          <button type="submit" class="button" disabled={email.trim() === account.email}>
            {email.trim() === account.email ? t("Saved") : t("Save")}
          </button>
          {account.email !== "" && !proven && (
            <button type="button" class="button" onClick={() => attempt(prove)}>
              {t("Resend the link")}
            </button>
          )}
        </div>
        <AccountLanguage
          account={account}
          save={(what) =>
            void attempt(async () => {
              onChange(await what());
              return t("Saved");
            })
          }
        />
        {mail && (
          <>
            <label class="option">
              <span class="option-name">{t("E-mail notifications")}</span>
              <select value={mail.mode} onChange={(event) => choose(event.currentTarget.value as MailMode)}>
                {kModes.map((one) => (
                  <option value={one.mode} key={one.mode}>
                    {t(one.name)}
                  </option>
                ))}
              </select>
              <span class="option-help">{t("You can unsubscribe in every e-mail")}</span>
            </label>
            {mail.off && <p class="problem">{t("E-mail to this address has stopped: {why} Save the address again to restart it.", { why: mail.off })}</p>}
            <button
              type="button"
              class="button small"
              onClick={() =>
                attempt(async () => {
                  await testMail();
                  return t("Test sent. It should arrive soon.");
                })
              }
            >
              {t("Send a test")}
            </button>
          </>
        )}
        <p class={said && !said.good ? "problem" : "quiet"} role="status">
          {said?.text ?? ""}
        </p>
      </form>
    </section>
  );
}
