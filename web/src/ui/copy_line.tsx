// A line of text to take elsewhere: a command, a secret.
import { useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import { Icon } from "./icons";

export function CopyLine({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const line = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } catch {
      line.current?.select();
    }
  };
  return (
    <div class="invite-row">
      <input ref={line} readOnly value={text} aria-label={label} onFocus={(event) => event.currentTarget.select()} />
      <button type="button" class="button" onClick={copy}>
        <Icon name={copied ? "check" : "copy"} />
        {copied ? t("Copied") : t("Copy")}
      </button>
    </div>
  );
}
