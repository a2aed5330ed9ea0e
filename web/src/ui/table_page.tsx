// A table: the board, who plays, the moves, and everything a player can do.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import type { TableState, View } from "../net/protocol";
import type { Labels } from "../scene/board_state";
import { adviceOf, lineOf, markSign, ownersOf } from "../state/analysis";
import { boardState, groupAt } from "../state/board_model";
import { ruleText } from "../state/clock";
import { makeLabels } from "../state/labels";
import { optionTitle } from "../state/options";
import { againstBot, mayPlay } from "../state/table";
import { inSentence, moveText, reasonText, resultText } from "../state/words";
import { AnalysisPanel } from "./analysis_panel";
import type { BoardHandle } from "./board";
import { BoardPanel } from "./board_panel";
import { Header } from "./header";
import { Icon } from "./icons";
import { Invite } from "./invite";
import { Link } from "./link";
import { Message } from "./message";
import { MoveList } from "./move_list";
import { Ask, Offers } from "./offers";
import { Players } from "./players";
import { go } from "./router";
import { useSettings } from "./settings_context";
import { StatusLine } from "./status_line";
import { TypeMove } from "./type_move";
import { useAnalysis } from "./use_analysis";
import { pointText, type Play } from "./use_play";
import { useSteps } from "./use_steps";
import { useTable, type TableHook } from "./use_table";
import { ViewOptions } from "./view_options";

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
  const [peel, setPeel] = useState<number | null>(null);
  const handle = useRef<BoardHandle | null>(null);
  const reviewing = review !== null && replica !== null && !replica.blind;
  const view: View = reviewing ? replica.viewAt(review) : table.view;
  const open = mayPlay(page) && !reviewing;

  useEffect(() => setReview(null), [table.moves.length]);

  const play = useSteps({ view, rules: replica, legal: table.legal, seat: open ? table.you : null, settings, play: (word) => send("play", word) });
  const { lifted } = play;

  const labels = useMemo<Labels | null>(
    () => (replica ? makeLabels(replica.start, (point) => replica.name(point)) : null),
    [replica === null, table.id],
  );
  const ply = reviewing ? review : table.moves.length;
  const analysis = useAnalysis(hook, ply);
  const { found, focus } = analysis;
  const advice = useMemo(() => adviceOf(found), [found]);
  const line = useMemo(() => lineOf(found, focus), [found, focus]);
  const owners = useMemo(() => (settings.ownership ? ownersOf(found, view) : []), [found, view, settings.ownership]);
  const state = useMemo(
    () =>
      boardState({
        view,
        places: play.places,
        preview: play.preview,
        selected: play.selected,
        cursor: play.cursor ?? lifted,
        labels,
        settings: lifted ? { ...settings, hints: true } : settings, // where it may go
        peel,
        dark,
        advice,
        line,
        owners,
      }),
    [view, play.places, play.preview, play.selected, play.cursor, lifted, labels, settings, peel, dark, advice, line, owners],
  );

  const group = play.selected && groupAt(view, play.selected);
  const groupText = group
    ? t("{side} group: {pieces}, {freedoms}", { side: t(view.sides[group.side]?.name ?? ""), pieces: tn("{n} ball", "{n} balls", group.pieces.length), freedoms: tn("{n} freedom", "{n} freedoms", group.freedoms.length) })
    : null;
  const liftedText = lifted && replica ? t("{name}: choose where it goes.", { name: replica.name(lifted) }) : null;
  const spoken = play.cursor && replica ? pointText(view, replica, play.cursor, play.preview) : "";
  const extra = useMemo(() => (open ? table.legal.filter((word) => !/\d/.test(word)) : []), [open, table.legal]);

  // What is pointed at on the board also chooses the candidate whose line is shown.
  const pointing: Play = {
    ...play,
    hover: (at) => {
      play.hover(at);
      if (found) analysis.point(at);
    },
    tap: (picked, touch) => {
      if (found && !open) analysis.point(picked?.on === "spot" ? picked.at : null);
      play.tap(picked, touch);
    },
  };

  const playWord = (word: string): boolean => {
    const checked = replica && !replica.blind && table.you !== null ? replica.check(table.you, word) : null;
    if (checked && checked.reason !== "") {
      say(`${word.toUpperCase()}: ${reasonText(checked.reason)}`);
      return false;
    }
    send("play", word);
    return true;
  };

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
          <BoardPanel state={state} view={view} replica={replica} play={pointing} handle={handle} spoken={spoken} />
        </div>
        <div class="table-side">
          <Players table={table} view={view} />
          <StatusLine
            page={page}
            play={play}
            pointed={liftedText ?? groupText ?? (spoken || null)}
            reviewing={reviewing && review !== table.moves.length}
            onLive={() => setReview(null)}
          >
            {table.you !== null && <Again hook={hook} />}
          </StatusLine>
          {play.words.length > 0 && (
            <div class="buttons" role="group" aria-label={t("With this piece")}>
              {play.words.map((word) => (
                <button type="button" class="button" key={word} onClick={() => playWord(word)}>
                  {word}
                </button>
              ))}
            </div>
          )}
          <Offers table={table} busy={page.pending !== null} send={send} />
          {!table.view.over && table.you !== null && (
            <TypeMove mayPlay={open} extra={extra} onType={play.type} onPlay={playWord} />
          )}
          <Invite table={table} onJoin={join} />
          {table.you === null && !table.seats.some((seat) => seat.kind === "open") && (
            <p class="quiet watching">
              <Icon name="eye" /> {t("You are watching.")}
            </p>
          )}
          <Actions table={table} hidden={hook.hidden} busy={page.pending !== null} send={send} />
          {analysis.allowed && replica && (
            <AnalysisPanel
              analysis={analysis}
              view={view}
              start={replica.start}
              ply={ply}
              plies={table.moves.length}
              onShow={(to) => setReview(to >= table.moves.length ? null : to)}
            />
          )}
          <ViewOptions view={view} peel={peel} onPeel={setPeel} />
          <MoveList
            moves={table.moves}
            captures={(ply) => replica?.plies[ply - 1]?.captured ?? []}
            mark={(at) => markSign(analysis.moves[at]?.mark)}
            shown={ply}
            canReview={replica !== null && !replica.blind}
            onShow={(ply) => setReview(ply >= table.moves.length ? null : ply)}
          />
          {!hook.local && table.moves.length > 0 && (table.view.over || !hook.hidden) && <Files id={table.id} over={table.view.over} />}
        </div>
      </main>
      <Announcer table={table} captures={(ply) => replica?.plies[ply - 1]?.captured ?? []} />
    </>
  );
}

