// One thing that was said, and what may be done about it.
import { useState } from "preact/hooks";
import { dateText, t } from "../lang/text";
import { moderates, type WhoIAm } from "../net/account";
import { reportSaid, type Remark } from "../net/talk";
import type { TableTalk } from "../state/table_talk";
import { Confirm } from "./confirm";
import { Link } from "./link";
import { Problem } from "./page";
import { ReportForm } from "./report_form";
import { problemText } from "../state/problem_text";

interface Props {
  remark: Remark;
  talk: TableTalk;
  you: number | null;
  whom: WhoIAm | undefined;
}

const kOwnRemovalMs = 600_000; // how long one may take back what one said
const kDayMs = 86_400_000;

const timeText = (at: number): string =>
  dateText(at, Date.now() - at < kDayMs ? { hour: "numeric", minute: "2-digit" } : { dateStyle: "medium", timeStyle: "short" });

/** Whoever does not sit there has an account to say something: its name has no space, as that of a deleted one has. */
const hasPage = ({ seat, name }: Remark): boolean => seat === null && name !== undefined && !name.includes(" ");

export function TalkRemark({ remark, talk, you, whom }: Props) {
  const [open, setOpen] = useState(false);
  const { name = "", text = "", at } = remark;
  if (remark.removed)
    return (
      <li class="quiet">
        <em>{t("Message removed.")}</em>
      </li>
    );
  const own = remark.seat === null ? whom?.name === name : remark.seat === you;
  const removable = moderates(whom) || (own && Date.now() - at < kOwnRemovalMs);
  const deeds = Boolean(whom) && (removable || !own);
  return (
    <li>
      <div class="talk-remark">
        <p class="talk-words">
          <strong>{hasPage(remark) ? <Link to={`/people/${name}`}>{name}</Link> : name}</strong>{" "}
          <time class="quiet" dateTime={new Date(at).toISOString()}>
            {timeText(at)}
          </time>
          <span class="talk-text">{text}</span>
        </p>
        {deeds && (
          <button
            type="button"
            class="icon-button small"
            aria-expanded={open}
            aria-label={t("Options for the message from {name}: {text}", { name, text })}
            onClick={() => setOpen(!open)}
          >
            <span aria-hidden="true">…</span>
          </button>
        )}
      </div>
      {open && <Deeds remark={remark} talk={talk} own={own} removable={removable} onDone={() => setOpen(false)} />}
    </li>
  );
}

interface DeedsProps {
  remark: Remark;
  talk: TableTalk;
  own: boolean;
  removable: boolean;
  onDone(): void;
}

function Deeds({ remark, talk, own, removable, onDone }: DeedsProps) {
  const [reporting, setReporting] = useState(false);
  const [reported, setReported] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setProblem(null);
    try {
      await talk.remove(remark);
      onDone();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <div class="talk-deeds">
      {reporting ? (
        <ReportForm
          send={(why) => reportSaid(talk.table, remark.id, why)}
          onSent={() => {
            setReporting(false);
            setReported(true);
          }}
          onCancel={() => setReporting(false)}
        />
      ) : (
        <div class="buttons">
          {!own && !reported && (
            <button type="button" class="button" onClick={() => setReporting(true)}>
              {t("Report …")}
            </button>
          )}
          {removable && <Confirm label={t("Remove …")} question={t("Remove it for everybody?")} yes={t("Yes, remove it")} onYes={() => void remove()} />}
        </div>
      )}
      <p role="status">{reported && t("Report sent. A moderator will look at it.")}</p>
      <Problem text={problem} />
    </div>
  );
}
