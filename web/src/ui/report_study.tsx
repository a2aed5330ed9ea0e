// For whoever reads somebody's study: a way to tell the moderators of it.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { reportStudy } from "../net/studies";
import { ReportForm } from "./report_form";

export function ReportStudy({ study }: { study: string }) {
  const [open, setOpen] = useState(false);
  const [sent, setSent] = useState(false);
  return (
    <details class="panel" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t("Report this study")}</h2>
      </summary>
      {sent ? (
        <p role="status">{t("Report sent. A moderator will look at it.")}</p>
      ) : (
        <ReportForm send={(why) => reportStudy(study, why)} onSent={() => setSent(true)} onCancel={() => setOpen(false)} />
      )}
    </details>
  );
}