/** "4 × 4, swap": what is special about this game. */
function caption(table: TableState): string {
  const { columns, rows } = table.view;
  const others = Object.entries(table.options)
    .filter(([name, value]) => value === "yes" && name !== "size")
    .map(([name]) => inSentence(optionTitle(name)));
  const clock = table.clock ? [ruleText(table.clock.rule)] : [];
  return [`${columns} × ${rows}`, ...others, ...clock].join(", ");
}

function LinkLost({ connecting }: { connecting: boolean }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 900); // a short break needs no words
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <p class="link-lost" role="status">
      {connecting ? t("Connecting …") : t("Connection lost. Trying again; nothing is lost.")}
    </p>
  );
}

interface ActionsProps {
  table: TableState;
  hidden: boolean; // the game hides something: nothing is taken back
  busy: boolean;
  send: TableHook["send"];
}

function Actions({ table, hidden, busy, send }: ActionsProps) {
  const [asking, setAsking] = useState(false);
  if (table.you === null || table.view.over) return null;
  const undoable = againstBot(table) && table.moves.some((move) => move.seat === table.you) && !table.thinking;
  return (
    <div class="actions">
      {againstBot(table) && !hidden && (
        <button type="button" class="button" disabled={busy || !undoable} onClick={() => send("undo")}>
          <Icon name="undo" />
          {t("Undo")}
        </button>
      )}
      <Ask table={table} hidden={hidden} busy={busy} send={send} />
      {asking ? (
        <>
          <button
            type="button"
            class="button danger"
            onClick={() => {
              setAsking(false);
              send("resign");
            }}
          >
            {t("Yes, resign")}
          </button>
          <button type="button" class="button" onClick={() => setAsking(false)}>
            {t("Play on")}
          </button>
        </>
      ) : (
        <button type="button" class="button" disabled={busy} onClick={() => setAsking(true)}>
          <Icon name="flag" />
          {t("Resign")}
        </button>
      )}
    </div>
  );
}

/** The game to take home. */
function Files({ id, over }: { id: string; over: boolean }) {
  const link = (form: string, name: string) => (
    <a href={`/api/tables/${id}/game.${form}`} download={`cairn-${id}.${form}`}>
      {name}
    </a>
  );
  return (
    <p class="files quiet">
      {t("Save this game:")} {link("sgf", "SGF")} {link("json", "JSON")} {link("txt", t("text"))}
      {over && <Link to={`/analysis/${id}`}>{t("Analyse")}</Link>}
    </p>
  );
}

/** The same game once more, with the seats exchanged. */
function Again({ hook }: { hook: TableHook }) {
  const { settings } = useSettings();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const again = async () => {
    setBusy(true);
    try {
      go(await hook.again(settings.name));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t("That did not work."));
      setBusy(false);
    }
  };
  return (
    <>
      {problem && <span role="alert">{problem}</span>}
      <button type="button" class="button primary" disabled={busy} onClick={again}>
        <Icon name="again" />
        {t("Play again")}
      </button>
    </>
  );
}

/** Says each new move, and the result, to screen readers. */
function Announcer({ table, captures }: { table: TableState; captures(ply: number): readonly string[] }) {
  const said = useRef(table.moves.length);
  const [words, setWords] = useState("");
  useEffect(() => {
    const fresh = table.moves.slice(said.current).map((move, i) => moveText(move, captures(said.current + i + 1)));
    if (table.moves.length < said.current) fresh.push(t("Moves taken back."));
    said.current = table.moves.length;
    if (table.view.over) fresh.push(resultText(table.view) + ".");
    if (fresh.length > 0) setWords(fresh.join(" "));
  }, [table.version]);
  return (
    <p class="unseen" aria-live="polite" data-testid="announcer">
      {words}
    </p>
  );
}
