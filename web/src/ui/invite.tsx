// The free seat: the link for whoever invites, the way in for whoever follows it.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import type { TableState } from "../net/protocol";
import { Icon } from "./icons";
import { useSettings } from "../state/settings_context";
import { hasFreeSeat } from "../state/words";

export function Invite({ table, onJoin }: { table: TableState; onJoin(name: string): Promise<void> }) {
  if (table.view.over || !hasFreeSeat(table)) return null;
  return table.you === null ? <TakeSeat onJoin={onJoin} /> : <ShareLink path={table.invitation} />;
}

function ShareLink({ path }: { path: string }) {
  const [copied, setCopied] = useState(false);
  const link = new URL(path, location.origin).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } catch {
      document.querySelector<HTMLInputElement>("#invitation")?.select();
    }
  };
  return (
    <section class="panel invite" aria-labelledby="invite-title">
      <h2 id="invite-title">{t("Invite a friend")}</h2>
      <p>{t("Anyone with this link can take the free seat.")}</p>
      <div class="invite-row">
        <input id="invitation" readOnly value={link} aria-label={t("Invitation link")} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="button" onClick={copy}>
          <Icon name={copied ? "check" : "copy"} />
          {copied ? t("Copied") : t("Copy")}
        </button>
      </div>
    </section>
  );
}

function TakeSeat({ onJoin }: { onJoin(name: string): Promise<void> }) {
  const { settings, change } = useSettings();
  const [busy, setBusy] = useState(false);
  return (
    <section class="panel invite" aria-labelledby="seat-title">
      <h2 id="seat-title">{t("Join this game")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setBusy(true);
          void onJoin(settings.name).finally(() => setBusy(false));
        }}
      >
        <label class="option">
          <span class="option-name">{t("Your name")}</span>
          <input
            type="text"
            maxLength={24}
            autocomplete="nickname"
            placeholder={t("optional")}
            value={settings.name}
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        </label>
        <button type="submit" class="button primary" disabled={busy}>
          {busy ? t("Joining …") : t("Join")}
        </button>
      </form>
    </section>
  );
}
