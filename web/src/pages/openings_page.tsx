// The opening explorer: what was played in a position of the archive's games, and how these games ended. One walks in by
// playing and comes back by the moves above the list.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import { fetchOpenings, type OpeningMove, type Openings } from "../net/archive";
import type { Advice } from "../state/board_state";
import { boardsAfter, figures, kindName, kindOf, openingsPath, otherOptions, shares, type OpeningKind } from "../state/openings";
import { isSize } from "../state/board_size";
import { sizeField } from "../state/options";
import { SizeOption } from "../ui/option_fields";
import { readHash } from "../state/share";
import { kStart, lineThrough, nodeOf, treeOf } from "../state/tree";
import { Walker } from "../state/walker";
import { capitalised } from "../state/words";
import { coreText, refusedText } from "../lang/core_text";
import type { Core } from "../wasm/core";
import { problemText } from "../state/problem_text";
import type { SmallView } from "../state/board_picture";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { BoardPicture } from "../ui/board_picture";
import { EmptyList } from "../ui/empty_list";
import { Header } from "../ui/header";
import { IconButton } from "../ui/icon_button";
import { Link } from "../ui/link";
import { Message, Waiting } from "../ui/message";
import { go } from "../state/router";
import { useSettings } from "../state/settings_context";
import { TypeMove } from "../ui/type_move";
import { useCore } from "../state/use_core";
import { useKeys } from "../ui/use_keys";
import { pointText, previewText } from "../state/point_words";
import { useSteps } from "../boards/use_steps";
import "./account.css";
import "../ui/lists.css";
import "../ui/small_board.css";
import "../ui/workshop.css";
import { useTitle } from "../ui/use_title";
import { useHash } from "../ui/use_hash";
import { useBoardState, useLabels } from "../boards/use_board_state";
import { useEvent, useMount } from "../state/use_event";
import { fetchLibraries } from "../net/libraries";
import type { Game, View } from "../net/protocol";
import { libraryQuery, withPosition } from "../state/library_query";

