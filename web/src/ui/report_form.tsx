// Tells the moderators of something, and why.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { kMostTalk } from "../net/talk";
import { Problem } from "./page";
import { useAttempt } from "./use_attempt";
import "./talk.css";

interface Props {
  send(why: string): Promise<unknown>;
  onSent(): void;
  onCancel(): void;
}

export function ReportForm({ send, onSent, onCancel }: Props) {
  const [why, setWhy] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const report = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      await send(why.trim());
      onSent();
    });
  };
  return (
    <form class="report-form" onSubmit={report}>
      <label class="option">
        <span class="option-name">{t("What is wrong?")}</span>
        <input type="text" required maxLength={kMostTalk} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
        <span class="option-help">{t("Moderators will see this and your name.")}</span>
      </label>
      <Problem text={problem} />
      <div class="buttons">
        <button type="submit" class="button danger" disabled={busy || why.trim() === ""}>
          {t("Send report")}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}
