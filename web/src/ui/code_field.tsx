// The code of two-factor authentication, in forms of those who may use it: the field comes when the server asks for it.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import type { WithCode } from "../net/account";
import { needsCode } from "../net/second_factor";

export interface Code {
  /** Whether the server asked for it. */
  asked: boolean;
  text: string;
  set(text: string): void;
  forget(): void;
  /** Sends with the code where one was asked for. Undefined: now it is asked for, and nothing was done. */
  send<T>(what: (more: WithCode) => Promise<T>): Promise<T | undefined>;
}

export function useCode(): Code {
  const [text, setText] = useState<string | null>(null);
  return {
    asked: text !== null,
    text: text ?? "",
    set: setText,
    forget: () => setText(null),
    send: async (what) => {
      try {
        return await what(text === null ? {} : { code: text.trim() });
      } catch (error) {
        if (text !== null || !needsCode(error)) throw error;
        setText("");
        return undefined;
      }
    },
  };
}

export function CodeField({ code }: { code: Code }) {
  return code.asked ? <CodeInput text={code.text} onChange={code.set} recovery focus /> : null;
}

interface Props {
  text: string;
  onChange(text: string): void;
  recovery?: boolean; // a recovery code will do
  focus?: boolean; // it has just come
}

export function CodeInput({ text, onChange, recovery, focus }: Props) {
  const input = useRef<HTMLInputElement | null>(null);
  useEffect(() => {
    if (focus) input.current?.focus();
  }, [focus]);
  return (
    <label class="option">
      <span class="option-name">{t("Authentication code")}</span>
      <input
        type="text"
        name="code"
        ref={input}
        required
        maxLength={40}
        inputMode={recovery ? "text" : "numeric"}
        autocomplete="one-time-code"
        autocapitalize="none"
        spellcheck={false}
        value={text}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <span class="option-help">
        {recovery ? t("Six digits from your authenticator app, or a recovery code") : t("Six digits from your authenticator app")}
      </span>
    </label>
  );
}
