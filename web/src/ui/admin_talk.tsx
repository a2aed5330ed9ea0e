// What was said at tables and is reported.
import { useState } from "preact/hooks";
import { msg, t, tx } from "../lang/text";
import { endReport, fetchReports, muteSeat, removeReported, unmuteSeat, type TalkReport } from "../net/admin";
import { mute, unmute } from "../net/people";
import { Confirm } from "./confirm";
import { Link } from "./link";
import { MuteForm } from "./mute_form";
import { Problem } from "./page";
import { ReportList, timeText } from "./report_list";
import { useAttempt } from "./use_attempt";

const kRooms: Record<string, string> = { p: msg("to the players"), s: msg("to the spectators"), e: msg("as a comment") };

export function TalkReports() {
  return (
    <ReportList id="talk-reports" title={t("Reported messages")} fetch={fetchReports} row={(one, onEnd) => <Row key={one.id} report={one} onEnd={onEnd} />} />
  );
}

function Row({ report, onEnd }: { report: TalkReport; onEnd(): void }) {
  const { id, table, message, said_by, seat, text, by, why, at } = report;
  const [removed, setRemoved] = useState(false);
  const { busy, problem, attempt } = useAttempt();
  return (
    <li class="report">
      <p>
        {tx("{name} wrote {room} in {table}:", {
          name: <strong>{said_by}</strong>,
          room: t(kRooms[message.charAt(0)] ?? ""),
          table: <Link to={`/t/${table}`}>{t("this game")}</Link>,
        })}
      </p>
      <blockquote class="said">{text}</blockquote>
      <p>{t("Reported by {by}: {why}", { by, why })}</p>
      <p class="quiet">{timeText(at)}</p>
      <div class="buttons">
        {removed ? (
          <span role="status">{t("Message removed.")}</span>
        ) : (
          <Confirm
            label={t("Remove …")}
            about={t("Remove the message by {name}", { name: said_by })}
            question={t("Remove it for everybody?")}
            yes={t("Yes, remove it")}
            disabled={busy}
            onYes={() => void attempt(() => removeReported(report).then(() => setRemoved(true)))}
          />
        )}
        <button
          type="button"
          class="button"
          disabled={busy}
          aria-label={t("Resolve: message by {name}", { name: said_by })}
          onClick={() => void attempt(() => endReport(id).then(onEnd))}
        >
          {t("Resolve")}
        </button>
      </div>
      <Problem text={problem} />
      <details>
        <summary>{t("Mute {name}", { name: said_by })}</summary>
        {seat === null ? (
          <MuteForm mute={(minutes, reason) => mute(said_by, minutes, reason)} unmute={() => unmute(said_by)} />
        ) : (
          <MuteForm mute={(minutes, reason) => muteSeat(table, seat, minutes, reason)} unmute={() => unmuteSeat(table, seat)} />
        )}
      </details>
    </li>
  );
}
