// For moderators: accounts that wait for approval, and what everybody is told on top of each page.
import { useState } from "preact/hooks";
import { msg, t } from "../lang/text";
import { announce, approveAccount, endAnnouncement, fetchWaiting, refuseAccount, type WaitingAccount } from "../net/site";
import { kMostTalk } from "../net/talk";
import { useStore } from "../state/use_store";
import { Confirm } from "./confirm";
import { Card, Problem, Shown } from "./page";
import { timeText } from "./report_list";
import { readSite, site } from "./site";
import { useAttempt } from "./use_attempt";
import { useFetched } from "./use_fetched";

const kLookAgainMs = 30_000;
const kMostAnnouncement = 300;

/** Only where accounts need approval, or some still wait. */
export function WaitingAccounts() {
  const found = useFetched(fetchWaiting, null, kLookAgainMs);
  const [said, setSaid] = useState<string | null>(null);
  const registration = useStore(site)?.registration;
  if (registration !== "by-approval" && !found.data?.waiting.length && said === null) return null;
  const decided = (id: string, words: string) => {
    setSaid(words);
    found.set({ waiting: (found.data?.waiting ?? []).filter((one) => one.id !== id) });
  };
  return (
    <Card id="waiting-accounts" title={t("Accounts waiting for approval")}>
      <Shown of={found}>
        {({ waiting }) =>
          waiting.length === 0 ? (
            <p class="quiet">{t("Accounts that need your approval appear here.")}</p>
          ) : (
            <ul class="reports">
              {waiting.map((one) => (
                <WaitingRow key={one.id} account={one} onDecided={decided} />
              ))}
            </ul>
          )
        }
      </Shown>
      <p role="status">{said}</p>
    </Card>
  );
}

function WaitingRow({ account, onDecided }: { account: WaitingAccount; onDecided(id: string, words: string): void }) {
  const { id, name, note, created } = account;
  const [why, setWhy] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const approve = () =>
    void attempt(async () => {
      await approveAccount(id);
      onDecided(id, t("{name} has an account now.", { name }));
    });
  const refuse = () =>
    void attempt(async () => {
      await refuseAccount(id, why.trim());
      onDecided(id, t("{name} was refused.", { name }));
    });
  return (
    <li class="report">
      <p>
        <strong>{name}</strong>
      </p>
      {note && <blockquote>{note}</blockquote>}
      <p class="quiet">{timeText(created)}</p>
      <div class="inline-form">
        <button type="button" class="button primary" disabled={busy} aria-label={t("Approve {name}", { name })} onClick={approve}>
          {t("Approve")}
        </button>
        <label class="option">
          <span class="option-name">{t("Reason")}</span>
          <input type="text" maxLength={kMostTalk} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
        </label>
        <Confirm
          label={t("Refuse …")}
          about={t("Refuse {name}", { name })}
          question={t("Refuse this account? The person who asked for it reads the reason.")}
          yes={t("Yes, refuse it")}
          disabled={busy || why.trim() === ""}
          onYes={refuse}
        />
      </div>
      <Problem text={problem} />
    </li>
  );
}

const kTimes: [string, number | undefined][] = [
  [msg("1 day"), 24],
  [msg("1 week"), 168],
  [msg("30 days"), 720],
  [msg("until you end it"), undefined],
];

export function AnnouncementForm() {
  const told = useStore(site)?.announcement ?? null;
  const [text, setText] = useState("");
  const [hours, setHours] = useState<number | undefined>(168);
  const { busy, problem, attempt } = useAttempt();
  const send = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      await announce(hours === undefined ? { text: text.trim() } : { text: text.trim(), hours });
      setText("");
      await readSite();
    });
  };
  return (
    <Card id="announcement" title={t("Announcement")}>
      {told && <blockquote>{told.text}</blockquote>}
      {told && <p class="quiet">{told.until === null ? timeText(told.at) : t("until {time}", { time: timeText(told.until) })}</p>}
      <form class="inline-form" onSubmit={send}>
        <label class="option">
          <span class="option-name">{t("Text")}</span>
          <input type="text" required maxLength={kMostAnnouncement} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <label class="option">
          <span class="option-name">{t("Show for")}</span>
          <select value={String(hours ?? "")} onChange={(event) => setHours(Number(event.currentTarget.value) || undefined)}>
            {kTimes.map(([name, of]) => (
              <option key={name} value={String(of ?? "")}>
                {t(name)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button" disabled={busy || text.trim() === ""}>
          {t("Announce")}
        </button>
        {told && (
          <button type="button" class="button" disabled={busy} onClick={() => void attempt(async () => (await endAnnouncement(), readSite()))}>
            {t("End the announcement")}
          </button>
        )}
      </form>
      <p class="option-help">{t("Every page shows this text on top. Each visitor can close it.")}</p>
      <Problem text={problem} />
    </Card>
  );
}
