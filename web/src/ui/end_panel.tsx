// A game that is over: why, how its score came about, which moves decided it, and what to do next.
import { t } from "../lang/text";
import type { TableState } from "../net/protocol";
import { turnsOf } from "../state/own_tables";
import { useStore } from "../state/use_store";
import type { TableHook } from "../state/use_table";
import { hasFreeSeat, resultLine, seatName } from "../state/words";
import { Deciding } from "./deciding_moves";
import { Icon } from "./icons";
import { Link } from "./link";
import { ownTables } from "./live";
import { Again } from "./table_parts";
import type { AnalysisHook } from "./use_analysis";
import { WhyEnded } from "./why_ended";

interface Props {
  table: TableState;
  hook: TableHook;
  analysis: AnalysisHook;
  onShow(ply: number): void;
}

export function EndPanel({ table, hook, analysis, onShow }: Props) {
  const { view } = table;
  if (hasFreeSeat(table)) return null; // nobody played
  return (
    <section class="panel end-panel" aria-labelledby="end-title" data-testid="end">
      <h2 id="end-title">{t("How the game ended")}</h2>
      <WhyEnded view={view} otherwise={resultLine(table)} />
      <Deciding analysis={analysis} sides={view.sides.length} onShow={onShow} />
      <div class="buttons">
        {table.moves.length > 0 && hook.replica && !hook.replica.blind && (
          <button type="button" class="button" onClick={() => onShow(0)}>
            <Icon name="first" />
            {t("Review")}
          </button>
        )}
        <Rematch table={table} hook={hook} />
        <NextGame table={table} />
      </div>
    </section>
  );
}

/** Against bots a new game at once; among people when everybody wants it. */
function Rematch({ table, hook }: { table: TableState; hook: TableHook }) {
  const { you } = table;
  if (you === null) return null;
  if (hook.local || table.seats.some((seat) => seat.kind === "bot")) return <Again hook={hook} />;
  if (table.rematch !== null)
    return (
      <Link class="button primary" to={`/t/${table.rematch}`}>
        <Icon name="again" />
        {t("Go to the rematch")}
      </Link>
    );
  const open = table.offers.find(({ offer }) => offer === "rematch");
  if (open?.agreed.includes(you)) return <p role="status">{t("You asked for a rematch. It begins when your opponent agrees.")}</p>;
  return (
    <>
      {open && <p role="status">{t("{name} asks for a rematch.", { name: seatName(table.seats[open.by]) })}</p>}
      <button type="button" class="button primary" disabled={hook.page.pending !== null} onClick={() => hook.send({ command: "offer", offer: "rematch" })}>
        <Icon name="again" />
        {t("Rematch")}
      </button>
    </>
  );
}

/** Where it is one's turn, or else the start page; the rematch has a button of its own. */
function NextGame({ table }: { table: TableState }) {
  const next = turnsOf(useStore(ownTables).cards, table.id).find((card) => card.id !== table.rematch);
  return (
    <Link class="button" to={next ? `/t/${next.id}` : "/"}>
      <Icon name="forward" />
      {next ? t("Next game") : t("New game")}
    </Link>
  );
}
