// The puzzle of a day: find the one move that wins.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TableState } from "../net/protocol";
import { fetchPuzzle, fetchPuzzles, tryPuzzle, type Puzzle, type PuzzleList } from "../net/puzzles";
import type { Labels } from "../scene/board_state";
import { boardState } from "../state/board_model";
import { makeLabels } from "../state/labels";
import { capitalised, listText, plural, reasonText } from "../state/words";
import { problemOf } from "./account_page";
import type { BoardHandle } from "./board";
import { BoardPanel } from "./board_panel";
import { Header } from "./header";
import { Icon } from "./icons";
import { Message } from "./message";
import "./account.css";
import "./puzzle.css";

import { go } from "./router";
import { useSettings } from "./settings_context";
import { TypeMove } from "./type_move";
import { useCore } from "./use_core";
import { pointText, previewText, usePlay } from "./use_play";
import { useReplica } from "./use_table";

export function PuzzlePage({ day }: { day: string }) {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    document.title = "Puzzle · Cairn";
    fetchPuzzle(day).then(setPuzzle, (error: unknown) => setProblem(problemOf(error)));
  }, [day]);
  if (problem) return <Message title="No puzzle" text={problem} />;
  if (!puzzle)
    return (
      <>
        <Header />
        <main class="message">
          <h1 class="unseen">Puzzle</h1>
          <p class="quiet" aria-live="polite">
            Fetching the puzzle …
          </p>
        </main>
      </>
    );
  return <Posed puzzle={puzzle} onChange={setPuzzle} />;
}

const dayText = (day: string): string => new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { dateStyle: "long", timeZone: "UTC" });

/** The position as a table, so that the board, the core and the words take it; `shown` moves of the solution behind it. */
function tableOf(puzzle: Puzzle, shown: number): TableState {
  const { view, record } = puzzle;
  const sides = [...view.sides].sort((a, b) => a.seat - b.seat);
  const side = (seat: number) => sides.find((one) => one.seat === seat)?.name ?? "";
  const moves = record.moves.map(([seat, word]) => ({ seat, side: side(seat), word }));
  for (const [i, word] of (puzzle.line ?? []).slice(0, shown).entries()) {
    const seat = (puzzle.seat + i) % sides.length;
    moves.push({ seat, side: side(seat), word });
  }
  return {
    id: puzzle.day,
    game: puzzle.game,
    title: puzzle.title,
    options: record.options,
    seats: sides.map((one) => ({ name: capitalised(one.name), kind: "guest" })),
    you: puzzle.seat,
    version: moves.length,
    moves,
    view,
    legal: puzzle.legal,
    legal_count: puzzle.legal.length,
    bot: null,
    thinking: false,
    rated: false,
    clock: null,
    offers: [],
    plan: null,
    invitation: "",
  };
}

