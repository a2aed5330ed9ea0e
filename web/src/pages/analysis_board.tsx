// The analysis board: a game with variations and notes, the engine beside it, files and studies.
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks";
import { dateText, msg, t, tx } from "../lang/text";
import type { GameRecord } from "../net/records";
import type { Study, StudyWish } from "../net/studies";
import type { Labels } from "../state/board_state";
import { adviceOf, lineOf as expected, ownersOf } from "../state/analysis";
import { boardState } from "../state/board_model";
import { dropDraft, keepDraft } from "../state/drafts";
import { makeLabels } from "../state/labels";
import { deedLabel } from "../state/move_words";
import { changedOptions, optionTitle } from "../state/options";
import { hasSiblings, openWork, reduceWork, type Way } from "../state/work";
import { numbersOf } from "../state/numbers";
import { kStart, lineOf, movesTo, nodeOf, pathTo, plyOf, preorder, recordOf, type Tree } from "../state/tree";
import { moverOf, Walker } from "../state/walker";
import { capitalised, inSentence, listText, resultText } from "../state/words";
import { reasonText } from "../lang/core_text";
import type { Core } from "../wasm/core";
import { AnalysisPanel } from "../ui/analysis_panel";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { FormationPanel } from "../ui/formation_panel";
import { ExportFile, ImportFile, SaveStudy } from "../ui/game_files";
import { Header } from "../ui/header";
import { IconButton } from "../ui/icon_button";
import { Icon, type IconName } from "../ui/icons";
import { NewBoard } from "../ui/new_board";
import { NodeNotes } from "../ui/node_notes";
import { Players } from "../ui/players";
import { ReportStudy } from "../ui/report_study";
import { useSettings } from "../state/settings_context";
import { touchedText } from "../ui/touched";
import { placeText, TreeList } from "../ui/tree_list";
import { TypeMove } from "../ui/type_move";
import { useEngine } from "../ui/use_analysis";
import { formingSurface, useForming, type Surface } from "../boards/use_board";
import { useKeys } from "../ui/use_keys";
import { pointText, previewText, type Play } from "../boards/use_play";
import { useSteps } from "../boards/use_steps";
import { ViewOptions } from "../ui/view_options";
import "../ui/workshop.css";

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

const kWays: { way: Way; icon: IconName; label: string }[] = [
  { way: "start", icon: "first", label: msg("To the start") },
  { way: "back", icon: "back", label: msg("One move back") },
  { way: "forward", icon: "forward", label: msg("One move on") },
  { way: "end", icon: "last", label: msg("To the end of this line") },
];
const kPlayers = [msg("First player"), msg("Second player"), msg("Third player"), msg("Fourth player")];
const kDraftMs = 400;

