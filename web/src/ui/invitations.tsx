// Links with which people create accounts, where not everybody may: made, looked at and withdrawn by whoever may invite.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { endInvitation, fetchInvitations, invite, type Invitation } from "../net/site";
import { Problem, Shown } from "./page";
import { timeText } from "./report_list";
import { useAttempt } from "./use_attempt";
import { useFetched } from "./use_fetched";

/** `most`: accounts of one link, and its days. */
export function Invitations({ most }: { most: { uses: number; days: number } }) {
  const found = useFetched(fetchInvitations);
  const [link, setLink] = useState<string | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const withdraw = (id: string) =>
    void attempt(async () => {
      await endInvitation(id);
      await found.reload();
    });
  return (
    <>
      <InvitationForm
        most={most}
        onMade={(url) => {
          setLink(url.startsWith("/") ? location.origin + url : url);
          void found.reload();
        }}
      />
      {link !== null && (
        <label class="option" role="status">
          <span class="option-name">{t("Invitation link")}</span>
          <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <span class="option-help">{t("Copy it now. It is not shown again.")}</span>
        </label>
      )}
      <Shown of={found}>
        {({ invitations }) =>
          invitations.length === 0 ? (
            <p class="quiet">{t("Invitation links that still work appear here.")}</p>
          ) : (
            <ul class="reports">
              {invitations.map((one) => (
                <InvitationRow key={one.id} one={one} busy={busy} onWithdraw={() => withdraw(one.id)} />
              ))}
            </ul>
          )
        }
      </Shown>
      <Problem text={problem} />
    </>
  );
}

function InvitationRow({ one, busy, onWithdraw }: { one: Invitation; busy: boolean; onWithdraw(): void }) {
  const { by, note, used, uses, expires } = one;
  return (
    <li class="report">
      <p>{t("{used} of {uses} accounts created, valid until {time}", { used, uses, time: timeText(expires) })}</p>
      {note && <p>{note}</p>}
      <p class="quiet">{by === null ? t("by the host") : t("by {name}", { name: by })}</p>
      <div class="buttons">
        <button type="button" class="button" disabled={busy} onClick={onWithdraw}>
          {t("Withdraw")}
        </button>
      </div>
    </li>
  );
}

function InvitationForm({ most, onMade }: { most: { uses: number; days: number }; onMade(url: string): void }) {
  const [uses, setUses] = useState(1);
  const [days, setDays] = useState(7);
  const [note, setNote] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const send = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const { url } = await invite({ uses, days, note: note.trim() });
      setNote("");
      onMade(url);
    });
  };
  return (
    <form class="inline-form" onSubmit={send}>
      <label class="option">
        <span class="option-name">{t("Accounts")}</span>
        <input type="number" required min={1} max={most.uses} value={uses} onInput={(event) => setUses(event.currentTarget.valueAsNumber)} />
      </label>
      <label class="option">
        <span class="option-name">{t("Days")}</span>
        <input type="number" required min={1} max={most.days} value={days} onInput={(event) => setDays(event.currentTarget.valueAsNumber)} />
      </label>
      <label class="option">
        <span class="option-name">{t("For whom")}</span>
        <input type="text" maxLength={200} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
      </label>
      <button type="submit" class="button" disabled={busy}>
        {t("Create an invitation link")}
      </button>
      <Problem text={problem} />
    </form>
  );
}
