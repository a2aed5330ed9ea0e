// What stands beside the analysis board: the buttons that walk, how it stands, whose move it is, the keys.
import type { StepPlay } from "../boards/use_steps";
import { msg, t, tx } from "../lang/text";
import type { Game, View } from "../net/protocol";
import { startLocalGame } from "../state/local_play";
import { go } from "../state/router";
import { useSettings } from "../state/settings_context";
import type { Core } from "../wasm/core";
import type { Line } from "./use_work";
import { libraryQuery, withPosition } from "../state/library_query";
import { previewText } from "../state/point_words";
import { kStart, nodeOf, plyOf, type Tree } from "../state/tree";
import type { Stand } from "../state/walker";
import { capitalised, listText, resultText } from "../state/words";
import { hasSiblings, type Way, type Work, type WorkAction } from "../state/work";
import { IconButton } from "../ui/icon_button";
import { Icon, type IconName } from "../ui/icons";
import { Link } from "../ui/link";
import { touchedText } from "../ui/touched";

const kWays: { way: Way; icon: IconName; label: string }[] = [
  { way: "start", icon: "first", label: msg("Go to the start") },
  { way: "back", icon: "back", label: msg("Previous move") },
  { way: "forward", icon: "forward", label: msg("Next move") },
  { way: "end", icon: "last", label: msg("Go to the end of this line") },
];

const sideAt = (view: View, seat: number | null): string | undefined => view.sides.find((side) => side.seat === seat)?.name;

export function WalkBar({ work, line, act }: { work: Work; line: readonly number[]; act(action: WorkAction): void }) {
  const { tree, place, past } = work;
  return (
    <div class="walk" role="group" aria-label={t("Go through the moves")}>
      {kWays.map(({ way, icon, label }) => (
        <IconButton
          key={way}
          icon={icon}
          label={t(label)}
          off={way === "start" || way === "back" ? place.at === kStart : line[line.length - 1] === place.at}
          onClick={() => act({ type: "walk", way })}
        />
      ))}
      <IconButton icon="fork" label={t("Next variation")} off={!hasSiblings(tree, place.at)} onClick={() => act({ type: "walk", way: "next" })} />
      <IconButton icon="undo" label={t("Undo the last change")} off={past.length === 0} onClick={() => act({ type: "undo" })} />
    </div>
  );
}

export function Restored({ onDrop }: { onDrop(): void }) {
  return (
    <p class="status" role="status">
      <span class="status-words">{t("Your unsaved changes were restored.")}</span>
      <button type="button" class="button" onClick={onDrop}>
        {t("Discard changes")}
      </button>
    </p>
  );
}

interface StandingProps {
  notice: string | null;
  view: View; // as it is shown
  stand: Stand;
  seat: number | null;
  play: StepPlay;
  spoken: string; // the keyboard's place in words
  explained: boolean; // the board says why what is pointed at is not allowed
  onPlay(word: string): void;
}

export function Standing({ notice, view, stand, seat, play, spoken, explained, onPlay }: StandingProps) {
  const asking = play.chosen && play.preview;
  const side = sideAt(stand.view, seat);
  const turn = side ? t("{side} to move", { side: capitalised(t(side)) }) : t("No player to move");
  const words =
    play.preview && !explained ? previewText(play.preview) : (touchedText(view, stand, play) ?? (spoken || (stand.view.over ? resultText(stand.view) : turn)));
  return (
    <div class={`status ${asking && play.preview?.checked.reason !== "" && !explained ? "refused" : ""} ${notice ? "refused" : ""}`} data-testid="status">
      <span class="status-words" role={notice ? "alert" : undefined}>
        {notice ?? words}
      </span>
      {asking && play.preview?.checked.reason === "" && (
        <button type="button" class="button primary" onClick={play.confirm}>
          <Icon name="check" />
          {t("Confirm move")}
        </button>
      )}
      {(asking || play.lifted) && (
        <button type="button" class="button" onClick={play.cancel}>
          {t("Cancel")}
        </button>
      )}
      {play.words.map((word) => (
        <button type="button" class="button" key={word} onClick={() => onPlay(word)}>
          {play.label(word)}
        </button>
      ))}
    </div>
  );
}

export function MoverChoice({ view, seat, onChoose }: { view: View; seat: number | null; onChoose(seat: number): void }) {
  return (
    <label class="row">
      <span>{t("Player to move")}</span>
      <select value={String(seat)} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {view.to_act.map((one) => (
          <option value={String(one)} key={one}>
            {capitalised(t(sideAt(view, one) ?? ""))}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What a screen reader hears of the move that led here, and what is written beside it. */
export function toldMove(tree: Tree, at: number, { view, captured }: Stand): string {
  const { move, comment } = nodeOf(tree, at).data;
  if (!move) return t("Start of the game.");
  const told = { ply: plyOf(tree, at), side: t(sideAt(view, move[0]) ?? ""), word: move[1], list: listText(captured) };
  const words = captured.length > 0 ? t("{ply} {side} {word}, captures {list}.", told) : t("{ply} {side} {word}.", told);
  return `${words} ${comment ?? ""}`;
}

export function KeysHelp() {
  return (
    <details class="panel">
      <summary>
        <h2>{t("Keyboard shortcuts")}</h2>
      </summary>
      <ul class="keys">
        <li>
          {tx("{left} {right} previous or next move, {home} {end} start or end of the line", {
            left: <kbd>←</kbd>,
            right: <kbd>→</kbd>,
            home: <kbd>Home</kbd>,
            end: <kbd>End</kbd>,
          })}
        </li>
        <li>{tx("{up} {down} other variations of this move", { up: <kbd>↑</kbd>, down: <kbd>↓</kbd> })}</li>
        <li>
          {tx("{ctrl} {z} undoes the last change, with {shift} redoes it", {
            ctrl: <kbd>{t("Ctrl")}</kbd>,
            z: <kbd>Z</kbd>,
            shift: <kbd>{t("Shift")}</kbd>,
          })}
        </li>
        <li>{t("After you reach the board with Tab, the arrow keys move over its points and Enter plays.")}</li>
      </ul>
    </details>
  );
}

/** Where the libraries are asked for games that came through a position. */
interface PlayOnProps {
  core: Core;
  game: Game;
  looked: Line;
  view: View;
}

/** Against the engine of this browser, as whoever is to move. A game that began from a position that was set up has no such. */
function PlayFromHere({ core, game, looked: { start, record, ply }, view }: PlayOnProps) {
  const { settings } = useSettings();
  const [seat] = view.to_act;
  if (view.over || seat === undefined || "position" in start || "later" in start) return null;
  const { options } = start;
  const { level, name } = settings;
  const play = () => go(startLocalGame(core, { game, options, seat, level, name, moves: record.slice(0, ply) }));
  return (
    <div class="buttons">
      <button type="button" class="button" onClick={play}>
        <Icon name="bot" />
        {t("Play from here against the bot")}
      </button>
    </div>
  );
}

/** What can be done with the position that is shown. */
export function FromHere(props: PlayOnProps) {
  return (
    <>
      <PlayFromHere {...props} />
      <GamesWithPosition game={props.game} view={props.view} />
    </>
  );
}

function GamesWithPosition({ game, view }: { game: Game; view: View }) {
  const sized = game.options.some((spec) => spec.name === "size");
  return (
    <p class="files quiet">
      <Link to={`/libraries#${libraryQuery(withPosition(game.name, sized, view)).toString()}`}>{t("Games with this position")}</Link>
    </p>
  );
}