function Posed({ puzzle, onChange }: { puzzle: Puzzle; onChange: (puzzle: Puzzle) => void }) {
  const { settings, dark } = useSettings();
  const core = useCore();
  const handle = useRef<BoardHandle | null>(null);
  const [shown, setShown] = useState(0);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const settled = puzzle.you !== null && puzzle.you.state !== "open";
  const table = useMemo(() => tableOf(puzzle, shown), [puzzle, shown]);
  const replica = useReplica(core, table);
  const view = shown > 0 && replica && !replica.blind ? replica.viewAt(table.moves.length) : puzzle.view;
  const open = !settled && !busy;

  const send = async (answer: { word: string } | { give_up: true }) => {
    setBusy(true);
    setNotice(null);
    try {
      onChange(await tryPuzzle(puzzle.day, answer, settings.name));
    } catch (error) {
      setNotice(problemOf(error));
    }
    setBusy(false);
  };
  const playWord = (word: string): boolean => {
    const checked = replica && !replica.blind ? replica.check(puzzle.seat, word) : null;
    if (checked && checked.reason !== "") {
      setNotice(`${word.toUpperCase()}: ${reasonText(checked.reason)}`);
      return false;
    }
    void send({ word });
    return true;
  };
  const play = usePlay({ table, view, replica, mayPlay: open, settings, play: (word) => void send({ word }) });
  const labels = useMemo<Labels | null>(() => (replica ? makeLabels(replica.start, (point) => replica.name(point)) : null), [replica === null, table.id]);
  const state = useMemo(
    () =>
      boardState({ view, places: play.places, preview: play.preview, selected: play.selected, cursor: play.cursor, labels, settings, peel: null, dark }),
    [view, play.places, play.preview, play.selected, play.cursor, labels, settings, dark],
  );
  const spoken = play.cursor && replica ? pointText(view, replica, play.cursor, play.preview) : "";
  const mover = capitalised(puzzle.view.sides.find((side) => side.seat === puzzle.seat)?.name ?? "");
  return (
    <>
      <Header>
        <h1 class="table-title">
          Puzzle
          <span class="table-options">{dayText(puzzle.day)}</span>
        </h1>
      </Header>
      <main class="table">
        <div class="table-board">
          <BoardPanel state={state} view={view} replica={replica} play={play} handle={handle} spoken={spoken} />
        </div>
        <div class="table-side">
          <section class="card puzzle-card" aria-labelledby="puzzle-task">
            <h2 id="puzzle-task">{mover} to move and win</h2>
            <p class="quiet">
              {puzzle.title}, {puzzle.view.columns} × {puzzle.view.rows}. One move alone wins; it is proven.
            </p>
            <p class="puzzle-said" role="status" data-testid="puzzle-said">
              {notice ?? (play.chosen && play.preview ? previewText(play.preview) : saidOf(puzzle))}
            </p>
            {play.chosen && play.preview?.checked.reason === "" && (
              <div class="account-buttons">
                <button type="button" class="button primary" onClick={play.confirm}>
                  <Icon name="check" />
                  Place
                </button>
                <button type="button" class="button" onClick={play.cancel}>
                  Cancel
                </button>
              </div>
            )}
            {!settled && <TypeMove mayPlay={open} extra={[]} onType={play.type} onPlay={playWord} />}
            {!settled && puzzle.you !== null && (
              <button type="button" class="button" disabled={busy} onClick={() => send({ give_up: true })}>
                Show me the solution
              </button>
            )}
            {settled && puzzle.line && <Solution line={puzzle.line} shown={shown} onShow={setShown} />}
          </section>
          <Days day={puzzle.day} state={puzzle.you?.state ?? null} />
        </div>
      </main>
    </>
  );
}

/** What became of the tries, in words. */
function saidOf({ you, tries, right }: Puzzle): string {
  if (!you || you.tried.length + (you.state === "open" ? 0 : 1) === 0) return `You have ${plural(tries, "try", "tries")}.`;
  const solution = right ? listText(right) : "";
  switch (you.state) {
    case "solved":
      return you.tried.length === 1 ? `${solution} wins. Solved at once!` : `${solution} wins. Solved!`;
    case "failed":
      return `${listText(you.tried)} do not win. ${solution} does.`;
    case "given-up":
      return `${solution} wins.`;
    default:
      return `${listText(you.tried)} ${you.tried.length === 1 ? "does" : "do"} not win. ${plural(tries - you.tried.length, "try", "tries")} left.`;
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
        <button type="button" class="icon-button" aria-label="A move back" disabled={shown === 0} onClick={() => onShow(shown - 1)}>
          <Icon name="back" />
        </button>
        <button type="button" class="icon-button" aria-label="A move on" disabled={shown === line.length} onClick={() => onShow(shown + 1)}>
          <Icon name="forward" />
        </button>
        <button type="button" class="icon-button" aria-label="To the end" disabled={shown === line.length} onClick={() => onShow(line.length)}>
          <Icon name="last" />
        </button>
      </div>
    </div>
  );
}

const kMarks = { open: "begun", solved: "solved", failed: "not solved", "given-up": "given up" } as const;

/** The days before, and how one did. */
function Days({ day, state }: { day: string; state: string | null }) {
  const [list, setList] = useState<PuzzleList | null>(null);
  useEffect(() => void fetchPuzzles().then(setList, () => undefined), [day, state]);
  if (!list || (list.puzzles.length < 2 && !list.score)) return null;
  const { score } = list;
  return (
    <section class="card puzzle-card" aria-labelledby="puzzle-days">
      <h2 id="puzzle-days">{list.puzzles.length > 1 ? "Other days" : "So far"}</h2>
      {score && score.tried > 0 && (
        <p class="quiet" data-testid="puzzle-score">
          {score.solved} of {score.tried} solved
          {score.streak > 1 && `, ${score.streak} days on end`}
        </p>
      )}
      <ul class="account-list">
        {list.puzzles
          .filter((one) => one.day !== day)
          .slice(0, 14)
          .map((one) => (
            <li key={one.day}>
              <a
                class="puzzle-day"
                href={`/puzzle/${one.day}`}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  go(`/puzzle/${one.day}`);
                }}
              >
                {dayText(one.day)}
              </a>
              <span class="quiet">
                {one.title}
                {one.you && `, ${kMarks[one.you.state]}`}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}
