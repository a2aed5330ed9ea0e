// The analysis board: a game with variations and notes, the engine beside it, files and studies.
import { useMemo, useReducer, useRef, useState } from "preact/hooks";
import { dateText, msg, phrases, t } from "../lang/text";
import type { GameRecord } from "../net/records";
import type { Study, StudyWish } from "../net/studies";
import type { Advice } from "../state/board_state";
import { dropDraft } from "../state/drafts";
import { openWork, reduceWork } from "../state/work";
import { kStart, lineOf, preorder, recordOf, type Tree } from "../state/tree";
import { changedFlags, gameOf } from "../state/terms";
import { capitalised } from "../state/words";
import type { Core } from "../wasm/core";
import { AnalysisPanel } from "../ui/analysis_panel";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { FormationPanel } from "../ui/formation_panel";
import { ExportFile, ImportFile, SaveStudy } from "../ui/game_files";
import { Told } from "../ui/happened";
import { Header } from "../ui/header";
import { NewBoard } from "../ui/new_board";
import { NodeNotes } from "../ui/node_notes";
import { OwnEngine, useOwnEngine } from "../ui/own_engine";
import { Players } from "../ui/players";
import { ReportStudy } from "../ui/report_study";
import { useSettings } from "../state/settings_context";
import { placeText, TreeList } from "../ui/tree_list";
import { TypeMove } from "../ui/type_move";
import { useAdvice, useEngine, type AnalysisHook } from "../ui/use_analysis";
import { formingSurface, useForming, type Surface } from "../boards/use_board";
import { useTold } from "../ui/use_explained_move";
import { useKeys } from "../ui/use_keys";
import { pointText } from "../state/point_words";
import { useSteps, type StepPlay } from "../boards/use_steps";
import { ViewOptions } from "../ui/view_options";
import { EndOfGame } from "../ui/why_ended";
import "../ui/workshop.css";
import { useBoardState, useLabels, useNumbers } from "../boards/use_board_state";
import type { Game, Side } from "../net/protocol";
import { FromHere, KeysHelp, MoverChoice, Restored, Standing, toldMove, WalkBar } from "./analysis_parts";
import { useDraft, useLine, useMovesTo, useStand, useTried } from "./use_work";

/** What was put on the board, and where it came from. */
export interface Opened {
  record: GameRecord;
  at: number; // the node to look at, in the record's order
  study: Study | null;
  table: string | null; // the finished table whose game it is
  draft: boolean; // it was not saved when it was left
}

interface Props {
  core: Core;
  opened: Opened;
  onSave(wish: StudyWish, record: GameRecord, at: number, asNew: boolean): Promise<void>;
}

const kPlayers = [msg("First player"), msg("Second player"), msg("Third player"), msg("Fourth player")];
const kNoAdvice: readonly Advice[] = [];

