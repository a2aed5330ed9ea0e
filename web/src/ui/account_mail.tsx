// The address that mail goes to, and what is mailed to it.
import { useEffect, useState } from "preact/hooks";
import { msg, t } from "../lang/text";
import { editAccount, mailProof, type Account, type WhoIAm } from "../net/account";
import { fetchOwnMail, setMailMode, testMail, type MailMode, type OwnMail } from "../net/own_mail";
import { problemText } from "./use_fetched";

const kModes: readonly { mode: MailMode; name: string }[] = [
  { mode: "every", name: msg("everything at once: moves, challenges, ends of games") },
  { mode: "digest", name: msg("once a day, all in one mail") },
  { mode: "end", name: msg("only that a game is over") },
  { mode: "none", name: msg("nothing but links that I ask for") },
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
    return t("A link is on its way to you. Open it to prove the address.");
  };
  const save = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const edited = await editAccount({ email: email.trim() });
      onChange(edited);
      if (email.trim() === "") return t("It is gone; no mail is sent to you.");
      return edited.proven === edited.email.toLowerCase() ? t("It is saved.") : prove();
    });
  };
  const choose = (mode: MailMode) =>
    void attempt(async () => {
      setMail(await setMailMode(mode));
      return t("It is saved.");
    });
  return (
    <section class="card account-card" aria-labelledby="address-title">
      <h2 id="address-title">{t("Mail")}</h2>
      <form class="account-form" onSubmit={save}>
        <label class="option">
          <span class="option-name">{t("Address")}</span>
          <input type="email" maxLength={254} autocomplete="email" value={email} onInput={(event) => setEmail(event.currentTarget.value)} />
          <span class="option-help">{t("for your games, links to sign in and a forgotten password; nobody else sees it")}</span>
        </label>
        {account.email !== "" && (
          <p class="quiet">
            {proven
              ? t("This address is proven.")
              : account.proven
                ? t("{address} is not proven yet: mail goes to {before} until it is.", { address: account.email, before: account.proven })
                : t("{address} is not proven yet: no links are sent there until it is.", { address: account.email })}
          </p>
        )}
        <div class="account-buttons">
          <button type="submit" class="button" disabled={email.trim() === account.email}>
            {email.trim() === account.email ? t("Saved") : t("Save it")}
          </button>
          {account.email !== "" && !proven && (
            <button type="button" class="button" onClick={() => attempt(prove)}>
              {t("Send the link again")}
            </button>
          )}
        </div>
        {mail && (
          <>
            <label class="option">
              <span class="option-name">{t("What is mailed to you")}</span>
              <select value={mail.mode} onChange={(event) => choose(event.currentTarget.value as MailMode)}>
                {kModes.map((one) => (
                  <option value={one.mode} key={one.mode}>
                    {t(one.name)}
                  </option>
                ))}
              </select>
              <span class="option-help">{t("each such mail has a button of its own to end them")}</span>
            </label>
            {mail.off && <p class="problem">{t("Nothing is sent there any more: {why} Save the address anew to try again.", { why: mail.off })}</p>}
            <button
              type="button"
              class="button small"
              onClick={() =>
                attempt(async () => {
                  await testMail();
                  return t("It is on its way.");
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
