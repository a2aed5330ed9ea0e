// Ties a table's line (to the server, or to this browser's own core), reducer and replica to a component.
import { useCallback, useEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { t } from "../lang/text";
import { ApiError, createTable, fetchTable, joinTable, socketUrl } from "../net/api";
import type { LocalTable } from "./local_table";
import type { Deed, Game, TableState } from "../net/protocol";
import { browserSurroundings, TableConnection, type Listener, type TableLine } from "../net/table_connection";
import { gameOf } from "./terms";
import { TableTalk } from "./table_talk";
import type { LocalGame } from "./local_games";
import { Replica } from "./replica";
import { againstBot, kEmptyPage, reduceTable, type TableAction, type TablePage } from "./table";
import type { Core } from "../wasm/core";
import { loadCore } from "../wasm/load";
import { findLocalGame, openLocalGame, startLocalGame } from "./local_play";
import { useCore } from "./use_core";

export interface TableHook {
  page: TablePage;
  replica: Replica | null;
  local: LocalGame | null; // a game of this browser
  game: Game | undefined; // once the core is loaded
  hidden: boolean; // the game hides things from its players
  /** The whole record, where this browser has it: for the engine. */
  record: readonly { seat: number; word: string }[] | null;
  send(deed: Deed): void;
  join(name: string): Promise<void>;
  again(name: string): Promise<string>; // the address of the same game once more, with the seats exchanged
  say(notice: string | null): void;
  talk: TableTalk | null; // what is said at a table of the server
}

export function useTable(id: string, isLocal: boolean): TableHook {
  const [page, dispatch] = useReducer(reduceTable, kEmptyPage);
  const local = useMemo(() => (isLocal ? findLocalGame(id) : null), [id, isLocal]);
  const talk = useMemo(() => (isLocal ? null : new TableTalk(id)), [id, isLocal]);
  const line = useLine(id, isLocal, local, talk, dispatch);
  const { table } = page;
  const version = useRef(0);
  version.current = table?.version ?? 0;

  // A table that does not exist needs no line.
  useEffect(() => {
    if (page.gone) line.current?.close();
  }, [page.gone, line]);

  const send = useCallback(
    (deed: Deed) => {
      line.current?.send({ version: version.current, ...deed });
    },
    [line],
  );
  const join = useCallback(
    async (name: string) => {
      try {
        dispatch({ type: "table", table: await joinTable(id, name) });
        line.current?.renew(); // the line knew us as a spectator
      } catch (error) {
        dispatch({ type: "notice", text: error instanceof ApiError ? error.message : t("Something went wrong.") });
      }
    },
    [id, line],
  );
  const again = useCallback(async (name: string) => (table ? playAgain(table, local, name) : "/"), [table, local]);
  const say = useCallback((text: string | null) => dispatch({ type: "notice", text }), []);

  const core = useCore();
  const replica = useReplica(core, table);
  const game = useMemo(() => (core ? gameOf(core.games(), table?.game ?? "") : undefined), [core, table?.game]);
  const hidden = game?.hidden ?? false;
  const record = useMemo(() => {
    if (!table) return null;
    if (local) return (line.current as LocalTable).moves();
    return replica && !replica.blind ? replica.plies.map(({ move }) => ({ seat: move.seat, word: move.word ?? "" })) : null;
  }, [table, local, replica, line]);
  return { page, replica, local, game, hidden, record, send, join, again, say, talk };
}

function useLine(id: string, isLocal: boolean, local: LocalGame | null, talk: TableTalk | null, dispatch: (action: TableAction) => void) {
  const line = useRef<TableLine | null>(null);
  useEffect(() => {
    const listener: Listener = {
      link: (link) => dispatch({ type: "link", link }),
      message: (message) => {
        talk?.hear(message);
        dispatch({ type: "server", message });
      },
      pending: (command) => dispatch({ type: "pending", command }),
      gone: (text) => dispatch({ type: "gone", text }),
    };
    if (isLocal && !local) {
      listener.gone(t("This game is not in this browser. Offline games stay in the browser where you played them."));
      return;
    }
    const made = local ? openLocalGame(local, listener) : connect(id, listener);
    if (!local)
      fetchTable(id).then(
        (table) => dispatch({ type: "table", table }),
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) listener.gone(t("There is no such game. Check that you have the whole link."));
        },
      );
    line.current = made;
    made.open();
    const wake = () => document.visibilityState === "visible" && made.retryNow();
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      made.close();
    };
  }, [id, isLocal, local, talk, dispatch]);
  return line;
}

/** The same game once more, with the seats exchanged; its address. */
async function playAgain(table: TableState, local: LocalGame | null, name: string): Promise<string> {
  const seat = table.you === 0 ? "second" : "first";
  if (local) {
    const game = { name: table.game, title: table.title };
    return startLocalGame(await loadCore(), { game, options: local.options, seat, level: local.level, name });
  }
  const opponent = againstBot(table) ? "bot" : "friend";
  const { seconds, level } = table.bot ?? { seconds: 1, level: 10 };
  const clock = table.clock?.rule ?? "none";
  const bot = table.rated && opponent === "bot" ? { level, rated: true } : { level, seconds };
  const made = await createTable({ game: table.game, options: table.options, opponent, seat, clock, ...bot }, name);
  return `/t/${made.id}`;
}

function connect(id: string, listener: Listener): TableLine {
  return new TableConnection(browserSurroundings(socketUrl(id, location)), listener);
}

/** The table's game in this browser's core, freed with the page; null until the core is loaded, or when it cannot follow. */
export function useReplica(core: Core | null, table: TableState | null): Replica | null {
  const before = useRef<Replica | null>(null);
  useEffect(() => () => before.current?.free(), []);
  return useMemo(() => {
    if (core && table) before.current = Replica.follow(core, table, before.current);
    return before.current;
  }, [core, table]);
}