export function AnalysisBoard({ core, opened, onSave }: Props) {
  const { settings } = useSettings();
  const [work, act] = useReducer(reduceWork, opened, ({ record, at }) => openWork(record, at));
  const { tree, place } = work;
  const [saved, setSaved] = useState<Tree | null>(opened.draft ? null : tree);
  const [restored, setRestored] = useState(opened.draft && opened.study !== null);
  const [peel, setPeel] = useState<number | null>(null);
  const handle = useRef<BoardHandle | null>(null);
  const { stand, start, seat, legal, chooseSeat } = useStand(core, tree, place.at);
  const { view } = stand;
  const line = useMemo(() => lineOf(tree, place), [tree, place]);
  const changed = tree !== saved;
  const { study } = opened;
  useDraft(tree, place, opened, changed);
  useKeys(
    (way) => act({ type: "walk", way }),
    (redo) => act({ type: redo ? "redo" : "undo" }),
  );

  const { notice, explain, refuse, quiet, playWord } = useTried({ stand, at: place.at, seat, act });
  const sat = useMemo(() => ({ view, you: seat }), [view, seat]);
  const forming = useForming(tree.head.game, sat, view, seat !== null);
  const surface = useMemo<Surface>(() => {
    const base = { view, rules: stand, legal, seat, settings, ghost: true, play: (word: string) => void playWord(word) };
    return forming && seat !== null ? formingSurface(base, forming, seat) : base;
  }, [view, stand, legal, seat, settings, forming, playWord]);
  const seen = surface.view;
  const play = useSteps({ ...surface, game: tree.head.game, refuse });
  const told = useTold(explain, forming ? null : play.preview);

  const seats = useMemo(() => seatsOf(tree, view.sides), [tree, view.sides]);
  const looked = useLine(tree, line, place.at);
  const game = gameOf(core.games(), tree.head.game);
  const hidden = game?.hidden ?? false;
  const ownEngine = useOwnEngine();
  const analysis = useEngine({
    start: looked.start,
    record: hidden ? looked.record.slice(0, looked.ply) : looked.record,
    ply: looked.ply,
    seats: view.sides.length,
    allowed: true,
    seat: hidden ? seat : null,
    why: null,
    graph: !hidden && looked.record.length > 0,
    ...(ownEngine && !hidden ? { source: ownEngine } : {}),
  });
  const { advice, ...advised } = useAdvice(analysis, view);
  const labels = useLabels(start.view, start);
  const numbers = useNumbers(useMovesTo(tree, place.at), view, stand);
  const state = useBoardState({
    view: seen,
    play,
    labels,
    peel,
    ...advised,
    advice: play.lifted ? kNoAdvice : advice,
    numbers,
    shades: forming ? undefined : told.shades,
  });
  const spoken = play.cursor ? pointText(seen, stand, play.cursor, play.preview) : "";
  const record = () => recordOf(tree);
  const save = async (wish: StudyWish, asNew: boolean) => {
    await onSave(wish, record(), preorder(tree).indexOf(place.at), asNew);
    setSaved(tree);
    setRestored(false);
    dropDraft(localStorage, asNew ? null : (study?.id ?? null));
  };
  const load = (next: GameRecord) => act({ type: "load", record: next });
  return (
    <>
      <Header>
        <h1 class="table-title">
          {study ? study.name : t("Analysis")}
          <span class="table-options">{caption(game, tree, start.view.columns, start.view.rows, study)}</span>
        </h1>
      </Header>
      <main class="table">
        <div class={`table-board ${explain.on ? "explaining" : ""}`}>
          <BoardPanel state={state} view={seen} replica={stand} play={pointing(play, analysis, quiet)} handle={handle} spoken={spoken}>
            <Told on={explain.on} told={told} />
          </BoardPanel>
        </div>
        <div class="table-side">
          <WalkBar work={work} line={line} act={act} />
          {restored && (
            <Restored
              onDrop={() => {
                dropDraft(localStorage, study?.id ?? null);
                if (study) load(study.record);
                setRestored(false);
              }}
            />
          )}
          <Players table={{ seats, you: null, thinking: false, clock: null }} view={view} />
          <Standing notice={notice} view={seen} stand={stand} seat={seat} play={play} spoken={spoken} explained={told.pointed !== null} onPlay={playWord} />
          <EndOfGame view={view} />
          {view.to_act.length > 1 && !view.over && <MoverChoice view={view} seat={seat} onChoose={chooseSeat} />}
          {forming && <FormationPanel table={{ ...sat, seats, legal }} forming={forming} busy={false} stale={0} onPlay={playWord} />}
          {!view.over && (
            <TypeMove
              game={tree.head.game}
              view={view}
              mayPlay={seat !== null}
              extra={forming ? [] : legal.filter((word) => !/\d/.test(word))}
              onType={play.type}
              onPlay={playWord}
            />
          )}
          <section class="panel" aria-labelledby="tree-title">
            <div class="panel-head">
              <h2 id="tree-title">{t("Moves")}</h2>
              <span class="quiet" data-testid="place">
                {placeText(tree, place.at, line)}
              </span>
            </div>
            <TreeList tree={tree} at={place.at} sides={start.view.sides} onGo={(id) => act({ type: "show", id })} />
          </section>
          <NodeNotes tree={tree} at={place.at} act={act} />
          <AnalysisPanel
            analysis={analysis}
            view={view}
            start={start.view}
            ply={looked.ply}
            plies={looked.record.length}
            onShow={(ply) => act({ type: "show", id: looked.nodes[ply] ?? kStart })}
          />
          {!hidden && <OwnEngine />}
          {game && !hidden && <FromHere core={core} game={game} looked={looked} view={view} />}
          <ExportFile core={core} record={record} />
          <SaveStudy key={study?.id ?? ""} study={study} changed={changed} name={`${t(game?.title ?? tree.head.game)}, ${dateText(Date.now())}`} save={save} />
          <ImportFile
            core={core}
            record={record}
            onOpen={(next) => {
              load(next);
              quiet();
            }}
          />
          <NewBoard key={tree.head.game} core={core} game={tree.head.game} onSetUp={load} />
          <ViewOptions view={view} peel={peel} onPeel={setPeel} />
          {study && !study.yours && <ReportStudy study={study.id} />}
          <KeysHelp />
        </div>
      </main>
      <p class="unseen" aria-live="polite" data-testid="announcer">
        {toldMove(tree, place.at, stand)}
      </p>
    </>
  );
}

const pointing = (play: StepPlay, { found, point }: AnalysisHook, quiet: () => void): StepPlay => ({
  ...play,
  tap: (picked, touch) => {
    quiet();
    play.tap(picked, touch);
  },
  hover: (at) => {
    play.hover(at);
    if (found) point(at);
  },
});

function seatsOf({ head }: Tree, sides: readonly Side[]) {
  return [...sides]
    .sort((a, b) => a.seat - b.seat)
    .map((side) => {
      const { name, rank } = head.players?.[side.seat] ?? {};
      return { name: name ? `${name}${rank ? ` ${rank}` : ""}` : t(kPlayers[side.seat] ?? "") || capitalised(t(side.name)), kind: "guest" as const };
    });
}

function caption(game: Game | undefined, tree: Tree, columns: number, rows: number, study: Study | null): string {
  return phrases([
    `${t(game?.title ?? "")} ${columns} × ${rows}`,
    ...changedFlags(game, tree.head.options),
    ...(study && !study.yours ? [t("by {owner}", { owner: study.owner })] : []),
  ]);
}
