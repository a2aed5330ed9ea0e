// Two-factor authentication of an account: whether it is on, how it is set up, new recovery codes, and how it ends.
import { useState } from "preact/hooks";
import { dateText, t, tn, tx } from "../lang/text";
import type { Account, WhoIAm } from "../net/account";
import { dropSecondFactor, fetchSecondFactor, newRecoveryCodes, type SecondFactor } from "../net/second_factor";
import { CodeInput } from "./code_field";
import { FactorSetup, RecoveryCodes } from "./factor_setup";
import { Link } from "./link";
import { Problem, Shown } from "./page";
import { useAttempt } from "./use_attempt";
import { useFetched } from "./use_fetched";

const mustRead = () => t("On this site, moderators need two-factor authentication. Until yours is on, you can read the moderation pages but not act on them.");

/** On the page of moderators. */
export function FactorNotice() {
  const state = useFetched(fetchSecondFactor);
  if (!state.data?.required) return null;
  return (
    <p class="problem" role="status">
      {mustRead()} {tx("Set it up on your {page}.", { page: <Link to="/account">{t("account page")}</Link> })}
    </p>
  );
}

export function AccountFactor({ account, onChange }: { account: Account; onChange(who: WhoIAm): void }) {
  const state = useFetched(fetchSecondFactor);
  const [codes, setCodes] = useState<string[] | null>(null); // shown until they are saved, whatever else is read
  const changed = (second_factor: boolean) => {
    setCodes(null);
    void state.reload();
    onChange({ ...account, second_factor });
  };
  return (
    <section class="card account-card" aria-labelledby="factor-title">
      <h2 id="factor-title">{t("Two-factor authentication")}</h2>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => changed(true)} />
      ) : (
        <Shown of={state}>
          {(found) =>
            found.since === null ? (
              <Off required={found.required} onCodes={setCodes} />
            ) : (
              <On state={found} since={found.since} onCodes={setCodes} onOff={() => changed(false)} />
            )
          }
        </Shown>
      )}
    </section>
  );
}

function Off({ required, onCodes }: { required: boolean; onCodes(codes: string[]): void }) {
  const [setting, setSetting] = useState(false);
  return (
    <>
      {required && <p class="problem">{mustRead()}</p>}
      <p class="quiet">
        {t(
          "Signing in then needs your password and a code from an app on your phone. Turning it on ends all other sessions and deletes your API tokens and webhooks.",
        )}
      </p>
      {setting ? (
        <FactorSetup onCodes={onCodes} onCancel={() => setSetting(false)} />
      ) : (
        <button type="button" class="button" onClick={() => setSetting(true)}>
          {t("Set up two-factor authentication")}
        </button>
      )}
    </>
  );
}

type Deed = "renew" | "off";

interface OnProps {
  state: SecondFactor;
  since: number;
  onCodes(codes: string[]): void;
  onOff(): void;
}

function On({ state, since, onCodes, onOff }: OnProps) {
  const [deed, setDeed] = useState<Deed | null>(null);
  const [text, setText] = useState("");
  const { busy, problem, attempt, forget } = useAttempt();
  const choose = (next: Deed | null) => (setDeed(next), setText(""), forget());
  const run = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      if (deed === "renew") return onCodes((await newRecoveryCodes(text.trim())).recovery_codes);
      await dropSecondFactor(text.trim());
      onOff();
    });
  };
  return (
    <>
      <p>
        {t("On since {day}.", { day: dateText(since) })} {tn("{n} recovery code is left.", "{n} recovery codes are left.", state.recovery_codes)}
      </p>
      {deed === null ? (
        <div class="account-buttons">
          <button type="button" class="button" onClick={() => choose("renew")}>
            {t("Create new recovery codes")}
          </button>
          <button type="button" class="button" onClick={() => choose("off")}>
            {t("Turn off two-factor authentication")}
          </button>
        </div>
      ) : (
        <form class="account-form" onSubmit={run}>
          <p class="quiet">{deed === "renew" ? t("Your present recovery codes stop working.") : t("Your password alone then signs you in.")}</p>
          <CodeInput text={text} onChange={setText} recovery focus />
          <Problem text={problem} />
          <div class="account-buttons">
            <button type="submit" class={deed === "off" ? "button danger" : "button primary"} disabled={busy}>
              {deed === "renew" ? t("Create codes") : t("Turn off")}
            </button>
            <button type="button" class="button" onClick={() => choose(null)}>
              {t("Cancel")}
            </button>
          </div>
        </form>
      )}
    </>
  );
}