export function AnalysisBoard({ core, opened, onSave }: Props) {
  const { settings, dark } = useSettings();
  const [work, act] = useReducer(reduceWork, opened, ({ record, at }) => openWork(record, at));
  const { tree, place } = work;
  const [saved, setSaved] = useState<Tree | null>(opened.draft ? null : tree);
  const [notice, setNotice] = useState<string | null>(null);
  const [restored, setRestored] = useState(opened.draft && opened.study !== null);
  const [peel, setPeel] = useState<number | null>(null);
  const [actor, setActor] = useState<number | null>(null);
  const handle = useRef<BoardHandle | null>(null);

  const walker = useMemo(() => Walker.open(core, tree.head), [tree.head]);
  useEffect(() => () => walker.free(), [walker]);
  const stand = useMemo(() => walker.at(tree, place.at), [walker, tree, place.at]);
  const start = useMemo(() => walker.at(tree, kStart), [walker]);
  const { view } = stand;
  const mover = actor !== null && view.to_act.includes(actor) ? actor : moverOf(view);
  const seat = view.over ? null : mover;
  const line = useMemo(() => lineOf(tree, place), [tree, place]);
  const legal = useMemo(() => (seat === null ? [] : stand.legal(seat)), [stand, seat]);

  useLayoutEffect(() => setActor(null), [place.at]); // at once: the next choice may come before the browser paints
  useKeys((way) => act({ type: "walk", way }), (redo) => act({ type: redo ? "redo" : "undo" }));

  const changed = tree !== saved;
  const study = opened.study;
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => {
      const at = preorder(tree).indexOf(place.at);
      keepDraft(localStorage, study?.id ?? null, { record: recordOf(tree), at, version: study?.version ?? 0, table: opened.table });
      // What is kept now is not what the address tells any more.
      if (!study && (location.hash !== "" || location.pathname !== "/analysis")) history.replaceState(null, "", `/analysis${location.search}`);
    }, kDraftMs);
    return () => clearTimeout(timer);
  }, [tree, place, changed]);

  const playWord = (word: string): boolean => {
    const [, side, rest] = /^(\w+):(\w+)$/.exec(word) ?? [];
    const named = view.sides.find((one) => one.name === side?.toLowerCase() && view.to_act.includes(one.seat));
    const [by, what] = named && rest ? [named.seat, rest] : [seat, word];
    if (by === null) return false;
    const { reason } = stand.check(by, what);
    if (reason !== "") {
      setNotice(`${what}: ${reasonText(reason)}`);
      return false;
    }
    setNotice(null);
    const spelled = [...stand.legal(by)].find((one) => one.toLowerCase() === what.toLowerCase());
    act({ type: "play", seat: by, word: spelled ?? what });
    return true;
  };
  const sat = useMemo(() => ({ view, you: seat }), [view, seat]);
  const forming = useForming(sat, view, seat !== null && view.facts["phase"] === "arranging");
  const surface = useMemo<Surface>(() => {
    const base = { view, rules: stand, legal, seat, settings, ghost: true, play: (word: string) => void playWord(word) };
    return forming && seat !== null ? formingSurface(base, forming, seat) : base;
  }, [view, stand, legal, seat, settings, forming]);
  const seen = surface.view;
  const play = useSteps(surface);
  useLayoutEffect(() => setNotice(null), [place.at]);

  const seats = useMemo(
    () =>
      [...view.sides]
        .sort((a, b) => a.seat - b.seat)
        .map((side) => {
          const { name, rank } = tree.head.players?.[side.seat] ?? {};
          return { name: name ? `${name}${rank ? ` ${rank}` : ""}` : (t(kPlayers[side.seat] ?? "") || capitalised(t(side.name))), kind: "guest" as const };
        }),
    [tree.head, view.sides],
  );

  const looked = useLine(tree, line, place.at);
  const hidden = core.games().some((game) => game.name === tree.head.game && game.hidden);
  const analysis = useEngine({
    start: looked.start,
    record: hidden ? looked.record.slice(0, looked.ply) : looked.record,
    ply: looked.ply,
    seats: view.sides.length,
    allowed: true,
    seat: hidden ? seat : null,
    why: null,
    graph: !hidden && looked.record.length > 0,
  });
  const { found, focus } = analysis;
  const advice = useMemo(() => adviceOf(found), [found]);
  const steps = useMemo(() => expected(found, focus, view.sides), [found, focus, view.sides]);
  const owners = useMemo(() => (settings.ownership ? ownersOf(found, view) : []), [found, view, settings.ownership]);
  const labels = useMemo<Labels | null>(() => makeLabels(start.view, (point) => start.name(point)), [start]);
  const numbers = useMemo(() => (settings.numbers ? numbersOf(movesTo(tree, place.at), view, (point) => stand.name(point)) : []), [settings.numbers, tree, place.at, view, stand]);
  const state = useMemo(
    () =>
      boardState({
        view: seen,
        places: play.places,
        preview: play.preview,
        selected: play.selected,
        cursor: play.cursor ?? play.lifted,
        labels,
        settings: play.lifted ? { ...settings, hints: true } : settings,
        peel,
        dark,
        advice: play.lifted ? [] : advice,
        line: steps,
        owners,
        numbers,
      }),
    [seen, numbers, play.places, play.preview, play.selected, play.cursor, play.lifted, labels, settings, peel, dark, advice, steps, owners],
  );
  const pointing: Play = {
    ...play,
    hover: (at) => {
      play.hover(at);
      if (found) analysis.point(at);
    },
  };

  const spoken = play.cursor ? pointText(seen, stand, play.cursor, play.preview) : "";
  const others = legal.filter((word) => !/\d/.test(word));
  const here = nodeOf(tree, place.at);
  const lastMove = here.data.move;
  const told = lastMove && {
    ply: plyOf(tree, place.at),
    side: t(view.sides.find((side) => side.seat === lastMove[0])?.name ?? ""),
    word: lastMove[1],
    list: listText(stand.captured),
  };
  const toldMove = told && (stand.captured.length > 0 ? t("{ply} {side} {word}, captures {list}.", told) : t("{ply} {side} {word}.", told));
  const record = () => recordOf(tree);
  const title = t(core.games().find((game) => game.name === tree.head.game)?.title ?? tree.head.game);

  const asking = play.chosen && play.preview;
  return (
    <>
      <Header>
        <h1 class="table-title">
          {study ? study.name : t("Analysis")}
          <span class="table-options">{caption(core, tree, start.view.columns, start.view.rows, study)}</span>
        </h1>
      </Header>
      <main class="table">
        <div class="table-board">
          <BoardPanel state={state} view={seen} replica={stand} play={pointing} handle={handle} spoken={spoken} />
        </div>
        <div class="table-side">
          <div class="walk" role="group" aria-label={t("Walk through the moves")}>
            {kWays.map(({ way, icon, label }) => (
              <IconButton
                key={way}
                icon={icon}
                label={t(label)}
                off={way === "start" || way === "back" ? place.at === kStart : line[line.length - 1] === place.at}
                onClick={() => act({ type: "walk", way })}
              />
            ))}
            <IconButton icon="fork" label={t("Next variation here")} off={!hasSiblings(tree, place.at)} onClick={() => act({ type: "walk", way: "next" })} />
            <IconButton icon="undo" label={t("Undo the last change")} off={work.past.length === 0} onClick={() => act({ type: "undo" })} />
          </div>
          {restored && (
            <p class="status" role="status">
              <span class="status-words">{t("Changes that were not saved are here again.")}</span>
              <button
                type="button"
                class="button"
                onClick={() => {
                  dropDraft(localStorage, study?.id ?? null);
                  if (study) act({ type: "load", record: study.record });
                  setRestored(false);
                }}
              >
                {t("Let them go")}
              </button>
            </p>
          )}
          <Players table={{ seats, you: null, thinking: false, clock: null }} view={view} />
          <div class={`status ${asking && play.preview?.checked.reason !== "" ? "refused" : ""} ${notice ? "refused" : ""}`} data-testid="status">
            <span class="status-words" role={notice ? "alert" : undefined}>
              {notice ??
                (play.preview
                  ? previewText(play.preview)
                  : (touchedText(seen, stand, play) ?? (spoken || (view.over ? resultText(view) : turn(view.sides.find((side) => side.seat === seat)?.name)))))}
            </span>
            {asking && play.preview?.checked.reason === "" && (
              <button type="button" class="button primary" onClick={play.confirm}>
                <Icon name="check" />
                {t("Place")}
              </button>
            )}
            {(asking || play.lifted) && (
              <button type="button" class="button" onClick={play.cancel}>
                {t("Cancel")}
              </button>
            )}
            {play.words.map((word) => (
              <button type="button" class="button" key={word} onClick={() => playWord(word)}>
                {deedLabel(word)}
              </button>
            ))}
          </div>
          {view.to_act.length > 1 && !view.over && (
            <label class="row">
              <span>{t("Whose move it is")}</span>
              <select value={String(seat)} onChange={(event) => setActor(Number(event.currentTarget.value))}>
                {view.to_act.map((one) => (
                  <option value={String(one)} key={one}>
                    {capitalised(t(view.sides.find((side) => side.seat === one)?.name ?? ""))}
                  </option>
                ))}
              </select>
            </label>
          )}
          {forming && <FormationPanel table={{ ...sat, seats, legal }} forming={forming} busy={false} stale={0} onPlay={playWord} />}
          {!view.over && <TypeMove view={view} mayPlay={seat !== null} extra={forming ? [] : others} onType={play.type} onPlay={playWord} />}
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
          <ExportFile core={core} record={record} />
          <SaveStudy
            key={study?.id ?? ""}
            study={study}
            changed={changed}
            name={`${title}, ${dateText(Date.now())}`}
            save={async (wish, asNew) => {
              await onSave(wish, record(), preorder(tree).indexOf(place.at), asNew);
              setSaved(tree);
              setRestored(false);
              dropDraft(localStorage, asNew ? null : (study?.id ?? null));
            }}
          />
          <ImportFile
            core={core}
            record={record}
            onOpen={(next) => {
              act({ type: "load", record: next });
              setNotice(null);
            }}
          />
          <NewBoard key={tree.head.game} core={core} game={tree.head.game} onSetUp={(next) => act({ type: "load", record: next })} />
          <ViewOptions view={view} peel={peel} onPeel={setPeel} />
          {study && !study.yours && <ReportStudy study={study.id} />}
          <details class="panel">
            <summary>
              <h2>{t("Keys")}</h2>
            </summary>
            <ul class="keys">
              <li>
                {tx("{left} {right} a move back or on, {home} {end} to the start or the end of the line", {
                  left: <kbd>←</kbd>,
                  right: <kbd>→</kbd>,
                  home: <kbd>Home</kbd>,
                  end: <kbd>End</kbd>,
                })}
              </li>
              <li>
                {tx("{up} {down} the other variations of this move", { up: <kbd>↑</kbd>, down: <kbd>↓</kbd> })}
              </li>
              <li>
                {tx("{ctrl} {z} takes the last change back, with {shift} brings it again", {
                  ctrl: <kbd>{t("Ctrl")}</kbd>,
                  z: <kbd>Z</kbd>,
                  shift: <kbd>{t("Shift")}</kbd>,
                })}
              </li>
              <li>{t("When the board was reached with Tab, arrows move over its places and Enter plays.")}</li>
            </ul>
          </details>
        </div>
      </main>
      <p class="unseen" aria-live="polite" data-testid="announcer">
        {toldMove
          ? `${toldMove} ${here.data.comment ?? ""}`
          : t("The start.")}
      </p>
    </>
  );
}

