// What stands around the board of a table: its title's words, what can be done beside moves, the game to take home.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { phrases, t } from "../lang/text";
import type { Game, TableState } from "../net/protocol";
import { ruleText } from "../state/clock";
import { againstBot } from "../state/table";
import { changedFlags } from "../state/terms";
import { hasFreeSeat } from "../state/words";
import { Icon } from "./icons";
import { Link } from "./link";
import { Ask } from "./offers";
import { go } from "../state/router";
import { ShareGame } from "./share_game";
import { useSettings } from "../state/settings_context";
import type { TableHook } from "../state/use_table";

/** "4 × 4, swap": the size, the time control, and options that are not at their defaults. */
export function caption(table: TableState, game: Game | undefined): string {
  const { columns, rows } = table.view;
  const clock = table.clock ? [ruleText(table.clock.rule)] : [];
  return phrases([`${columns} × ${rows}`, ...changedFlags(game, table.options), ...clock]);
}

export function LinkLost({ connecting }: { connecting: boolean }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 900); // a short break needs no words
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <p class="link-lost" role="status">
      {connecting ? t("Connecting …") : t("Connection lost. Reconnecting … The game is safe.")}
    </p>
  );
}

interface ActionsProps {
  table: TableState;
  hidden: boolean; // the game hides something: nothing is taken back
  busy: boolean;
  send: TableHook["send"];
}

export function Actions({ table, hidden, busy, send }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  const asked = useRef(false);
  const first = useRef<HTMLButtonElement | null>(null);
  // Who goes by keys stays where he was.
  useLayoutEffect(() => {
    if (asked.current !== asking) first.current?.focus();
    asked.current = asking;
  }, [asking]);
  if (table.you === null || table.view.over) return null;
  const waits = hasFreeSeat(table); // who leaves now loses nothing
  const undoable = againstBot(table) && table.moves.some((move) => move.seat === table.you) && !table.thinking;
  return (
    <div class="actions">
      {againstBot(table) && !hidden && !table.rated && (
        <button type="button" class="button" disabled={busy || !undoable} onClick={() => send({ command: "undo" })}>
          <Icon name="undo" />
          {t("Take back move")}
        </button>
      )}
      <Ask table={table} hidden={hidden} busy={busy} send={send} />
      {asking ? (
        <>
          <button
            type="button"
            class="button danger"
            ref={first}
            onClick={() => {
              setAsking(false);
              send({ command: "resign" });
            }}
          >
            {waits ? t("Yes, cancel it") : t("Yes, resign")}
          </button>
          <button type="button" class="button" onClick={() => setAsking(false)}>
            {waits ? t("Keep waiting") : t("Keep playing")}
          </button>
        </>
      ) : (
        <button type="button" class="button" ref={first} disabled={busy} onClick={() => setAsking(true)}>
          <Icon name={waits ? "close" : "flag"} />
          {waits ? t("Cancel game") : t("Resign")}
        </button>
      )}
    </div>
  );
}

/** The game to take home, or to show elsewhere. */
export function Files({ table }: { table: TableState }) {
  const { id } = table;
  const link = (form: string, name: string) => (
    <a href={`/api/tables/${id}/game.${form}`} download={`cairn-${id}.${form}`}>
      {name}
    </a>
  );
  return (
    <>
      <p class="files quiet">
        {t("Download:")} {link("sgf", "SGF")} {link("json", "JSON")} {link("txt", t("text"))}
        {table.view.over && <Link to={`/analysis/${id}`}>{t("Analyse")}</Link>}
      </p>
      <ShareGame table={table} />
    </>
  );
}

/** The same game once more, with the seats exchanged. */
export function Again({ hook }: { hook: TableHook }) {
  const { settings } = useSettings();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const again = async () => {
    setBusy(true);
    try {
      go(await hook.again(settings.name));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t("Something went wrong."));
      setBusy(false);
    }
  };
  return (
    <>
      {problem && <span role="alert">{problem}</span>}
      <button type="button" class="button primary" disabled={busy} onClick={again}>
        <Icon name="again" />
        {t("Rematch")}
      </button>
    </>
  );
}
