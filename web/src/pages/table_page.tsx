// A table: the board, who plays, the moves, and everything a player can do.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import type { TableState, View } from "../net/protocol";
import type { Labels } from "../state/board_state";
import { adviceOf, lineOf, markSign, ownersOf } from "../state/analysis";
import { boardState } from "../state/board_model";
import { makeLabels } from "../state/labels";
import { deedLabel, listedText, type About } from "../state/move_words";
import { numbersOf } from "../state/numbers";
import { mayPlay } from "../state/table";
import { reasonText } from "../lang/core_text";
import { AgreementPanel } from "../ui/agreement_panel";
import { AnalysisPanel } from "../ui/analysis_panel";
import { Announcer } from "../ui/announcer";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { FormationPanel } from "../ui/formation_panel";
import { Header } from "../ui/header";
import { Icon } from "../ui/icons";
import { Invite } from "../ui/invite";
import { Message } from "../ui/message";
import { MoveList } from "../ui/move_list";
import { Offers } from "../ui/offers";
import { PlanPanel } from "../ui/plan_panel";
import { Players } from "../ui/players";
import { RefereePanel } from "../ui/referee_panel";
import { useSettings } from "../state/settings_context";
import { StatusLine } from "../ui/status_line";
import { Actions, Again, caption, Files, LinkLost } from "../ui/table_parts";
import { TalkPanel } from "../ui/talk_panel";
import { touchedText } from "../ui/touched";
import { TurnPanel } from "../ui/turn_panel";
import { TypeMove } from "../ui/type_move";
import { useAnalysis } from "../ui/use_analysis";
import { useBoard } from "../boards/use_board";
import { useKeptFocus } from "../ui/use_kept_focus";
import { useKeys } from "../ui/use_keys";
import { pointText, type Play } from "../boards/use_play";
import { useSteps } from "../boards/use_steps";
import { useTable, type TableHook } from "../state/use_table";
import { ViewOptions } from "../ui/view_options";

const kWays = ["start", "back", "forward", "end"] as const;

export function TablePage({ id, local }: { id: string; local: boolean }) {
  const hook = useTable(id, local);
  const { page } = hook;
  useEffect(() => {
    document.title = page.table ? `${t(page.table.title)} · Cairn` : "Cairn";
  }, [page.table?.title]);
  if (page.gone) return <Message title={t("No table here")} text={page.gone} />;
  if (!page.table)
    return (
      <>
        <Header />
        <main class="message">
          <h1 class="unseen">{t("Table")}</h1>
          <p class="quiet" aria-live="polite">
            {page.link === "lost" ? t("The server does not answer. Trying again …") : t("Fetching the table …")}
          </p>
        </main>
      </>
    );
  return <Table table={page.table} hook={hook} />;
}

