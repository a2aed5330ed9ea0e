// The door for those without an account here: sign in, or create one where and how this site allows it.
import { useEffect, useState } from "preact/hooks";
import { t, tx } from "../lang/text";
import { signIn, signUp, type WhoIAm } from "../net/account";
import type { Site } from "../net/site";
import { useStore } from "../state/use_store";
import { CodeField, useCode } from "./code_field";
import { Link } from "./link";
import { beOnSite, site } from "./site";
import { useAttempt } from "./use_attempt";

interface Props {
  guest: string | null;
  invitation?: string; // the token of a link that led here
  onIn(who: WhoIAm): void;
  onForgotten?(): void;
}

type Wish = { name: string; password: string; note: string; email: string };

export function Door({ guest, invitation = "", onIn, onForgotten }: Props) {
  const [making, setMaking] = useState(invitation !== "");
  const [waits, setWaits] = useState<string | null>(null);
  const [wish, setWish] = useState<Wish>({ name: "", password: "", note: "", email: "" });
  const { busy, problem, attempt, forget } = useAttempt();
  const code = useCode();
  const here = useStore(site);
  useEffect(beOnSite, []);
  const approval = making && here?.registration === "by-approval" && invitation === "";
  const enter = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const name = wish.name.trim();
      if (!making) {
        const who = await code.send((more) => signIn(name, wish.password, more));
        return who && onIn(who);
      }
      const made = await signUp(name, wish.password, { invitation, ...(approval ? { note: wish.note.trim(), email: wish.email.trim() } : {}) });
      if ("waiting" in made) setWaits(made.name);
      else onIn(made);
    });
  };
  if (waits !== null) return <Waits name={waits} onBack={() => (setWaits(null), setMaking(false))} />;
  const closed = making ? whyClosed(here, invitation) : null;
  return (
    <section class="card account-card" aria-labelledby="door-title">
      <h2 id="door-title">{making ? t("Create account") : t("Sign in")}</h2>
      <p class="quiet">{closed ?? doorWords(guest, making, here, invitation)}</p>
      <form class="account-form" onSubmit={enter}>
        {!closed && <ClaimFields wish={wish} making={making} onChange={(part) => (setWish({ ...wish, ...part }), code.forget())} />}
        {!making && <CodeField code={code} />}
        {!closed && approval && <ApprovalFields wish={wish} onChange={(part) => setWish({ ...wish, ...part })} />}
        {!closed && making && here?.rules && (
          <p>{tx("By creating an account, you accept the {rules}.", { rules: <Link to="/rules">{t("rules of this site")}</Link> })}</p>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="account-buttons">
          {!closed && (
            <button type="submit" class="button primary" disabled={busy}>
              {busy ? t("One moment …") : making ? t("Create account") : t("Sign in")}
            </button>
          )}
          <button type="button" class="button" onClick={() => (setMaking(!making), forget(), code.forget())}>
            {making ? t("I already have an account") : t("Create account")}
          </button>
        </div>
        {!making && onForgotten && (
          <button type="button" class="button small" onClick={onForgotten}>
            {t("Forgot your password? E-mail me a link")}
          </button>
        )}
      </form>
    </section>
  );
}

/** Why nobody can create an account here; null: they can. */
function whyClosed(here: Site | null, invitation: string): string | null {
  if (here?.registration === "closed") return t("This site does not create new accounts.");
  if (here?.registration === "by-invitation" && invitation === "") return t("New accounts need an invitation here. Open the invitation link that you got.");
  return null;
}

function doorWords(guest: string | null, making: boolean, here: Site | null, invitation: string): string {
  if (making && invitation !== "") return t("You are invited. Choose a name and a password.");
  if (making && here?.registration === "by-approval") return t("A moderator approves new accounts here. You can sign in when yours is approved.");
  if (guest)
    return making
      ? t("Your games as a guest move to the new account.")
      : t("You are playing as a guest, {guest}. To keep this guest's games, create an account. An existing account does not take them over.", { guest });
  if (here && !here.guests) return t("This site has no guests. Sign in or create an account to play.");
  return t("You can play without an account. An account gives you a rating, your games on every device, and notifications when it is your turn.");
}

function Waits({ name, onBack }: { name: string; onBack(): void }) {
  return (
    <section class="card account-card" aria-labelledby="waits-title">
      <h2 id="waits-title">{t("Waiting for approval")}</h2>
      <p role="status">{t("A moderator has to approve your account, {name}. Sign in later to see the decision.", { name })}</p>
      <button type="button" class="button" onClick={onBack}>
        {t("Sign in")}
      </button>
    </section>
  );
}

function ClaimFields({ wish, making, onChange }: { wish: Wish; making: boolean; onChange(part: Partial<Wish>): void }) {
  return (
    <>
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
          value={wish.name}
          onInput={(event) => onChange({ name: event.currentTarget.value })}
        />
        {making && <span class="option-help">{t("2 to 24 letters or digits, with - _ . allowed between them")}</span>}
      </label>
      <label class="option">
        <span class="option-name">{t("Password")}</span>
        <input
          type="password"
          name="password"
          required
          minLength={making ? 8 : 1}
          autocomplete={making ? "new-password" : "current-password"}
          value={wish.password}
          onInput={(event) => onChange({ password: event.currentTarget.value })}
        />
        {making && <span class="option-help">{t("At least 8 characters")}</span>}
      </label>
    </>
  );
}

function ApprovalFields({ wish, onChange }: { wish: Wish; onChange(part: Partial<Wish>): void }) {
  return (
    <>
      <label class="option">
        <span class="option-name">{t("Message to the moderators")}</span>
        <input type="text" maxLength={200} value={wish.note} onInput={(event) => onChange({ note: event.currentTarget.value })} />
        <span class="option-help">{t("Optional; say who you are")}</span>
      </label>
      <label class="option">
        <span class="option-name">{t("E-mail address")}</span>
        <input type="email" maxLength={254} autocomplete="email" value={wish.email} onInput={(event) => onChange({ email: event.currentTarget.value })} />
        <span class="option-help">{t("Optional; the decision is sent there")}</span>
      </label>
    </>
  );
}
