// The puzzle of a day: find the one move that wins.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { dateText, msg, t, tn } from "../lang/text";
import type { TableState } from "../net/protocol";
import { fetchPuzzle, fetchPuzzles, tryPuzzle, type Puzzle, type PuzzleList } from "../net/puzzles";
import { capitalised, listText } from "../state/words";
import { reasonText } from "../lang/core_text";
import { problemText } from "../ui/use_fetched";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { Told } from "../ui/happened";
import { Header } from "../ui/header";
import { IconButton } from "../ui/icon_button";
import { Icon } from "../ui/icons";
import { Message, Waiting } from "../ui/message";
import "./account.css";
import "./puzzle.css";

import { useSettings } from "../state/settings_context";
import { TypeMove } from "../ui/type_move";
import { useCore } from "../state/use_core";
import { usePlay } from "../boards/use_play";
import { pointText, previewText } from "../state/point_words";
import { useReplica } from "../state/use_table";
import { useExplainedMove, useLed, useTold } from "../ui/use_explained_move";
import { useTitle } from "../ui/use_title";
import { useBoardState, useLabels } from "../boards/use_board_state";
import { Link } from "../ui/link";
import { PuzzleBoard } from "../ui/small_board";

export function PuzzlePage({ day }: { day: string }) {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useTitle(t("Puzzle"));
  useEffect(() => {
    fetchPuzzle(day).then(setPuzzle, (error: unknown) => setProblem(problemText(error)));
  }, [day]);
  if (problem) return <Message title={t("Puzzle not found")} text={problem} />;
  if (!puzzle) return <Waiting title={t("Puzzle")} text={t("Loading the puzzle …")} />;
  return <Posed puzzle={puzzle} onChange={setPuzzle} />;
}

export const dayText = (day: string): string => dateText(Date.parse(`${day}T00:00:00Z`), { dateStyle: "long", timeZone: "UTC" });

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
    seats: sides.map((one) => ({ name: capitalised(t(one.name)), kind: "guest" })),
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
    rematch: null,
    invitation: "",
  };
}

function Posed({ puzzle, onChange }: { puzzle: Puzzle; onChange: (puzzle: Puzzle) => void }) {
  const { settings } = useSettings();
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
      setNotice(problemText(error));
    }
    setBusy(false);
  };
  const explain = useExplainedMove({ led: useLed(replica, puzzle.game, table.moves.length), view, rules: replica, seat: open ? puzzle.seat : null });
  const playWord = (word: string): boolean => {
    const checked = replica && !replica.blind ? replica.check(puzzle.seat, word) : null;
    if (checked && checked.reason !== "") {
      setNotice(explain.refuse(word) ? null : `${word.toUpperCase()}: ${reasonText(checked.reason)}`);
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
  const mover = capitalised(t(puzzle.view.sides.find((side) => side.seat === puzzle.seat)?.name ?? ""));
  return (
    <>
      <Header>
        <h1 class="table-title">
          {t("Puzzle")}
          <span class="table-options">{dayText(puzzle.day)}</span>
        </h1>
      </Header>
      <main class="table">
        <div class={`table-board ${explain.on ? "explaining" : ""}`}>
          <BoardPanel state={state} view={view} replica={replica} play={play} handle={handle} spoken={spoken}>
            <Told on={explain.on} told={told} />
          </BoardPanel>
        </div>
        <div class="table-side">
          <section class="card puzzle-card" aria-labelledby="puzzle-task">
            <h2 id="puzzle-task">{t("{mover} to move and win", { mover })}</h2>
            <p class="quiet">
              {t("{title}, {columns} × {rows}. Only one move wins; this is proven.", {
                title: t(puzzle.title),
                columns: puzzle.view.columns,
                rows: puzzle.view.rows,
              })}
            </p>
            <p class="puzzle-said" role="status" data-testid="puzzle-said">
              {notice ?? (play.chosen && play.preview && !told.pointed ? previewText(play.preview) : saidOf(puzzle))}
            </p>
            {play.chosen && play.preview?.checked.reason === "" && (
              <div class="account-buttons">
                <button type="button" class="button primary" onClick={play.confirm}>
                  <Icon name="check" />
                  {t("Confirm move")}
                </button>
                <button type="button" class="button" onClick={play.cancel}>
                  {t("Cancel")}
                </button>
              </div>
            )}
            {!settled && <TypeMove game={puzzle.game} view={view} mayPlay={open} extra={[]} onType={play.type} onPlay={playWord} />}
            {!settled && puzzle.you !== null && (
              <button type="button" class="button" disabled={busy} onClick={() => send({ give_up: true })}>
                {t("Show solution")}
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
  if (!you || you.tried.length + (you.state === "open" ? 0 : 1) === 0) return tn("You have {n} try.", "You have {n} tries.", tries);
  const solution = right ? listText(right) : "";
  switch (you.state) {
    case "solved":
      return you.tried.length === 1 ? t("{solution} wins. Solved on the first try!", { solution }) : t("{solution} wins. Solved!", { solution });
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

export const kMarks = { open: msg("started"), solved: msg("solved"), failed: msg("not solved"), "given-up": msg("given up") } as const;

/** The days before, and how one did. */
function Days({ day, state }: { day: string; state: string | null }) {
  const [list, setList] = useState<PuzzleList | null>(null);
  useEffect(() => void fetchPuzzles().then(setList, () => undefined), [day, state]);
  if (!list || (list.puzzles.length < 2 && !list.score?.tried)) return null;
  const { score } = list;
  const next = list.puzzles.find((one) => one.day !== day && (one.you === null || one.you.state === "open"));
  return (
    <section class="card puzzle-card" aria-labelledby="puzzle-days">
      <h2 id="puzzle-days">{list.puzzles.length > 1 ? t("Other days") : t("Your score")}</h2>
      {score && score.tried > 0 && (
        <p class="quiet" data-testid="puzzle-score">
          {t("{solved} of {tried} solved", score)}
          {score.streak > 1 && t(", {streak} days in a row", { streak: score.streak })}
        </p>
      )}
      {state !== null && state !== "open" && next && (
        <Link class="button primary" to={`/puzzle/${next.day}`}>
          {t("Next unsolved: {day}", { day: dayText(next.day) })}
        </Link>
      )}
      <ul class="account-list">
        {list.puzzles
          .filter((one) => one.day !== day)
          .slice(0, 14)
          .map((one) => (
            <li key={one.day}>
              <PuzzleBoard day={one.day} />
              <Link class="puzzle-day" to={`/puzzle/${one.day}`}>
                {dayText(one.day)}
              </Link>
              <span class="quiet">
                {t(one.title)}
                {one.you && `, ${t(kMarks[one.you.state])}`}
              </span>
            </li>
          ))}
      </ul>
    </section>
  );
}