function Table({ table, hook }: { table: TableState; hook: TableHook }) {
  const { page, replica, send, join, say } = hook;
  const { settings, dark } = useSettings();
  const [review, setReview] = useState<number | null>(null);
  const [known, setKnown] = useState(0); // how many moves there were when one began to look back
  const [peel, setPeel] = useState<number | null>(null);
  const handle = useRef<BoardHandle | null>(null);
  const stand = table.moves.length;
  const reviewing = review !== null && review < stand && replica !== null && !replica.blind;
  const view: View = reviewing ? replica.viewAt(review) : table.view;
  const open = mayPlay(page) && !reviewing;

  // What is taken back is no more to be looked at; what is new waits.
  useEffect(() => {
    setReview((at) => (at !== null && at >= stand ? null : at));
    setKnown((count) => Math.min(count, stand));
  }, [stand]);

  const use = useBoard(hook, table, view, open, reviewing, settings);
  const { surface, turn, planning, forming } = use;
  const play = useSteps({ ...surface, refuse: (word, reason) => say(refusedText(word, reason)) });
  const { lifted } = play;
  const seen = surface.view;
  const ahead = surface.seat !== null && !open && planning === null && !use.marking; // a premove is chosen

  const labels = useMemo<Labels | null>(
    () => (replica ? makeLabels(replica.start, (point) => replica.name(point)) : null),
    [replica === null, table.id],
  );
  // What is pointed at is newer than what went wrong before.
  const pointedAt = play.preview?.place.word ?? (play.selected ?? play.cursor ?? lifted)?.join() ?? null;
  const aimed = useRef(pointedAt);
  useLayoutEffect(() => {
    if (pointedAt === null || pointedAt === aimed.current) return;
    aimed.current = pointedAt;
    say(null);
  }, [pointedAt]);
  const ply = reviewing ? review : stand;
  const analysis = useAnalysis(hook, ply);
  const { found, focus } = analysis;
  const advice = useMemo(() => adviceOf(found), [found]);
  const line = useMemo(() => lineOf(found, focus, view.sides), [found, focus, view.sides]);
  const owners = useMemo(() => (settings.ownership ? ownersOf(found, view) : []), [found, view, settings.ownership]);
  const numbers = useMemo(() => (replica && settings.numbers ? numbersOf(table.moves.slice(0, ply), seen, (at) => replica.name(at)) : []), [replica, settings.numbers, table.moves, ply, seen]);
  const state = useMemo(
    () =>
      boardState({
        view: seen,
        places: play.places,
        preview: surface.ghost ? play.preview : null,
        selected: play.selected,
        cursor: play.cursor ?? lifted,
        labels,
        settings: lifted ? { ...settings, hints: true } : settings, // where it may go
        peel,
        dark,
        advice,
        line,
        owners,
        numbers,
        own: use.marks,
        planned: use.planned,
      }),
    [seen, surface, numbers, use.marks, use.planned, play.places, play.preview, play.selected, play.cursor, lifted, labels, settings, peel, dark, advice, line, owners],
  );

  const stuck = play.selected && !lifted && turn && replica ? t("{name}: you cannot step with this piece now.", { name: replica.name(play.selected) }) : null;
  const touched = stuck ?? touchedText(seen, replica, play);
  const spoken = play.cursor && replica ? pointText(seen, surface.rules ?? replica, play.cursor, play.preview) : "";
  // What has a panel of its own needs no button here.
  const phase = table.view.facts["phase"];
  const agreeing = phase === "agreement" && !table.view.over && table.you !== null;
  const extra = useMemo(() => (open && !agreeing && !forming ? table.legal.filter((word) => !/\d/.test(word)) : []), [open, table.legal, agreeing, forming]);
  const busy = page.pending !== null;
  const stepped = table.view.surface === "squares" && replica !== null && !replica.blind;
  const turnOf = (at: number): string => replica?.viewAt(at - 1).facts["turn"] ?? "";
  const about = (at: number): About => ({ surface: table.view.surface, unmarked: replica?.plies[at - 1]?.unmarked ?? false });
  const show = (to: number) => {
    if (!reviewing) setKnown(stand);
    setReview(to >= stand ? null : Math.max(0, to));
  };
  useKeys((way) => replica && !replica.blind && show({ start: 0, back: ply - 1, forward: ply + 1, end: table.moves.length, previous: ply, next: ply }[way]), undefined, kWays, table.you !== null && !table.view.over && !reviewing);

  // What is pointed at on the board also chooses the candidate whose line is shown.
  const pointing: Play = {
    ...play,
    hover: (at) => {
      play.hover(at);
      if (found) analysis.point(at);
    },
    tap: (picked, touch) => {
      say(null);
      if (found && !open) analysis.point(picked?.on === "spot" ? picked.at : null);
      play.tap(picked, touch);
    },
    cancel: () => {
      say(null);
      play.cancel();
    },
  };

  const sendWord = (word: string) => send({ command: "play", word });
  const playWord = (word: string): boolean => {
    const aside = forming !== null || use.marking; // what is typed is meant for the game
    const by = aside ? table.you : surface.seat;
    const rules = aside ? replica : surface.rules;
    const checked = rules && by !== null && !replica?.blind ? rules.check(by, word) : null;
    if (checked && checked.reason !== "") {
      say(refusedText(stepped ? word : word.toUpperCase(), checked.reason));
      return false;
    }
    if (aside) sendWord(word);
    else surface.play(word);
    return true;
  };

  const deeds = useRef<HTMLDivElement | null>(null);
  const status = useRef<HTMLDivElement | null>(null);
  useKeptFocus(deeds, status, busy);

  return (
    <>
      <Header>
        <h1 class="table-title">
          {t(table.title)}
          <span class="table-options">{caption(table)}</span>
        </h1>
      </Header>
      <main class="table">
        <div class="table-board">
          {page.link !== "live" && <LinkLost connecting={page.link === "connecting"} />}
          <BoardPanel state={state} view={seen} replica={replica} play={pointing} handle={handle} spoken={spoken} touched={touched} />
        </div>
        <div class="table-side">
          <Players table={table} view={view} />
          <div class="deeds" ref={deeds}>
            <StatusLine
              page={page}
              play={play}
              pointed={touched ?? (table.view.over ? null : spoken || null)}
              reviewing={reviewing}
              fresh={stand - known}
              ahead={ahead}
              onLive={() => setReview(null)}
              box={status}
            >
              {table.you !== null && <Again hook={hook} />}
            </StatusLine>
            {play.words.length > 0 && (
              <div class="buttons" role="group" aria-label={lifted ? t("With this piece") : t("The turn")}>
                {play.words.map((word) => (
                  <button type="button" class="button" key={word} onClick={() => playWord(word)}>
                    {deedLabel(word)}
                  </button>
                ))}
              </div>
            )}
            {!reviewing && <TurnPanel table={table} turn={turn} busy={busy} onSend={(words) => send({ command: "play", words })} />}
            {forming && <FormationPanel table={table} forming={forming} busy={busy} stale={page.stale} onPlay={sendWord} />}
            {agreeing && <AgreementPanel table={table} replica={replica} busy={busy} stale={page.stale} onPlay={sendWord} />}
            {hook.hidden && !table.view.over && <RefereePanel table={table} replica={replica} marking={use.marking} onMarking={use.setMarking} />}
            <Offers table={table} busy={busy} send={send} />
            {!table.view.over && table.you !== null && (
              <TypeMove view={view} mayPlay={open || planning !== null} extra={extra} onType={play.type} onPlay={playWord} />
            )}
            <PlanPanel table={table} use={use} busy={busy} onPlan={(plan) => send({ command: "plan", plan })} />
            <Invite table={table} onJoin={join} />
            {table.you === null && !table.seats.some((seat) => seat.kind === "open") && (
              <p class="quiet watching">
                <Icon name="eye" /> {t("You are watching.")}
              </p>
            )}
            <Actions table={table} hidden={hook.hidden} busy={busy} send={send} />
          </div>
          <MoveList
            moves={table.moves}
            sides={view.sides}
            captures={(ply) => replica?.plies[ply - 1]?.captured ?? []}
            listed={(move, at) => listedText(move, about(at))}
            mark={(at) => markSign(analysis.moves[at]?.mark)}
            {...(stepped ? { turnOf } : {})}
            shown={ply}
            canReview={replica !== null && !replica.blind}
            onShow={show}
          />
          {hook.talk && <TalkPanel key={table.id} talk={hook.talk} table={table} />}
          {analysis.allowed && replica && (
            <AnalysisPanel
              analysis={analysis}
              view={view}
              start={replica.start}
              ply={ply}
              plies={table.moves.length}
              onShow={show}
            />
          )}
          <ViewOptions view={view} peel={peel} onPeel={setPeel} />
          {!hook.local && table.moves.length > 0 && (table.view.over || !hook.hidden) && <Files table={table} />}
        </div>
      </main>
      <Announcer table={table} captures={(ply) => replica?.plies[ply - 1]?.captured ?? []} about={about} />
    </>
  );
}

const refusedText = (word: string, reason: string): string => `${word}: ${reasonText(reason)}`;
