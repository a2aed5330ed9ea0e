// One game with comments: the board as it stood, the turns, and what there is to say of the one that is shown.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { msg, t } from "../lang/text";
import { analysisLink, commented, readReplay, turnAt, turnsOf } from "../state/replay";
import type { Replays } from "../skins/lesson";
import { kStart, lineThrough, movesTo, preorder } from "../state/tree";
import { Walker } from "../state/walker";
import type { Way } from "../state/work";
import { capitalised, resultText } from "../state/words";
import type { Core } from "../wasm/core";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { Told } from "../ui/happened";
import { Header } from "../ui/header";
import { IconButton } from "../ui/icon_button";
import type { IconName } from "../ui/icons";
import { Link } from "../ui/link";
import { Players } from "../ui/players";
import { ReplayTurns } from "../ui/replay_turns";
import { useSettings } from "../state/settings_context";
import { placeText } from "../ui/tree_list";
import { useExplainedMove, useTold } from "../ui/use_explained_move";
import { useKeys } from "../ui/use_keys";
import { EndOfGame } from "../ui/why_ended";
import { usePlay } from "../boards/use_play";
import { pointText } from "../state/point_words";
import "./replay.css";
import "../ui/workshop.css";
import { useBoardState, useLabels, useNumbers } from "../boards/use_board_state";

interface Props {
  core: Core;
  replays: Replays;
  index: number; // of the game
  title: string;
  onShow(hash: string): void;
}

const kWays: { way: Way; icon: IconName; label: string }[] = [
  { way: "start", icon: "first", label: msg("Go to the start") },
  { way: "previous", icon: "up", label: msg("Previous comment") },
  { way: "back", icon: "back", label: msg("Previous move") },
  { way: "forward", icon: "forward", label: msg("Next move") },
  { way: "next", icon: "down", label: msg("Next comment") },
  { way: "end", icon: "last", label: msg("Go to the end of this line") },
];

export function ReplayBoard({ core, replays, index, title, onShow }: Props) {
  const { settings } = useSettings();
  const handle = useRef<BoardHandle | null>(null);
  const [ply, setPly] = useState(0);
  const game = replays.games[index] as Replays["games"][number];
  const tree = useMemo(() => readReplay(core, replays.game, game), [core, replays.game, game]);
  const turns = useMemo(() => turnsOf(tree), [tree]);
  const nodes = useMemo(() => preorder(tree), [tree]); // by ply: there are no variations
  const walker = useMemo(() => Walker.open(core, tree.head), [core, tree]);
  useEffect(() => () => walker.free(), [walker]);
  const stand = useMemo(() => walker.at(tree, nodes[ply] ?? kStart), [walker, tree, nodes, ply]);
  const captured = useMemo(() => nodes.map((id) => walker.at(tree, id).captured), [walker, tree, nodes]);
  const start = useMemo(() => walker.at(tree, kStart), [walker, tree]);
  const { view } = stand;
  const end = nodes.length - 1;

  const target = (way: Way): number | null => {
    if (way === "next" || way === "previous") return commented(game, turns, ply, way);
    const to = { start: 0, back: ply - 1, forward: ply + 1, end }[way];
    return to === ply || to < 0 || to > end ? null : to;
  };
  const walk = (way: Way) => setPly(target(way) ?? ply);
  useKeys(walk);

  const play = usePlay({ view, rules: stand, seat: null, settings, play: () => undefined });
  const labels = useLabels(start.view, start);
  const moves = useMemo(() => movesTo(tree, nodes[ply] ?? kStart), [tree, nodes, ply]);
  const numbers = useNumbers(moves, view, stand);
  const named = useMemo(() => ({ ...settings, coordinates: true }), [settings]);
  const explain = useExplainedMove({ led: stand.led, view, rules: stand, seat: null });
  const told = useTold(explain, null);
  const state = useBoardState({ view, play, labels, settings: named, numbers, shades: told.shades });
  const seats = useMemo(
    () =>
      [...view.sides].sort((a, b) => a.seat - b.seat).map((side) => ({ name: game.players[side.seat] ?? capitalised(t(side.name)), kind: "guest" as const })),
    [view.sides, game],
  );
  const number = turnAt(turns, ply);
  const turn = turns[number - 1];
  const side = t(view.sides.find((one) => one.seat === turn?.seat)?.name ?? "");
  const comment = game.comments[number];
  const next = replays.games[index + 1];
  return (
    <>
      <Header>
        <h1 class="table-title">
          {t(game.title)}
          <span class="table-options">{title}</span>
        </h1>
      </Header>
      <main class="table">
        <div class={`table-board ${explain.on ? "explaining" : ""}`}>
          <BoardPanel
            state={state}
            view={view}
            replica={stand}
            play={play}
            handle={handle}
            spoken={play.cursor ? pointText(view, stand, play.cursor, null) : ""}
          >
            <Told on={explain.on} told={told} />
          </BoardPanel>
        </div>
        <div class="table-side">
          <div class="walk" role="group" aria-label={t("Go through the moves")}>
            {kWays.map(({ way, icon, label }) => (
              <IconButton key={way} icon={icon} label={t(label)} off={target(way) === null} onClick={() => walk(way)} />
            ))}
          </div>
          <section class="card lesson" aria-labelledby="comment-title">
            <p class="quiet" data-testid="place">
              {placeText(tree, nodes[ply] ?? kStart, lineThrough(tree, kStart))}
            </p>
            <h2 id="comment-title">{turn ? t("Turn {number}, {side}", { number, side }) : t("Start")}</h2>
            <div aria-live="polite" data-testid="comment">
              {comment === undefined ? <p class="quiet">{t("No comment on this turn.")}</p> : <p>{t(comment)}</p>}
              {view.over && <p class="lesson-task">{resultText(view)}</p>}
            </div>
          </section>
          <EndOfGame view={view} />
          <Players table={{ seats, you: null, thinking: false, clock: null }} view={view} />
          <ReplayTurns turns={turns} captured={captured} sides={view.sides} comments={game.comments} at={number} onShow={setPly} />
          <p class="files quiet">
            <Link to={analysisLink(replays.game, game, ply)}>{t("Open on the analysis board")}</Link>
            {next && (
              <a
                href={`#${index + 2}`}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onShow(String(index + 2));
                }}
              >
                {t("Next: {title}", { title: t(next.title) })}
              </a>
            )}
            <Link to={`/learn/${replays.game}-games`}>{t("All games with comments")}</Link>
          </p>
          <p class="quiet replay-keys">{t("Arrow keys: left and right go move by move, up and down from comment to comment.")}</p>
        </div>
      </main>
    </>
  );
}
