// A table: the board, who plays, the moves, and everything a player can do.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import type { TableState, View } from "../net/protocol";
import { listedText, type About } from "../state/move_words";
import { mayPlay } from "../state/table";
import { refusedText } from "../lang/core_text";
import { AnalysisPanel } from "../ui/analysis_panel";
import { Announcer } from "../ui/announcer";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { EndPanel } from "../ui/end_panel";
import { Happened } from "../ui/happened";
import { Header } from "../ui/header";
import { HintCard } from "../ui/hint_card";
import { Message, Waiting } from "../ui/message";
import { MoveList } from "../ui/move_list";
import { Players } from "../ui/players";
import { useSettings } from "../state/settings_context";
import { StatusLine } from "../ui/status_line";
import { caption, Files, LinkLost } from "../ui/table_parts";
import { TalkPanel } from "../ui/talk_panel";
import { touchedText } from "../ui/touched";
import { useAdvice, useAnalysis, type AnalysisHook } from "../ui/use_analysis";
import { useBoard } from "../boards/use_board";
import { useExplained } from "../ui/use_explained";
import { useFirsts, useHints } from "../ui/use_hints";
import { useKeys } from "../ui/use_keys";
import { pointText } from "../state/point_words";
import { useSteps, type StepPlay } from "../boards/use_steps";
import { useTable, type TableHook } from "../state/use_table";
import { ViewOptions } from "../ui/view_options";
import { useTitle } from "../ui/use_title";
import { useZen } from "../ui/zen";
import type { Shade } from "../state/explain";
import { markSign } from "../state/analysis";
import { useBoardState, useLabels, useNumbers } from "../boards/use_board_state";
import { Deeds } from "../ui/deeds";
import type { Replica } from "../state/replica";
import { hasSteps, turnNumber } from "../state/steps";

const kNoShades: readonly Shade[] = [];
const kWays = ["start", "back", "forward", "end"] as const;

export function TablePage({ id, local }: { id: string; local: boolean }) {
  const hook = useTable(id, local);
  const { page } = hook;
  useTitle(page.table ? t(page.table.title) : "");
  if (page.gone) return <Message title={t("Game not found")} text={page.gone} />;
  if (!page.table)
    return (
      <Waiting
        title={t("Game##one that is played")}
        text={page.link === "lost" ? t("The server is not responding. Trying again …") : t("Loading the game …")}
      />
    );
  return <Table table={page.table} hook={hook} />;
}

