// The daily puzzles as sets to work through: a card a game on the overview, and the puzzles of one game on a page.
import { t, tn } from "../lang/text";
import { fetchAllPuzzles, puzzleSets, type PuzzleCard } from "../net/puzzle_sets";
import { EmptyList } from "../ui/empty_list";
import { Header } from "../ui/header";
import { Icon } from "../ui/icons";
import { GameFilter } from "../ui/game_filter";
import { Link } from "../ui/link";
import { PuzzleBoard } from "../ui/small_board";
import { dayText, kMarks } from "./puzzle_page";
import { useFetched } from "../ui/use_fetched";
import { useTitle } from "../ui/use_title";

const doneText = (solved: number, n: number): string =>
  solved === 0 ? tn("{n} puzzle", "{n} puzzles", n) : solved === n ? t("All solved") : t("{done} of {n} solved", { done: solved, n });

const useSets = () => useFetched(async () => puzzleSets(await fetchAllPuzzles()));

export function PuzzleSetCards() {
  const { data, problem } = useSets();
  if (data?.length === 0) return null;
  return (
    <section class="learn-part" aria-labelledby="puzzle-sets">
      <h2 id="puzzle-sets">{t("Puzzles")}</h2>
      <p>{t("A new position every day, with one right move. You can still solve earlier puzzles.")}</p>
      {problem && <p class="quiet">{problem}</p>}
      <ul class="lesson-cards">
        {(data ?? []).map(({ game, title, puzzles, solved }) => (
          <li key={game}>
            <Link to={`/learn/puzzles#${game}`} class="card learn-card with-board">
              <PuzzleBoard day={(puzzles.find((one) => one.you === null) ?? puzzles[0])?.day ?? ""} />
              <span class="list-name">{t("{title} puzzles", { title: t(title) })}</span>
              <span class="lesson-done">{doneText(solved, puzzles.length)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `game`: whose are shown; any other word, those of all games. */
export function PuzzleSetsPage({ game, onShow }: { game: string; onShow: (game: string) => void }) {
  const { data, problem } = useSets();
  useTitle(t("Puzzles"));
  const sets = data ?? [];
  const chosen = sets.find((one) => one.game === game);
  const puzzles = chosen?.puzzles ?? sets.flatMap((one) => one.puzzles).sort((a, b) => a.day.localeCompare(b.day));
  const next = puzzles.find((one) => one.you === null || one.you.state === "open");
  const solved = puzzles.filter((one) => one.you?.state === "solved").length;
  return (
    <>
      <Header />
      <main class="list-page">
        <h1>{t("Puzzles")}</h1>
        {problem && <p role="alert">{problem}</p>}
        {!data && !problem && (
          <p class="quiet" aria-live="polite">
            {t("Loading the puzzles …")}
          </p>
        )}
        {sets.length > 1 && <GameFilter games={sets.map((one) => ({ name: one.game, title: one.title }))} game={chosen?.game ?? ""} onChange={onShow} />}
        {data && <p data-testid="puzzles-done">{doneText(solved, puzzles.length)}</p>}
        {next && (
          <Link to={`/puzzle/${next.day}`} class="button primary">
            {next.you ? t("Continue {day}", { day: dayText(next.day) }) : t("Next unsolved: {day}", { day: dayText(next.day) })}
          </Link>
        )}
        {data && puzzles.length === 0 && <EmptyList show="levels">{t("No puzzles yet. Every day a new one appears here.")}</EmptyList>}
        {puzzles.length > 0 && (
          <ol class="list">
            {puzzles.map((one) => (
              <PuzzleRow key={one.day} card={one} />
            ))}
          </ol>
        )}
        <p class="account-buttons">
          <Link to="/learn" class="button">
            {t("All lessons")}
          </Link>
        </p>
      </main>
    </>
  );
}

function PuzzleRow({ card: { day, title, you } }: { card: PuzzleCard }) {
  return (
    <li class="list-row">
      <PuzzleBoard day={day} />
      <Link to={`/puzzle/${day}`} class="list-main">
        <span class="list-name">{dayText(day)}</span>
        <span class="quiet">{t(title)}</span>
      </Link>
      {you && (
        <span class={you.state === "solved" ? "puzzle-solved" : "quiet"}>
          {you.state === "solved" && <Icon name="check" />} {t(kMarks[you.state])}
        </span>
      )}
    </li>
  );
}
