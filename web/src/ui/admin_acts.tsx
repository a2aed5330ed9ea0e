// The acts of moderators on one account: one is chosen, explained by a reason, and confirmed.
import { useState } from "preact/hooks";
import { msg, t } from "../lang/text";
import {
  closeAccount,
  givePasswordLink,
  liftSuspension,
  renameAccount,
  setRole,
  signOutEverywhere,
  suspend,
  turnFactorOff,
  type AdminPerson,
} from "../net/admin";
import { kMostTalk } from "../net/talk";
import { Confirm } from "./confirm";
import { Problem } from "./page";
import { useAttempt } from "./use_attempt";

interface Act {
  name: string;
  /** What the confirmation says of it. */
  note: string;
  admin?: boolean;
  /** Whether it makes sense for this account. */
  fits?(account: AdminPerson): boolean;
  run(account: AdminPerson, why: string, newName: string): Promise<AdminPerson | { url: string }>;
}

const open = ({ suspension }: AdminPerson) => !suspension?.closed;
const kSuspended = msg("Sessions and API tokens end, and the player cannot sign in. The player reads the reason. Running games continue.");
const suspended = (name: string, days?: number): Act => ({ name, note: kSuspended, fits: open, run: ({ name: whom }, why) => suspend(whom, why, days) });

const kActs: Record<string, Act> = {
  day: suspended(msg("Suspend for 1 day"), 1),
  week: suspended(msg("Suspend for 1 week"), 7),
  month: suspended(msg("Suspend for 30 days"), 30),
  year: suspended(msg("Suspend for 1 year"), 365),
  always: suspended(msg("Suspend until lifted")),
  lift: {
    name: msg("Lift the suspension"),
    note: msg("The player can sign in again."),
    fits: ({ suspension }) => suspension !== null,
    run: ({ name }, why) => liftSuspension(name, why),
  },
  "sign-out": {
    name: msg("Sign out everywhere"),
    note: msg("All sessions, API tokens and emailed links of this account end."),
    run: ({ name }, why) => signOutEverywhere(name, why),
  },
  rename: {
    name: msg("Change the name"),
    note: msg("The name changes in all games, and the player signs in with the new one."),
    run: ({ name }, why, newName) => renameAccount(name, newName, why),
  },
  moderator: {
    name: msg("Make moderator"),
    note: msg("The player can act on all accounts of players."),
    admin: true,
    fits: ({ role }) => role === "player",
    run: ({ name }, why) => setRole(name, "moderator", why),
  },
  player: {
    name: msg("Remove moderator role"),
    note: msg("The moderator becomes a player."),
    admin: true,
    fits: ({ role }) => role === "moderator",
    run: ({ name }, why) => setRole(name, "player", why),
  },
  link: {
    name: msg("Create a password link"),
    note: msg("Anybody with the link can choose a new password for this account."),
    admin: true,
    run: ({ name }, why) => givePasswordLink(name, why),
  },
  factor: {
    name: msg("Turn off two-factor authentication"),
    note: msg("The password alone then opens the account. Make sure that it is the owner who asks."),
    admin: true,
    fits: ({ second_factor }) => second_factor,
    run: ({ name }, why) => turnFactorOff(name, why),
  },
  close: {
    name: msg("Close the account"),
    note: msg("Nobody can sign in. E-mail address, settings and notes are deleted; the name and the games stay."),
    admin: true,
    fits: open,
    run: ({ name }, why) => closeAccount(name, why),
  },
};

interface Props {
  account: AdminPerson;
  admin: boolean;
  onDone(after: AdminPerson): void;
  onLink(url: string): void;
}

export function AccountAct({ account, admin, onDone, onLink }: Props) {
  const fitting = Object.entries(kActs).filter(([, act]) => (admin || !act.admin) && (act.fits?.(account) ?? true));
  const [wanted, setWanted] = useState("week");
  const [why, setWhy] = useState("");
  const [newName, setNewName] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const [key, act] = fitting.find(([one]) => one === wanted) ?? fitting[0]!;
  const incomplete = why.trim() === "" || (key === "rename" && newName.trim() === "");
  const run = () =>
    void attempt(async () => {
      const after = await act.run(account, why.trim(), newName.trim());
      setWhy("");
      if ("url" in after) onLink(after.url);
      else onDone(after);
    });
  return (
    <div role="group" aria-label={t("Actions on this account")}>
      <div class="inline-form">
        <label class="option">
          <span class="option-name">{t("Action")}</span>
          <select value={key} onChange={(event) => setWanted(event.currentTarget.value)}>
            {fitting.map(([one, { name }]) => (
              <option value={one} key={one}>
                {t(name)}
              </option>
            ))}
          </select>
        </label>
        {key === "rename" && (
          <label class="option">
            <span class="option-name">{t("New name")}</span>
            <input type="text" value={newName} onInput={(event) => setNewName(event.currentTarget.value)} />
          </label>
        )}
        <label class="option">
          <span class="option-name">{t("Reason")}</span>
          <input type="text" maxLength={kMostTalk} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
        </label>
        <Confirm label={t("Continue …")} question={t(act.note)} yes={t(act.name)} disabled={busy || incomplete} onYes={run} />
      </div>
      <p class="option-help">{t("Every action needs a reason and is recorded in the log.")}</p>
      <Problem text={problem} />
    </div>
  );
}
