// Ties a table's connection, reducer and replica to a component.
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { ApiError, fetchTable, joinTable, socketUrl } from "../net/api";
import type { Command, TableState } from "../net/protocol";
import { browserSurroundings, TableConnection } from "../net/table_connection";
import { Replica } from "../state/replica";
import { kEmptyPage, reduceTable, type TablePage } from "../state/table";
import type { Core } from "../wasm/core";
import { loadCore } from "../wasm/load";

export interface TableHook {
  page: TablePage;
  replica: Replica | null;
  send(command: Command["command"], word?: string): void;
  join(name: string): Promise<void>;
  say(notice: string | null): void;
}

export function useTable(id: string): TableHook {
  const [page, dispatch] = useReducer(reduceTable, kEmptyPage);
  const connection = useRef<TableConnection | null>(null);
  const version = useRef(0);
  version.current = page.table?.version ?? 0;

  useEffect(() => {
    fetchTable(id).then(
      (table) => dispatch({ type: "table", table }),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404)
          dispatch({ type: "gone", text: "There is no such table. Perhaps the link was cut short." });
      },
    );
    const made = new TableConnection(browserSurroundings(socketUrl(id, location)), {
      link: (link) => dispatch({ type: "link", link }),
      message: (message) => dispatch({ type: "server", message }),
      pending: (command) => dispatch({ type: "pending", command }),
    });
    connection.current = made;
    made.open();
    const wake = () => document.visibilityState === "visible" && made.retryNow();
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      made.close();
    };
  }, [id]);

  // A table that does not exist needs no line.
  useEffect(() => {
    if (page.gone) connection.current?.close();
  }, [page.gone]);

  const send = useCallback((command: Command["command"], word?: string) => {
    connection.current?.send({ version: version.current, command, ...(word === undefined ? {} : { word }) });
  }, []);
  const join = useCallback(
    async (name: string) => {
      try {
        dispatch({ type: "table", table: await joinTable(id, name) });
        connection.current?.renew(); // the line knew us as a spectator
      } catch (error) {
        dispatch({ type: "notice", text: error instanceof ApiError ? error.message : "That did not work." });
      }
    },
    [id],
  );
  const say = useCallback((text: string | null) => dispatch({ type: "notice", text }), []);
  return { page, replica: useReplica(page.table), send, join, say };
}

/** The table's game in this browser's core; null until the core is loaded, or when it cannot follow. */
function useReplica(table: TableState | null): Replica | null {
  const [core, setCore] = useState<Core | null>(null);
  const before = useRef<Replica | null>(null);
  useEffect(() => {
    let gone = false;
    loadCore().then(
      (loaded) => gone || setCore(loaded),
      (error: unknown) => console.error(error), // previews are off, playing by words works
    );
    return () => {
      gone = true;
    };
  }, []);
  useEffect(() => () => before.current?.free(), []);
  return useMemo(() => {
    if (core && table) before.current = Replica.follow(core, table, before.current);
    return before.current;
  }, [core, table]);
}
