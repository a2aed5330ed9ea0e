// An engine looks at the table: at the shown position while it is shown, and once over all moves for the graph. What it
// found stays when one steps through the moves or stops it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import type { TaskRunner } from "../engine/client";
import { engine } from "../engine/engine";
import type { Chances, Found, FromWorker, GameRecord } from "../engine/messages";
import type { TableState, View } from "../net/protocol";
import { adviceOf, lineOf, ownersOf, recordUpTo } from "../state/analysis";
import { samePoint } from "../state/points";
import { againstBot } from "../state/table";
import { withoutResignations } from "../state/win_lines";
import type { ReportedMove } from "../wasm/engine";
import type { TableHook } from "../state/use_table";
import { useEvent } from "../state/use_event";
import { useSettings } from "../state/settings_context";

const kSeconds = 60; // on one position
const kReportSeconds = 0.5; // on each of the game's
const kMostKept = 400; // positions
const kLeaving = ["resign", "timeout", "forfeit"];

export interface AnalysisHook {
  engine: string; // the name of one's own; "": that in the browser
  allowed: boolean;
  why: string | null; // why nothing is told of the position shown
  on: boolean;
  thinking: boolean; // about the position shown
  found: Found | null; // of it
  moves: readonly ReportedMove[]; // by ply; 0 is the start
  chances: readonly Chances[]; // the same of more than two players
  reported: number | null; // moves looked at so far, while it goes on
  complete: boolean; // all moves were looked at
  graph: boolean; // the whole game can be looked at
  problem: string | null;
  focus: number | null; // the candidate whose line is shown
  start(): void;
  stop(): void;
  look(candidate: number | null): void;
  point(at: readonly [number, number, number] | null): void; // at a candidate's place on the board
}

/** What the board shows of it. */
export function useAdvice({ found, focus }: AnalysisHook, view: View) {
  const { settings } = useSettings();
  const advice = useMemo(() => adviceOf(found), [found]);
  const line = useMemo(() => lineOf(found, focus, view.sides), [found, focus, view.sides]);
  const owners = useMemo(() => (settings.ownership ? ownersOf(found, view) : []), [found, view, settings.ownership]);
  return { advice, line, owners };
}

/** What is to be looked at: a game as it was played, and how far. */
export interface Looked {
  start: Omit<GameRecord, "moves">;
  record: readonly { seat: number; word: string }[] | null; // null: not known
  ply: number; // how many of the record's moves, resignations among them
  seats: number;
  allowed: boolean;
  seat: number | null; // who alone may know what is thought about; null: everybody
  why: string | null; // why nothing is told of this position
  graph: boolean; // the whole game is looked at, too
  source?: AnalysisSource; // who analyses; else the engine in the browser
}

/** An engine that analyses. */
export interface AnalysisSource {
  name: string; // of one's own engine; "": that in the browser
  rates: boolean; // it tells win rates
  graph: boolean; // it can look at a whole game
  runner(): TaskRunner;
}

const kInBrowser: AnalysisSource = { name: "", rates: true, graph: true, runner: engine };

export function useAnalysis({ page, record, hidden }: TableHook, ply: number): AnalysisHook {
  const table = page.table as TableState;
  const over = table.view.over;
  const live = ply === table.moves.length;
  const yours = table.you !== null && table.view.to_act.includes(table.you);
  const allowed = record !== null && (over || (againstBot(table) && !table.rated));
  // While something is hidden only the player's own view may be thought about: now, and when it is his turn.
  const secret = hidden && !over;
  const options = JSON.stringify(table.options);
  const start = useMemo(() => ({ game: table.game, options: JSON.parse(options) as TableState["options"] }), [table.game, options]);
  const hook = useEngine({
    start,
    record,
    ply: recordUpTo(record ?? [], ply).length,
    seats: table.seats.length,
    allowed,
    seat: secret ? table.you : null,
    why: secret && !(live && yours) ? t("Until the game ends, you can analyse only your own turn.") : null,
    graph: allowed && !hidden,
  });
  return { ...hook, chances: withoutResignations(hook.chances) };
}

