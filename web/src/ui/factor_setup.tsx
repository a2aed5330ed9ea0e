// Two-factor authentication is set up: the password, then the app and its first code; and the recovery codes, shown once.
import { lazy, Suspense } from "preact/compat";
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { beginSecondFactor, confirmSecondFactor, type FactorSecret } from "../net/second_factor";
import { CodeInput } from "./code_field";
import { Icon } from "./icons";
import { Problem } from "./page";
import { useAttempt } from "./use_attempt";

const FactorQr = lazy(() => import("./factor_qr"));

interface Props {
  onCodes(codes: string[]): void;
  onCancel(): void;
}

export function FactorSetup({ onCodes, onCancel }: Props) {
  const [secret, setSecret] = useState<FactorSecret | null>(null);
  return secret ? <FirstCode secret={secret} onCodes={onCodes} onCancel={onCancel} /> : <Begin onSecret={setSecret} onCancel={onCancel} />;
}

function Begin({ onSecret, onCancel }: { onSecret(secret: FactorSecret): void; onCancel(): void }) {
  const [password, setPassword] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const begin = (event: Event) => {
    event.preventDefault();
    void attempt(async () => onSecret(await beginSecondFactor(password)));
  };
  return (
    <form class="account-form" onSubmit={begin}>
      <label class="option">
        <span class="option-name">{t("Current password")}</span>
        <input type="password" required autocomplete="current-password" value={password} onInput={(event) => setPassword(event.currentTarget.value)} />
      </label>
      <Problem text={problem} />
      <div class="account-buttons">
        <button type="submit" class="button primary" disabled={busy}>
          {t("Continue")}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

/** By fours, as people type it; apps read it with or without blanks. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

function FirstCode({ secret, onCodes, onCancel }: Props & { secret: FactorSecret }) {
  const [code, setCode] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const confirm = (event: Event) => {
    event.preventDefault();
    void attempt(async () => onCodes((await confirmSecondFactor(code.trim())).recovery_codes));
  };
  return (
    <form class="account-form" onSubmit={confirm}>
      <p>{t("Scan the QR code with an authenticator app, or copy the secret into the app. Then enter the code that the app shows.")}</p>
      <Suspense fallback={null}>
        <FactorQr text={secret.uri} />
      </Suspense>
      <CopyText label={t("Secret")} text={inFours(secret.secret)} />
      <a href={secret.uri}>{t("Open in an app on this device")}</a>
      <CodeInput text={code} onChange={setCode} />
      <Problem text={problem} />
      <div class="account-buttons">
        <button type="submit" class="button primary" disabled={busy}>
          {t("Turn on")}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}

function CopyText({ label, text }: { label: string; text: string }) {
  return (
    <div class="factor-copy">
      <label class="option">
        <span class="option-name">{label}</span>
        <input type="text" readOnly spellcheck={false} value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyButton text={text} />
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined, // it can still be selected
    );
  return (
    <button type="button" class="button" onClick={copy}>
      <Icon name={copied ? "check" : "copy"} />
      {copied ? t("Copied") : t("Copy")}
    </button>
  );
}

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone(): void }) {
  return (
    <div class="factor-codes" role="group" aria-labelledby="recovery-title">
      <h3 id="recovery-title">{t("Recovery codes")}</h3>
      <p role="status">{t("Save these codes now. They are not shown again. If you lose your phone, each of them works once.")}</p>
      <ul>
        {codes.map((one) => (
          <li key={one}>
            <code>{one}</code>
          </li>
        ))}
      </ul>
      <div class="account-buttons">
        <CopyButton text={codes.join("\n")} />
        <button type="button" class="button primary" onClick={onDone}>
          {t("I have saved them")}
        </button>
      </div>
    </div>
  );
}
