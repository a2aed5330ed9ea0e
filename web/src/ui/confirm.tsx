// A deed that is asked about once more before it is done.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../lang/text";

interface Props {
  label: string;
  about?: string; // what the button says to those who cannot see what it stands beside
  question: string;
  yes: string;
  disabled?: boolean;
  onYes(): void;
}

export function Confirm({ label, about, question, yes, disabled, onYes }: Props) {
  const [asking, setAsking] = useState(false);
  const asked = useRef(false);
  const first = useRef<HTMLButtonElement | null>(null);
  // Who goes by keys stays where he was.
  useEffect(() => {
    if (asked.current || asking) first.current?.focus();
    asked.current = asking;
  }, [asking]);
  if (!asking)
    return (
      <button type="button" class="button" ref={first} aria-label={about} disabled={disabled} onClick={() => setAsking(true)}>
        {label}
      </button>
    );
  return (
    <span class="buttons" role="group" aria-label={question}>
      <span>{question}</span>
      <button
        type="button"
        class="button danger"
        ref={first}
        onClick={() => {
          setAsking(false);
          onYes();
        }}
      >
        {yes}
      </button>
      <button type="button" class="button" onClick={() => setAsking(false)}>
        {t("Cancel")}
      </button>
    </span>
  );
}
