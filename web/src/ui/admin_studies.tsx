// Studies that are reported: to look at, to hide, to show again.
import { useState } from "preact/hooks";
import { t, tx } from "../lang/text";
import { endStudyReport, fetchStudyReports, hideStudy, type StudyReport } from "../net/admin";
import { Confirm } from "./confirm";
import { Link } from "./link";
import { Problem } from "./page";
import { ReportList, timeText } from "./report_list";
import { useAttempt } from "./use_attempt";

export function StudyReports() {
  return (
    <ReportList
      id="study-reports"
      title={t("Reported studies")}
      fetch={fetchStudyReports}
      row={(one, onEnd) => <Row key={one.id} report={one} onEnd={onEnd} />}
    />
  );
}

function Row({ report, onEnd }: { report: StudyReport; onEnd(): void }) {
  const { id, study, name, owner, by, why, at } = report;
  const [said, setSaid] = useState<string | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const hide = (on: boolean) =>
    void attempt(async () => {
      const { hidden } = await hideStudy(study, on);
      setSaid(hidden ? t("Study hidden. Only its owner and moderators can read it.") : t("Study unhidden. Its owner’s sharing settings apply again."));
    });
  return (
    <li class="report">
      <p>
        {tx("{name} by {owner}", {
          name: <Link to={`/studies/${study}`}>{name}</Link>,
          owner: <Link to={`/people/${encodeURIComponent(owner)}`}>{owner}</Link>,
        })}
      </p>
      <p>{t("Reported by {by}: {why}", { by, why })}</p>
      <p class="quiet">{timeText(at)}</p>
      <div class="buttons">
        <Confirm
          label={t("Hide …")}
          about={t("Hide {name}", { name })}
          question={t("Hide this study from everybody but its owner?")}
          yes={t("Yes, hide it")}
          disabled={busy}
          onYes={() => hide(true)}
        />
        <button type="button" class="button" disabled={busy} aria-label={t("Unhide: {name}", { name })} onClick={() => hide(false)}>
          {t("Unhide")}
        </button>
        <button
          type="button"
          class="button"
          disabled={busy}
          aria-label={t("Resolve: {name}", { name })}
          onClick={() =>
            void attempt(async () => {
              await endStudyReport(id);
              onEnd();
            })
          }
        >
          {t("Resolve")}
        </button>
      </div>
      <p role="status">{said}</p>
      <Problem text={problem} />
    </li>
  );
}
