// Tells the moderators of something, and why.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { kMostTalk } from "../net/talk";
import { Problem } from "./page";
import { problemText } from "./use_fetched";
import "./talk.css";

interface Props {
  send(why: string): Promise<unknown>;
  onSent(): void;
  onCancel(): void;
}

export function ReportForm({ send, onSent, onCancel }: Props) {
  const [why, setWhy] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const report = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await send(why.trim());
      onSent();
    } catch (error) {
      setProblem(problemText(error));
      setBusy(false);
    }
  };
  return (
    <form class="report-form" onSubmit={report}>
      <label class="option">
        <span class="option-name">{t("What is wrong with it")}</span>
        <input type="text" required maxLength={kMostTalk} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
        <span class="option-help">{t("Moderators read it, with your name.")}</span>
      </label>
      <Problem text={problem} />
      <div class="buttons">
        <button type="submit" class="button danger" disabled={busy || why.trim() === ""}>
          {t("Report it")}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {t("Cancel")}
        </button>
      </div>
    </form>
  );
}
