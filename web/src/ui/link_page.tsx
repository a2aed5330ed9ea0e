// Where mailed links lead. Opening one changes nothing, for programs that look at mail open them, too: only the button
// uses it. What stands behind the # is sent to no server but by that.
import { useState } from "preact/hooks";
import { choosePassword, proveAddress, signInBy } from "../net/account";
import { problemOf } from "./account_page";
import { Link } from "./link";
import { Card, Page, Problem } from "./page";
import { go, type LinkKind } from "./router";
import "./account.css";

const kWords: Record<LinkKind, { title: string; told: string; button: string }> = {
  address: { title: "Is this your address?", told: "Mail of your account goes to it when you say so.", button: "It is mine" },
  "sign-in": { title: "Sign in", told: "You were mailed a link that signs you in, once.", button: "Sign in" },
  password: { title: "Choose a new password", told: "All browsers are signed out by it, this one too.", button: "Set it" },
};

export function LinkPage({ kind }: { kind: LinkKind }) {
  const [token] = useState(() => location.hash.slice(1));
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { title, told, button } = kWords[kind];
  const use = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      if (kind === "sign-in") {
        await signInBy(token);
        go("/account");
      } else if (kind === "password") {
        await choosePassword(token, password);
        setDone("Your new password is set. Sign in with it.");
      } else {
        const { name, address } = await proveAddress(token);
        setDone(`Mail for ${name} goes to ${address} from now on.`);
      }
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  return (
    <Page title={title}>
      <Card title={done ? "Done" : "By a mailed link"} id="link">
        {done ? (
          <>
            <p role="status">{done}</p>
            <Link to="/account">Your account</Link>
          </>
        ) : token === "" ? (
          <p>This address lacks its end. Copy the whole link from the mail.</p>
        ) : (
          <form class="account-form" onSubmit={use}>
            <p class="quiet">{told}</p>
            {kind === "password" && (
              <label class="option">
                <span class="option-name">New password</span>
                <input
                  type="password"
                  required
                  minLength={8}
                  autocomplete="new-password"
                  value={password}
                  onInput={(event) => setPassword(event.currentTarget.value)}
                />
                <span class="option-help">8 letters or more</span>
              </label>
            )}
            <Problem text={problem} />
            <div class="account-buttons">
              <button type="submit" class="button primary" disabled={busy}>
                {busy ? "One moment …" : button}
              </button>
              {problem && <Link to="/account">Have another link mailed</Link>}
            </div>
          </form>
        )}
      </Card>
    </Page>
  );
}
