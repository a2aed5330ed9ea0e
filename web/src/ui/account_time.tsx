// When one's clocks stand: on vacation, and at weekends by one's own time zone.
import { useState } from "preact/hooks";
import { dateText, t, tn } from "../lang/text";
import { editAccount, type Account, type WhoIAm } from "../net/account";
import { comeBack, fetchVacation, goOnVacation, type Vacation } from "../net/own_mail";
import { browserZone, kZones, zoneName } from "../state/zone";
import { useMount } from "../state/use_event";

export interface Part {
  attempt(what: Promise<unknown>): Promise<void>;
}

const kDays = [3, 7, 14, 21, 28];

export function AccountVacation({ attempt }: Part) {
  const [vacation, setVacation] = useState<Vacation | null>(null);
  const [days, setDays] = useState(7);
  useMount(() => void attempt(fetchVacation().then(setVacation)));
  if (!vacation) return null;
  const { since, until, waiting } = vacation;
  return (
    <section class="card account-card" aria-labelledby="vacation-title">
      <h2 id="vacation-title">{t("Vacation")}</h2>
      {since === null ? (
        <form
          class="account-form"
          onSubmit={(event) => {
            event.preventDefault();
            void attempt(goOnVacation(days === 0 ? null : days).then(setVacation));
          }}
        >
          <label class="option">
            <span class="option-name">{t("Duration")}</span>
            <select value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
              {kDays.map((n) => (
                <option value={String(n)} key={n}>
                  {tn("{n} day", "{n} days", n)}
                </option>
              ))}
              <option value="0">{t("until I return")}</option>
            </select>
            <span class="option-help">{t("Pauses your clocks in correspondence games that allow vacation, while you have vacation days left")}</span>
          </label>
          <button type="submit" class="button">
            {t("Start vacation")}
          </button>
        </form>
      ) : (
        <div class="account-form">
          <p role="status">
            {until === null
              ? t("You have been on vacation since {since}, until you return.", { since: dateText(since) })
              : t("You have been on vacation since {since}, until {until}.", {
                  since: dateText(since),
                  until: dateText(until, { dateStyle: "medium", timeStyle: "short" }),
                })}{" "}
            {waiting > 0 && tn("{n} game is still being updated.", "{n} games are still being updated.", waiting)}
          </p>
          <button type="button" class="button" onClick={() => attempt(comeBack().then(setVacation))}>
            {t("End vacation")}
          </button>
        </div>
      )}
    </section>
  );
}

/** Whoever has not chosen one yet (0 is UTC) finds the browser's own filled in, and saves it or another. */
export function AccountZone({ account, onChange, attempt }: Part & { account: Account; onChange(who: WhoIAm): void }) {
  const [zone, setZone] = useState(account.zone || browserZone());
  const save = (event: Event) => {
    event.preventDefault();
    void attempt(editAccount({ zone }).then(onChange));
  };
  return (
    <section class="card account-card" aria-labelledby="zone-title">
      <h2 id="zone-title">{t("Weekend pause")}</h2>
      <form class="account-form" onSubmit={save}>
        <label class="option">
          <span class="option-name">{t("Time zone")}</span>
          <select value={zone} onChange={(event) => setZone(Number(event.currentTarget.value))}>
            {kZones.includes(zone) ? null : <option value={zone}>{zoneName(zone)}</option>}
            {kZones.map((one) => (
              <option key={one} value={one}>
                {one === browserZone() ? t("{zone} (this browser)", { zone: zoneName(one) }) : zoneName(one)}
              </option>
            ))}
          </select>
          <span class="option-help">{t("Correspondence clocks with a weekend pause stop on your Saturdays and Sundays (new games only)")}</span>
        </label>
        <button type="submit" class="button" disabled={zone === account.zone}>
          {zone === account.zone ? t("Saved") : t("Save")}
        </button>
      </form>
    </section>
  );
}