export function useEngine({ start, record, ply, seats, allowed, seat, why, graph: wished, source = kInBrowser }: Looked): AnalysisHook {
  const [on, setOn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [focus, setFocus] = useState<number | null>(null);
  const two = seats === 2;
  // Of two a resignation ends the game: the position before it is the last to think about.
  const moves = useMemo(() => record?.filter((move) => !two || !kLeaving.includes(move.word)) ?? [], [record, two]);
  // A secret record is longer than what its viewer counts.
  const shown = seat !== null ? moves.length : Math.min(ply, moves.length);
  const graph = wished && source.graph;
  const from = useMemo(() => JSON.stringify([source.name, start]), [source.name, start]);
  const words = moves.map((move) => `${move.seat}:${move.word}`);
  const key = [from, ...words.slice(0, shown)].join(" ");
  const game: GameRecord | null = record && { ...start, moves: moves.map(({ seat: by, word }) => ({ seat: by, word })) };
  const fail = (error: string | null) => {
    if (error === null) return;
    setProblem(error);
    setOn(false);
  };
  useEffect(() => setFocus(null), [key]);
  const ready = allowed && why === null;
  const { thinking, found: best } = useThinking(source, on && ready ? game : null, key, shown, seat, fail);
  const { report, reporting, complete } = useReport(source, on && graph ? game : null, from, words, two, fail);

  const found = ready ? best : null;
  const reportedHere = graph && report.from === from;
  return {
    engine: source.name,
    allowed,
    why,
    on,
    thinking,
    found,
    moves: reportedHere ? report.moves : [],
    chances: reportedHere ? report.chances : [],
    complete: reportedHere && complete,
    graph,
    reported: reporting ? Math.max(0, Math.max(report.moves.length, report.chances.length) - 1) : null,
    problem,
    focus,
    start: () => {
      setProblem(null);
      setOn(true);
    },
    stop: () => setOn(false),
    look: setFocus,
    point: (at) => {
      const index = found?.steps.findIndex((steps) => at !== null && samePoint(steps[0]?.at ?? null, at)) ?? -1;
      setFocus(index < 0 ? null : index);
    },
  };
}

type Fail = (error: string | null) => void;

/** Thinks about the position after `shown` moves of the game, `key` by name, while there is one. */
function useThinking(source: AnalysisSource, game: GameRecord | null, key: string, shown: number, seat: number | null, fail: Fail) {
  const [thinking, setThinking] = useState(false);
  const [, redraw] = useState(0);
  const known = useRef(new Map<string, Found>());
  const think = useEvent(() => {
    if (!game) return;
    setThinking(true);
    const hear = (message: FromWorker) => {
      if (message.type !== "analysis") return;
      // What was seen of this position before stands until more is seen of it.
      if (message.found.visits >= (known.current.get(key)?.visits ?? 0)) known.current.set(key, message.found);
      if (known.current.size > kMostKept) known.current.delete(known.current.keys().next().value as string);
      redraw((count) => count + 1);
    };
    const end = (error: string | null) => {
      setThinking(false);
      fail(error);
    };
    const running = source
      .runner()
      .run({ kind: "analyse", record: game, ply: shown, seconds: kSeconds, ...(seat === null ? {} : { seat }) }, { on: hear, end });
    return () => {
      running.stop();
      setThinking(false);
    };
  });
  const idle = game === null;
  useEffect(() => think(), [idle, key, think]);
  return { thinking, found: known.current.get(key) ?? null };
}

/** Looks at all moves of the game, while there is one: at those that were not looked at before. */
function useReport(source: AnalysisSource, game: GameRecord | null, from: string, words: string[], two: boolean, fail: Fail) {
  const [reporting, setReporting] = useState(false);
  const [, redraw] = useState(0);
  const report = useRef<{ from: string; words: string[]; moves: ReportedMove[]; chances: Chances[] }>({ from: "", words: [], moves: [], chances: [] });
  const look = useEvent(() => {
    if (!game) return;
    const { current } = report;
    let same = 0;
    if (current.from !== from) Object.assign(current, { from, words: [], moves: [], chances: [] });
    while (same < words.length && words[same] === current.words[same]) ++same;
    const told: unknown[] = two ? current.moves : current.chances;
    told.length = Math.min(told.length, same + 1);
    current.words = words;
    if (told.length > words.length) return;
    setReporting(true);
    const hear = (message: FromWorker) => {
      if (message.type === "move") current.moves[message.move.ply] = message.move;
      else if (message.type === "chances") current.chances[message.chances.at] = message.chances;
      else return;
      redraw((count) => count + 1);
    };
    const end = (error: string | null) => {
      setReporting(false);
      fail(error);
    };
    const running = source.runner().run({ kind: two ? "report" : "chances", record: game, from: told.length, seconds: kReportSeconds }, { on: hear, end });
    return () => {
      running.stop();
      setReporting(false);
    };
  });
  const whole = [from, ...words].join(" ");
  const idle = game === null;
  useEffect(() => look(), [idle, whole, look]);
  const { current } = report;
  const looked = (two ? current.moves : current.chances).length;
  const complete = looked > words.length && whole === [current.from, ...current.words].join(" ");
  return { report: current, reporting, complete };
}