const turn = (side: string | undefined) => (side ? t("{capitalised} to move", { capitalised: capitalised(t(side)) }) : t("Nobody is to move"));

function caption(core: Core, tree: Tree, columns: number, rows: number, study: Study | null): string {
  const game = core.games().find((one) => one.name === tree.head.game);
  const special = Object.entries(game ? changedOptions(game, tree.head.options) : {})
    .filter(([name, value]) => name !== "size" && (value === "yes" || value === "no"))
    .map(([name, value]) => value === "yes" ? inSentence(optionTitle(name)) : t("no {title}", { title: inSentence(optionTitle(name)) }));
  return [`${t(game?.title ?? "")} ${columns} × ${rows}`, ...special, ...(study && !study.yours ? [t("by {owner}", { owner: study.owner })] : [])].join(", ");
}

/** The line on which one walks as the engine takes it: from the start, or from the last position that was set up. */
function useLine(tree: Tree, line: readonly number[], at: number) {
  const path = pathTo(tree, at);
  const set = path.filter((id) => nodeOf(tree, id).data.position).pop();
  const from = set ?? kStart;
  const { game, options, position } = tree.head;
  const later = set === undefined ? undefined : nodeOf(tree, set).data.position;
  const start = useMemo(
    () => ({ game, options, ...(position ? { position } : {}), ...(later ? { later } : {}) }),
    [tree.head, later],
  );
  const tail = line.slice(line.indexOf(from));
  const next = tail.findIndex((id, i) => i > 0 && nodeOf(tree, id).data.position);
  const part = next < 0 ? tail : tail.slice(0, next);
  const moving = part.filter((id) => nodeOf(tree, id).data.move);
  const text = moving.map((id) => nodeOf(tree, id).data.move?.join(":")).join(" ");
  const record = useMemo(
    () => moving.map((id) => ({ seat: nodeOf(tree, id).data.move?.[0] ?? 0, word: nodeOf(tree, id).data.move?.[1] ?? "" })),
    [text, start],
  );
  const shown = part.slice(0, part.indexOf(at) + 1).filter((id) => nodeOf(tree, id).data.move).length;
  return { start, record, ply: shown, nodes: [moving.includes(from) ? kStart : from, ...moving] };
}
