// A puzzle beside its board: tries, what becomes of them, and the solution played through.
import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import { usePlay, type Play } from "../boards/use_play";
import { useBoardState, useLabels } from "../boards/use_board_state";
import type { BoardHandle } from "../boards/board_props";
import { refusedText } from "../lang/core_text";
import { t, tn } from "../lang/text";
import type { PuzzleAnswer } from "../net/puzzles";
import { pointText, previewText } from "../state/point_words";
import { tableOf, type PosedPuzzle } from "../state/posed_puzzle";
import { useSettings } from "../state/settings_context";
import { useCore } from "../state/use_core";
import { useReplica } from "../state/use_table";
import { capitalised, listText } from "../state/words";
import { BoardPanel } from "./board_panel";
import { Told } from "./happened";
import { Header } from "./header";
import { IconButton } from "./icon_button";
import { Icon } from "./icons";
import { TypeMove } from "./type_move";
import { useExplainedMove, useLed, useTold } from "./use_explained_move";
import { problemText } from "../state/problem_text";
import { useKeptFocus } from "./use_kept_focus";
import "./puzzle.css";

interface Props {
  puzzle: PosedPuzzle;
  caption: string; // which puzzle it is
  mayGiveUp: boolean;
  onAnswer(answer: PuzzleAnswer): Promise<void>; // rejects where the answer could not be taken
  about?: ComponentChildren; // below the task
  result?: ComponentChildren; // below the solution, once it is settled
  children: ComponentChildren; // more cards
}

export function PosedPuzzlePage({ puzzle, caption, mayGiveUp, onAnswer, about, result, children }: Props) {
  const { settings } = useSettings();
  const core = useCore();
  const handle = useRef<BoardHandle | null>(null);
  const card = useRef<HTMLElement | null>(null);
  const said = useRef<HTMLParagraphElement | null>(null); // takes the focus of what goes once the puzzle is settled
  const [shown, setShown] = useState(1); // moves of the solution; it begins with the one that wins
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  useKeptFocus(card, said, busy);
  const settled = puzzle.you !== null && puzzle.you.state !== "open";
  const moves = settled ? shown : 0; // one that is tried again begins where it began
  const table = useMemo(() => tableOf(puzzle, moves), [puzzle, moves]);
  const replica = useReplica(core, table);
  const view = moves > 0 && replica && !replica.blind ? replica.viewAt(table.moves.length) : puzzle.view;
  const open = !settled && !busy;

  const send = async (answer: PuzzleAnswer) => {
    setBusy(true);
    setNotice(null);
    setShown(1);
    try {
      await onAnswer(answer);
    } catch (error) {
      setNotice(problemText(error));
    }
    setBusy(false);
  };
  const explain = useExplainedMove({ led: useLed(replica, puzzle.game, table.moves.length), view, rules: replica, seat: open ? puzzle.seat : null });
  const playWord = (word: string): boolean => {
    const checked = replica && !replica.blind ? replica.check(puzzle.seat, word) : null;
    if (checked && checked.reason !== "") {
      setNotice(explain.refuse(word) ? null : refusedText(word.toUpperCase(), checked.reason));
      return false;
    }
    explain.forget();
    void send({ word });
    return true;
  };
  const play = usePlay({ view, rules: replica, seat: open ? puzzle.seat : null, settings, play: (word) => void send({ word }) });
  const labels = useLabels(replica?.start, replica);
  const told = useTold(explain, play.preview);
  const state = useBoardState({ view, play, labels, shades: told.shades });
  const spoken = play.cursor && replica ? pointText(view, replica, play.cursor, play.preview) : "";
  return (
    <>
      <Header>
        <h1 class="table-title">
          {t("Puzzle")}
          <span class="table-options">{caption}</span>
        </h1>
      </Header>
      <main class="table">
        <div class={`table-board ${explain.on ? "explaining" : ""}`}>
          <BoardPanel state={state} view={view} replica={replica} play={play} handle={handle} spoken={spoken}>
            <Told on={explain.on} told={told} />
          </BoardPanel>
        </div>
        <div class="table-side">
          <section class="card puzzle-card" aria-labelledby="puzzle-task" ref={card}>
            <Task puzzle={puzzle} />
            {about}
            <p class="puzzle-said" role="status" data-testid="puzzle-said" tabIndex={-1} ref={said}>
              {notice ?? (play.chosen && play.preview && !told.pointed ? previewText(play.preview) : saidOf(puzzle))}
            </p>
            <Confirm play={play} />
            {!settled && <TypeMove game={puzzle.game} view={view} mayPlay={open} extra={[]} onType={play.type} onPlay={playWord} />}
            {!settled && mayGiveUp && (
              <button type="button" class="button" disabled={busy} onClick={() => send({ give_up: true })}>
                {t("Show solution")}
              </button>
            )}
            {settled && puzzle.line && <Solution line={puzzle.line} shown={shown} onShow={setShown} />}
            {settled && result}
          </section>
          {children}
        </div>
      </main>
    </>
  );
}

function Task({ puzzle: { title, view, seat } }: Pick<Props, "puzzle">) {
  const mover = capitalised(t(view.sides.find((side) => side.seat === seat)?.name ?? ""));
  return (
    <>
      <h2 id="puzzle-task">{t("{mover} to move and win", { mover })}</h2>
      <p class="quiet">{t("{title}, {columns} × {rows}. Only one move wins; this is proven.", { title: t(title), columns: view.columns, rows: view.rows })}</p>
    </>
  );
}

function Confirm({ play }: { play: Play }) {
  if (!play.chosen || play.preview?.checked.reason !== "") return null;
  return (
    <div class="account-buttons">
      <button type="button" class="button primary" onClick={play.confirm}>
        <Icon name="check" />
        {t("Confirm move")}
      </button>
      <button type="button" class="button" onClick={play.cancel}>
        {t("Cancel")}
      </button>
    </div>
  );
}

/** What became of the tries, in words. */
function saidOf({ you, tries, right }: PosedPuzzle): string {
  if (!you || you.tried.length + (you.state === "open" ? 0 : 1) === 0) return tn("You have {n} try.", "You have {n} tries.", tries);
  const solution = right ? listText(right) : "";
  switch (you.state) {
    case "solved":
      return you.tried.length === 1 && !you.again ? t("{solution} wins. Solved on the first try!", { solution }) : t("{solution} wins. Solved!", { solution });
    case "failed":
      return t("{list} do not win. {solution} does.", { list: listText(you.tried), solution });
    case "given-up":
      return t("{solution} wins.", { solution });
    default: {
      const wrong = tn("{list} does not win.", "{list} do not win.", you.tried.length, { list: listText(you.tried) });
      return `${wrong} ${tn("{n} try left.", "{n} tries left.", tries - you.tried.length)}`;
    }
  }
}

function Solution({ line, shown, onShow }: { line: string[]; shown: number; onShow: (moves: number) => void }) {
  return (
    <div class="puzzle-line">
      <p class="quiet">
        {line.map((word, i) => (
          <span key={i} class={i < shown ? "puzzle-played" : ""}>
            {word}{" "}
          </span>
        ))}
      </p>
      <div class="account-buttons">
        <IconButton icon="back" label={t("Previous move")} off={shown === 0} onClick={() => onShow(shown - 1)} />
        <IconButton icon="forward" label={t("Next move")} off={shown === line.length} onClick={() => onShow(shown + 1)} />
        <IconButton icon="last" label={t("Go to the end")} off={shown === line.length} onClick={() => onShow(line.length)} />
      </div>
    </div>
  );
}
