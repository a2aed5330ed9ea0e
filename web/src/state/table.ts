// The table page's state: what the server said last, the line, and what waits for an answer. A pure reducer.
import { t } from "../lang/text";
import type { Command, FromServer, Refusal, TableState } from "../net/protocol";
import type { Link } from "../net/table_connection";
import { reasonText, refusedText, refusalWords } from "../lang/core_text";

export interface TablePage {
  table: TableState | null;
  link: Link;
  pending: Command | null;
  notice: string | null; // something went wrong, for people
  gone: string | null; // the table cannot be shown at all
  stale: number; // commands that came too late, since the page was opened
}

export const kEmptyPage: TablePage = { table: null, link: "connecting", pending: null, notice: null, gone: null, stale: 0 };

export type TableAction =
  | { type: "server"; message: FromServer }
  | { type: "table"; table: TableState }
  | { type: "link"; link: Link }
  | { type: "pending"; command: Command | null }
  | { type: "notice"; text: string | null }
  | { type: "gone"; text: string };

export function reduceTable(page: TablePage, action: TableAction): TablePage {
  switch (action.type) {
    case "table":
      return takeTable(page, action.table);
    case "link":
      return { ...page, link: action.link };
    case "pending":
      return { ...page, pending: action.command, notice: action.command ? null : page.notice };
    case "notice":
      return { ...page, notice: action.text };
    case "gone":
      return { ...page, gone: action.text };
    case "server": {
      const message = action.message;
      switch (message.type) {
        case "state":
        case "change":
          return takeTable(page, message.state);
        case "refused": {
          const next = message.state ? takeTable(page, message.state) : page;
          return { ...next, notice: refusalText(message.error), stale: page.stale + (message.error.code === "stale" ? 1 : 0) };
        }
        case "reply": {
          // The change itself follows as a message of its own; only what the referee refuses is told here.
          const refused = message.events.find((event) => event.kind === "refused" && event.reason !== undefined);
          return refused ? { ...page, notice: refusedText(refused.name ?? "", refused.reason ?? "") } : page;
        }
        default:
          return page; // a newer server says more than this client knows
      }
    }
  }
}

/** An older state that arrives late changes nothing. Joining changes seats but not the version. */
function takeTable(page: TablePage, table: TableState): TablePage {
  const before = page.table;
  if (before && before.id === table.id && table.version < before.version) return page;
  const sameTurn = before?.view.to_act.join() === table.view.to_act.join();
  return { ...page, table, gone: null, notice: sameTurn ? page.notice : null };
}

export function refusalText(error: Refusal): string {
  if (error.code === "stale") return t("The game changed in the meantime. This is the current position.");
  if (error.reason) return reasonText(error.reason);
  return refusalWords(error);
}

/** Whether the viewer may play a word now. */
export function mayPlay(page: TablePage): boolean {
  const { table } = page;
  return table !== null && table.you !== null && page.pending === null && table.view.to_act.includes(table.you) && table.legal_count > 0;
}

export function againstBot(table: TableState): boolean {
  return table.you !== null && table.seats.some((seat) => seat.kind === "bot");
}
