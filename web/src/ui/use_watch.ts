// A table of the server as anybody may watch it. Nothing is sent, and nobody is asked for or made: it works where a
// browser keeps nothing for us. A game that is over needs no line.
import { useEffect, useReducer, useRef } from "preact/hooks";
import { t } from "../lang/text";
import { ApiError, fetchTable, socketUrl } from "../net/api";
import { browserSurroundings, TableConnection } from "../net/table_connection";
import { kEmptyPage, reduceTable, type TablePage } from "../state/table";

export function useWatch(id: string): TablePage {
  const [page, dispatch] = useReducer(reduceTable, kEmptyPage);
  const line = useRef<TableConnection | null>(null);
  useEffect(() => {
    const made = new TableConnection(browserSurroundings(socketUrl(id, location)), {
      link: (link) => dispatch({ type: "link", link }),
      message: (message) => dispatch({ type: "server", message }),
      pending: () => undefined,
      gone: (text) => dispatch({ type: "gone", text }),
    });
    line.current = made;
    let left = false;
    fetchTable(id).then(
      (table) => {
        dispatch({ type: "table", table });
        if (!left && !table.view.over) made.retryNow();
      },
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404)
          dispatch({ type: "gone", text: t("There is no such game. Check that you have the whole link.") });
        else if (!left) made.retryNow(); // it goes on trying, and brings the table
      },
    );
    const wake = () => document.visibilityState === "visible" && made.retryNow();
    addEventListener("online", wake);
    document.addEventListener("visibilitychange", wake);
    return () => {
      left = true;
      removeEventListener("online", wake);
      document.removeEventListener("visibilitychange", wake);
      made.close();
    };
  }, [id]);
  const over = page.table?.view.over ?? false;
  useEffect(() => {
    if (over) line.current?.close();
  }, [over]);
  return page;
}