function Table({ table, hook }: { table: TableState; hook: TableHook }) {
  const { page, replica, send, say } = hook;
  const { settings } = useSettings();
  const [peel, setPeel] = useState<number | null>(null);
  const handle = useRef<BoardHandle | null>(null);
  const status = useRef<HTMLDivElement | null>(null);
  const { reviewing, ply, fresh, show } = useReview(table, replica);
  const view: View = reviewing && replica ? replica.viewAt(ply) : table.view;
  const open = mayPlay(page) && !reviewing;
  const use = useBoard(hook, table, view, open, reviewing, settings);
  const { surface, planning } = use;
  const explain = useExplained({ table, replica, view, ply, reviewing, use, on: settings.explain });
  const { forget } = explain;
  const refuse = (word: string, reason: string, by = surface.seat, rules = surface.rules) =>
    say(explain.refuse(word, by, rules) ? null : refusedText(word, reason));
  const play = useSteps({ ...surface, game: table.game, refuse });
  const seen = surface.view;
  const zen = useZen(Boolean(play.chosen || play.selected || play.lifted));

  const labels = useLabels(replica?.start, replica);
  // What is pointed at is newer than what went wrong before.
  const pointedAt = play.preview?.place.word ?? (play.selected ?? play.cursor ?? play.lifted)?.join() ?? null;
  const aimed = useRef(pointedAt);
  useLayoutEffect(() => {
    if (pointedAt === null || pointedAt === aimed.current) return;
    aimed.current = pointedAt;
    say(null);
    forget();
  }, [pointedAt, say, forget]);
  const analysis = useAnalysis(hook, ply);
  const advised = useAdvice(analysis, view);
  const moves = useMemo(() => table.moves.slice(0, ply), [table.moves, ply]);
  const numbers = useNumbers(moves, seen, replica);
  const preview = surface.ghost ? play.preview : null;
  const pointed = explain.pointed(play);
  const refereed = settings.explain && hook.hidden ? page.notice : null; // the core knows no more of it than the referee says
  const refused = explain.refused ?? (refereed === null ? null : { text: refereed, heard: refereed, shades: kNoShades });
  const shown = refused ?? pointed ?? explain.happened;
  const hinting = useHints({ table, use, play, open, hidden: hook.hidden, on: settings.explain, gone: explain.happened?.shades ?? kNoShades });
  useFirsts(table, hook.local !== null);
  const shades = hinting?.marked ? hinting.shades : shown?.shades;
  const state = useBoardState({ view: seen, play, labels, preview, peel, ...advised, numbers, own: use.marks, planned: use.planned, shades });

  const stuck =
    play.selected && !play.lifted && use.turn && replica ? t("{name}: this piece has no legal step now.", { name: replica.name(play.selected) }) : null;
  const touched = stuck ?? touchedText(seen, replica, play);
  const spoken =
    play.cursor && replica
      ? pointed
        ? `${replica.name(play.cursor)}: ${pointed.heard}`
        : pointText(seen, surface.rules ?? replica, play.cursor, play.preview)
      : "";
  const stepped = hasSteps(table.view) && replica !== null && !replica.blind;
  const turnOf = (at: number): string => (replica ? turnNumber(replica.viewAt(at - 1)) : "");
  const about = (at: number): About => ({ game: table.game, unmarked: replica?.plies[at - 1]?.unmarked ?? false });
  const captures = (at: number) => replica?.plies[at - 1]?.captured ?? [];

  const quiet = () => {
    say(null);
    forget();
  };
  const playWord = (word: string): boolean => {
    const aside = use.forming !== null || use.marking; // what is typed is meant for the game
    const by = aside ? table.you : surface.seat;
    const rules = aside ? replica : surface.rules;
    const checked = rules && by !== null && !replica?.blind ? rules.check(by, word) : null;
    if (checked && checked.reason !== "") {
      refuse(stepped ? word : word.toUpperCase(), checked.reason, by, rules);
      return false;
    }
    if (aside) send({ command: "play", word });
    else surface.play(word);
    return true;
  };

  return (
    <>
      <Header>
        <h1 class="table-title">
          {t(table.title)}
          <span class="table-options">{caption(table, hook.game)}</span>
        </h1>
      </Header>
      <main class="table">
        <div class={`table-board ${settings.explain ? "explaining" : ""}`}>
          {page.link !== "live" && <LinkLost connecting={page.link === "connecting"} />}
          <BoardPanel
            state={state}
            view={seen}
            replica={replica}
            play={pointing(play, analysis, quiet, open)}
            handle={handle}
            spoken={spoken}
            touched={touched}
          >
            {settings.explain && <Happened explained={shown} kind={shown === explain.happened ? "told" : "refused"} alert={shown === refused} />}
          </BoardPanel>
        </div>
        <div class="table-side">
          {hinting && <HintCard hinting={hinting} game={table.game} refuge={status} />}
          <Players table={table} view={view} />
          <Deeds table={table} hook={hook} view={view} use={use} play={play} open={open} reviewing={reviewing} onPlay={playWord} refuge={status}>
            <StatusLine
              page={refereed === null ? page : { ...page, notice: null }}
              play={play}
              pointed={touched ?? (table.view.over ? null : spoken || null)}
              reviewing={reviewing}
              fresh={fresh}
              explained={pointed !== null}
              ahead={surface.seat !== null && !open && planning === null && !use.marking} // a premove is chosen
              onLive={() => show(table.moves.length)}
              box={status}
            />
          </Deeds>
          {table.view.over && <EndPanel table={table} hook={hook} analysis={analysis} onShow={show} />}
          <MoveList
            moves={table.moves}
            sides={view.sides}
            captures={captures}
            listed={(move, at) => listedText(move, about(at))}
            mark={(at) => markSign(analysis.moves[at]?.mark)}
            {...(stepped ? { turnOf } : {})}
            shown={ply}
            canReview={replica !== null && !replica.blind}
            onShow={show}
          />
          {hook.talk && <TalkPanel key={table.id} talk={hook.talk} table={table} />}
          {analysis.allowed && replica && (
            <AnalysisPanel analysis={analysis} view={view} start={replica.start} ply={ply} plies={table.moves.length} onShow={show} />
          )}
          <ViewOptions view={view} peel={peel} onPeel={setPeel} onZen={() => zen.set(true)} />
          {!hook.local && table.moves.length > 0 && (table.view.over || !hook.hidden) && <Files table={table} />}
          {zen.on && (
            <button type="button" class="button small zen-leave" ref={zen.leave} onClick={() => zen.set(false)}>
              {t("Leave zen mode")}
            </button>
          )}
        </div>
      </main>
      <Announcer table={table} captures={captures} about={about} heard={explain.heard} />
    </>
  );
}

/** Looking back at a game that goes on meanwhile. */
function useReview(table: TableState, replica: Replica | null) {
  const [review, setReview] = useState<number | null>(null);
  const [known, setKnown] = useState(0); // how many moves there were when one began to look back
  const stand = table.moves.length;
  const walkable = replica !== null && !replica.blind;
  const reviewing = review !== null && review < stand && walkable;
  const ply = reviewing ? review : stand;
  // What is taken back is no more to be looked at; what is new waits.
  useEffect(() => {
    setReview((at) => (at !== null && at >= stand ? null : at));
    setKnown((count) => Math.min(count, stand));
  }, [stand]);
  const show = (to: number) => {
    if (!reviewing) setKnown(stand);
    setReview(to >= stand ? null : Math.max(0, to));
  };
  useKeys(
    (way) => walkable && show({ start: 0, back: ply - 1, forward: ply + 1, end: stand, previous: ply, next: ply }[way]),
    undefined,
    kWays,
    table.you !== null && !table.view.over && !reviewing,
  );
  return { reviewing, ply, fresh: stand - known, show };
}

/** What is pointed at on the board also chooses the candidate whose line is shown. */
function pointing(play: StepPlay, { found, point }: AnalysisHook, quiet: () => void, open: boolean): StepPlay {
  return {
    ...play,
    hover: (at) => {
      play.hover(at);
      if (found) point(at);
    },
    tap: (picked, touch) => {
      quiet();
      if (found && !open) point(picked?.on === "spot" ? picked.at : null);
      play.tap(picked, touch);
    },
    cancel: () => {
      quiet();
      play.cancel();
    },
  };
}
