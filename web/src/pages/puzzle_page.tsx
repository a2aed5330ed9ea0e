// The puzzle of a day: find the one move that wins.
import { useEffect, useMemo, useState } from "preact/hooks";
import { dateText, t } from "../lang/text";
import { fetchPuzzle, fetchPuzzles, tryPuzzle, type Puzzle, type PuzzleAnswer, type PuzzleList } from "../net/puzzles";
import { useSettings } from "../state/settings_context";
import { Link } from "../ui/link";
import { Message, Waiting } from "../ui/message";
import { PosedPuzzlePage } from "../ui/posed_puzzle";
import { kMarks } from "../ui/puzzle_mark";
import { PuzzleBoard } from "../ui/small_board";
import { problemText } from "../state/problem_text";
import { useTitle } from "../ui/use_title";
import "./account.css";

export function PuzzlePage({ day }: { day: string }) {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useTitle(t("Puzzle"));
  useEffect(() => {
    fetchPuzzle(day).then(setPuzzle, (error: unknown) => setProblem(problemText(error)));
  }, [day]);
  if (problem) return <Message title={t("Puzzle not found")} text={problem} />;
  if (!puzzle) return <Waiting title={t("Puzzle")} text={t("Loading the puzzle …")} />;
  return <OfDay puzzle={puzzle} onChange={setPuzzle} />;
}

export const dayText = (day: string): string => dateText(Date.parse(`${day}T00:00:00Z`), { dateStyle: "long", timeZone: "UTC" });

function OfDay({ puzzle, onChange }: { puzzle: Puzzle; onChange: (puzzle: Puzzle) => void }) {
  const { settings } = useSettings();
  const posed = useMemo(() => ({ ...puzzle, id: puzzle.day }), [puzzle]);
  const answer = async (given: PuzzleAnswer) => onChange(await tryPuzzle(puzzle.day, given, settings.name));
  return (
    <PosedPuzzlePage puzzle={posed} caption={dayText(puzzle.day)} mayGiveUp={puzzle.you !== null} onAnswer={answer}>
      <Days day={puzzle.day} state={puzzle.you?.state ?? null} />
    </PosedPuzzlePage>
  );
}

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
