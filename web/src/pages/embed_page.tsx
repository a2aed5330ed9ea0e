// A board to be shown in pages of other sites: who plays, how it stands, and the moves to walk through. Nothing can be
// done here but look, and every link leads out of the frame.
import { useRef, useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import type { TableState } from "../net/protocol";
import type { Link } from "../net/table_connection";
import { resultText, turnText } from "../state/words";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { IconButton } from "../ui/icon_button";
import { Players } from "../ui/players";
import { useSettings } from "../state/settings_context";
import { LinkLost } from "../ui/table_parts";
import { useCore } from "../state/use_core";
import { useExplainedMove, useLed, useTold } from "../ui/use_explained_move";
import { useKeys } from "../ui/use_keys";
import { usePlay } from "../boards/use_play";
import { pointText } from "../state/point_words";
import { siteName } from "../state/site_name";
import { useReplica } from "../state/use_table";
import { useWatch } from "../ui/use_watch";
import "./embed.css";
import { useTitle } from "../ui/use_title";
import { useBoardState, useLabels } from "../boards/use_board_state";

export default function EmbedPage({ id }: { id: string }) {
  const page = useWatch(id);
  useTitle(page.table ? t(page.table.title) : "");
  if (page.table) return <Watched table={page.table} link={page.link} />;
  return (
    <main class="embed">
      <h1 class="unseen">{t("Game##one that is played")}</h1>
      <p class="embed-waiting" aria-live="polite">
        {page.gone ?? (page.link === "lost" ? t("The server is not responding. Trying again …") : t("Loading the game …"))}
      </p>
    </main>
  );
}

function Watched({ table, link }: { table: TableState; link: Link }) {
  const { settings } = useSettings();
  const replica = useReplica(useCore(), table);
  const handle = useRef<BoardHandle | null>(null);
  const [back, setBack] = useState<number | null>(null); // null: the newest position
  const walkable = replica !== null && !replica.blind;
  const plies = table.moves.length;
  const ply = walkable && back !== null && back < plies ? back : plies;
  const view = walkable && ply < plies ? replica.viewAt(ply) : table.view;
  const show = (to: number) => setBack(to >= plies ? null : Math.max(0, to));
  useKeys((way) => walkable && show({ start: 0, back: ply - 1, forward: ply + 1, end: plies, previous: ply, next: ply }[way]), undefined, [
    "start",
    "back",
    "forward",
    "end",
  ]);

  const play = usePlay({ view, rules: replica, seat: null, settings, play: () => undefined });
  const labels = useLabels(replica?.start, replica);
  const explain = useExplainedMove({ led: useLed(replica, table.game, ply), view, rules: replica, seat: null });
  const told = useTold(explain, null);
  const state = useBoardState({ view, play, labels, shades: told.shades });
  const steps = [
    { icon: "first", label: t("Go to the start"), to: 0 },
    { icon: "back", label: t("Previous move"), to: ply - 1 },
    { icon: "forward", label: t("Next move"), to: ply + 1 },
    { icon: "last", label: t("Go to the latest move"), to: plies },
  ] as const;
  const anybody = { ...table, you: null };
  const stands = table.view.over ? resultText(table.view) : turnText(anybody);
  const place =
    ply === plies
      ? tn("{n} move", "{n} moves", plies)
      : ply === 0
        ? t("Start (move 0 of {all})", { all: plies })
        : t("Move {ply} of {all}", { ply, all: plies });
  const captured = replica?.plies[ply - 1]?.captured.length ?? 0;
  return (
    <main class="embed">
      <h1 class="unseen">{t(table.title)}</h1>
      <Players table={{ ...anybody, rated: false }} view={view} />
      <div class="embed-board">
        {link === "lost" && <LinkLost connecting={false} />}
        <BoardPanel
          state={state}
          view={view}
          replica={replica}
          play={play}
          handle={handle}
          spoken={play.cursor && replica ? pointText(view, replica, play.cursor, null) : ""}
        />
      </div>
      <p class="embed-status" role="status" data-testid="status">
        {told.shown && captured > 0 && !view.over ? told.shown.text : <strong>{stands}</strong>} <span class="quiet">{place}</span>
      </p>
      <div class="embed-foot">
        <div class="step-buttons" role="group" aria-label={t("Go through the moves")}>
          {steps.map((step) => (
            <IconButton
              key={step.icon}
              icon={step.icon}
              label={step.label}
              off={!walkable || step.to < 0 || step.to > plies || step.to === ply}
              onClick={() => show(step.to)}
            />
          ))}
        </div>
        <a class="embed-link" href={`/t/${table.id}`} target="_blank" rel="noopener">
          {t("Open on {site}", { site: siteName() })}
        </a>
      </div>
    </main>
  );
}