export default function OpeningsPage({ id }: { id: string | null }) {
  const core = useCore();
  const [hash, follow] = useHash();
  useTitle(t("Opening explorer"));
  const found = useMemo(() => {
    if (!core) return null;
    const games = core.games().filter((game) => !game.hidden); // what is hidden has no openings
    const query = readHash(hash);
    const kind = kindOf(id ?? games[0]?.name ?? "", query, games);
    const start = kind && { game: kind.game, options: kind.options };
    const moves = (query.get("moves") ?? "").split(" ").filter((word) => word !== "");
    if (!kind || !start) return { problem: t("There is no game with this name.") };
    try {
      const record = moves.length > 0 ? core.readFile({ text: moves.join(" "), ...start }) : null;
      const walker = Walker.open(core, { format: "cairn-record", version: 2, ...start });
      const tree = treeOf(record?.record ?? { format: "cairn-record", version: 2, ...start, nodes: [{}] });
      if (record && record.cut > 0) {
        const [fault] = record.faults;
        return { problem: t("These moves are not legal: {why}", { why: fault ? coreText(fault) : "" }) };
      }
      return { kind, moves, walker, tree };
    } catch (error) {
      return { problem: problemText(error) };
    }
  }, [core, id, hash]);
  useEffect(() => () => found?.walker?.free(), [found]);
  if (found?.problem !== undefined) return <Message title={t("Opening not found")} text={found.problem} />;
  if (!core || !found?.walker) return <Waiting title={t("Opening explorer")} text={t("Setting up the board …")} />;
  const { kind, moves, walker, tree } = found;
  const show = (next: readonly string[], other: OpeningKind = kind) => {
    const path = openingsPath(other, next);
    const [page, rest] = path.split("#");
    if (page !== location.pathname) go(path);
    else history.pushState(null, "", `${page}${location.search}${rest ? `#${rest}` : ""}`); // one stays where one reads
    follow();
  };
  return <Explorer core={core} kind={kind} moves={moves} walker={walker} tree={tree} onShow={show} />;
}

interface Props {
  core: Core;
  kind: OpeningKind;
  moves: readonly string[];
  walker: Walker;
  tree: ReturnType<typeof treeOf>;
  onShow(moves: readonly string[], kind?: OpeningKind): void;
}

const kNoAdvice: readonly Advice[] = [];

function Explorer({ core, kind, moves, walker, tree, onShow }: Props) {
  const { settings } = useSettings();
  const handle = useRef<BoardHandle | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const line = useMemo(() => lineThrough(tree, kStart), [tree]);
  const stand = useMemo(() => walker.at(tree, line[line.length - 1] ?? kStart), [walker, tree, line]);
  const start = useMemo(() => walker.at(tree, kStart), [walker, tree]);
  const { view } = stand;
  const seat = view.next;
  const legal = useMemo(() => (seat === null ? [] : stand.legal(seat)), [stand, seat]);
  const { openings, problem } = useOpenings(kind, moves, () => setNotice(null));

  useKeys((way) => {
    if (moves.length > 0 && (way === "back" || way === "start")) onShow(way === "back" ? moves.slice(0, -1) : []);
  });

  const playWord = (word: string): boolean => {
    const checked = seat === null ? null : stand.check(seat, word);
    if (checked?.reason !== "") {
      setNotice(refusedText(word, checked?.reason ?? "game-over"));
      return false;
    }
    const side = view.to_act.length > 1 ? `${view.sides.find((one) => one.seat === seat)?.name ?? ""}:` : "";
    const spelled = legal.find((one) => one.toLowerCase() === word.toLowerCase()) ?? word;
    onShow([...moves, side + spelled]);
    return true;
  };
  const play = useSteps({ game: kind.game, view, rules: stand, legal, seat, settings: { ...settings, confirm: "never" }, play: (word) => void playWord(word) });
  const labels = useLabels(start.view, start);
  const boards = useMemo(
    () => (settings.thumbnails && openings ? boardsAfter(openings.next, stand, seat) : new Map<string, SmallView>()),
    [settings.thumbnails, openings, stand, seat],
  );
  const advice = useMemo(() => figures(openings?.next ?? [], play.places), [openings, play.places]);
  const state = useBoardState({ view, play, labels, advice: play.lifted ? kNoAdvice : advice });
  const spoken = play.cursor ? pointText(view, stand, play.cursor, play.preview) : "";
  const games = core.games().filter((game) => !game.hidden);
  const game = games.find((one) => one.name === kind.game);
  const mover = capitalised(t(view.sides.find((side) => side.seat === seat)?.name ?? ""));
  const words = line.flatMap((id) => nodeOf(tree, id).data.move?.[1] ?? []);
  const extra = legal.filter((word) => !/\d/.test(word));
  const there = new URLSearchParams({ new: kind.game, options: JSON.stringify(kind.options) });
  if (moves.length > 0) there.set("moves", moves.join(" "));
  return (
    <>
      <Header>
        <h1 class="table-title">
          {t("Opening explorer")}
          <span class="table-options">
            {game && t(game.title)} {view.columns} × {view.rows}
          </span>
        </h1>
      </Header>
      <main class="table">
        <div class="table-board">
          <BoardPanel state={state} view={view} replica={stand} play={play} handle={handle} spoken={spoken} />
        </div>
        <div class="table-side">
          <KindForm kind={kind} moves={moves} games={games} onShow={onShow} />
          <WayHere words={words} moves={moves} onShow={onShow} />
          {(notice || play.preview || spoken) && (
            <p class={`status ${notice ? "refused" : ""}`} role={notice ? "alert" : undefined} data-testid="status">
              {notice ?? (play.preview ? previewText(play.preview) : spoken)}
            </p>
          )}
          {!view.over && <TypeMove game={kind.game} view={view} mayPlay={seat !== null} extra={extra} onType={play.type} onPlay={playWord} />}
          <section class="panel" aria-labelledby="next-title">
            <h2 id="next-title">{t("Next moves")}</h2>
            <div role="status">
              {openings?.games === 0 && moves.length === 0 && !problem ? (
                <EmptyList show={view.levels > 1 ? "levels" : "lines"}>{countText(openings, true, mover, kind.library)}</EmptyList>
              ) : (
                <p class={problem ? "problem" : "quiet"}>{problem ?? countText(openings, moves.length === 0, mover, kind.library)}</p>
              )}
            </div>
            {openings && openings.next.length > 0 && <Moves next={openings.next} boards={boards} mover={mover} onPlay={playWord} />}
          </section>
          <p class="files quiet">
            <Link to={`/analysis#${there.toString()}`}>{t("Analyse this position")}</Link>
            <Link to={`/archive#${new URLSearchParams({ game: kind.game, ...(kind.options["size"] ? { size: kind.options["size"] } : {}) }).toString()}`}>
              {t("Games in the archive")}
            </Link>
            <Link to={positionPath(kind, view)}>{t("Games with this position")}</Link>
          </p>
        </div>
      </main>
    </>
  );
}

/** `onAsk`: the server is asked for another position. */
function useOpenings(kind: OpeningKind, moves: readonly string[], onAsk: () => void): { openings: Openings | null; problem: string | null } {
  const [told, setTold] = useState<{ of: string; openings: Openings } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const of = openingsPath(kind, moves);
  const ask = useEvent(() => {
    let gone = false;
    setProblem(null);
    onAsk();
    fetchOpenings(kindName(kind), moves, otherOptions(kind), kind.library ?? "").then(
      (openings) => gone || setTold({ of, openings }),
      (error: unknown) => gone || setProblem(problemText(error)),
    );
    return () => {
      gone = true;
    };
  });
  useEffect(() => ask(), [of, ask]);
  return { openings: told?.of === of ? told.openings : null, problem };
}

/** The games of its library that came through a position, or where one is chosen. */
function positionPath(kind: OpeningKind, view: View): string {
  const query = libraryQuery(withPosition(kind.game, kind.options["size"] !== undefined, view)).toString();
  return `/libraries${kind.library ? `/${kind.library}` : ""}#${query}`;
}

function countText(openings: Openings | null, atStart: boolean, mover: string, library: string | undefined): string {
  if (openings === null) return t("Counting …");
  if (openings.games > 0)
    return tn("{n} game continued from here. {mover} to move.", "{n} games continued from here. {mover} to move.", openings.games, { mover });
  if (library) return t("No game in the library {library} continued from this position.", { library });
  return atStart ? t("The archive has no games of this kind yet.") : t("No game in the archive continued from this position.");
}

function KindForm({ kind, moves, games, onShow }: Pick<Props, "kind" | "moves" | "onShow"> & { games: readonly Game[] }) {
  const game = games.find((one) => one.name === kind.game);
  const size = game && sizeField(game);
  const libraries = useLibraries();
  const known = kind.library && !libraries.includes(kind.library) ? [kind.library, ...libraries] : libraries;
  return (
    <section class="panel panel-form" aria-label={t("Game")}>
      <div class="opening-kind">
        <label class="option">
          <span class="option-name">{t("Game")}</span>
          <select
            value={kind.game}
            onChange={(event) => {
              const next = kindOf(event.currentTarget.value, new URLSearchParams(kind.library ? { library: kind.library } : {}), games);
              if (next) onShow([], next);
            }}
          >
            {games.map((one) => (
              <option value={one.name} key={one.name}>
                {t(one.title)}
              </option>
            ))}
          </select>
        </label>
        {size && (
          <SizeOption
            field={size}
            value={kind.options["size"] ?? size.fallback}
            onChange={(wished) => {
              if (isSize(wished, size)) onShow([], { ...kind, options: { size: wished } });
            }}
            title={t("Size")}
            commit
          />
        )}
        {known.length > 0 && (
          <label class="option">
            <span class="option-name">{t("Games counted")}</span>
            <select value={kind.library ?? ""} onChange={(event) => onShow(moves, inLibrary(kind, event.currentTarget.value))}>
              <option value="">{t("Archive")}</option>
              {known.map((name) => (
                <option value={name} key={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
    </section>
  );
}

const inLibrary = ({ game, options }: OpeningKind, library: string): OpeningKind => ({ game, options, ...(library ? { library } : {}) });

/** Their names; none where nobody knows. */
function useLibraries(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useMount(() => {
    fetchLibraries().then(
      ({ libraries }) => setNames(libraries.map((one) => one.name)),
      () => undefined, // then one counts those of the archive
    );
  });
  return names;
}

function WayHere({ words, moves, onShow }: Pick<Props, "moves" | "onShow"> & { words: readonly string[] }) {
  return (
    <section class="panel" aria-labelledby="way-title">
      <div class="panel-head">
        <h2 id="way-title">{t("Moves so far")}</h2>
        <div class="step-buttons">
          <IconButton small icon="first" label={t("Go to the start")} off={moves.length === 0} onClick={() => onShow([])} />
          <IconButton small icon="back" label={t("Previous move")} off={moves.length === 0} onClick={() => onShow(moves.slice(0, -1))} />
        </div>
      </div>
      {words.length === 0 ? (
        <p class="quiet">{t("Starting position. Play a move, or choose one from the list.")}</p>
      ) : (
        <ol class="tree-line" aria-label={t("Moves played")}>
          {words.map((word, i) => (
            <li key={i}>
              <button type="button" class="tree-move" aria-current={i === words.length - 1 ? "step" : undefined} onClick={() => onShow(moves.slice(0, i + 1))}>
                <span class="move-number">{i + 1}</span>
                <span class="move-word">{word}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

interface MovesProps {
  next: readonly OpeningMove[];
  boards: ReadonlyMap<string, SmallView>; // by move, where it leads
  mover: string;
  onPlay(word: string): boolean;
}

function Moves({ next, boards, mover, onPlay }: MovesProps) {
  return (
    <table class="openings">
      <caption class="unseen">{t("Moves for {mover}, with results", { mover })}</caption>
      <thead>
        <tr>
          <th scope="col">{t("Move")}</th>
          <th scope="col">{t("Games")}</th>
          <th scope="col">{t("Results for {mover}", { mover })}</th>
        </tr>
      </thead>
      <tbody>
        {next.map((move) => {
          const [won, drawn, lost] = shares(move);
          const board = boards.get(move.word);
          return (
            <tr key={move.word}>
              <th scope="row">
                <button type="button" class={board ? "tree-move opening-move" : "tree-move"} onClick={() => onPlay(move.word)}>
                  {board && (
                    <span class="small-board">
                      <BoardPicture view={board} />
                    </span>
                  )}
                  {move.word}
                </button>
              </th>
              <td class="opening-count">{move.games}</td>
              <td>
                <span class="opening-bar" aria-hidden="true">
                  <span class="opening-won" style={{ width: `${won}%` }} />
                  <span class="opening-drawn" style={{ width: `${drawn}%` }} />
                </span>
                <span class="opening-words">
                  {drawn > 0 ? t("{won} % won, {drawn} % drawn, {lost} % lost", { won, drawn, lost }) : t("{won} % won, {lost} % lost", { won, lost })}
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
