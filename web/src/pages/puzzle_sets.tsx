// The puzzles to work through: cards on the overview of lessons, and a page with the collection and the daily puzzles.
import { t } from "../lang/text";
import { fetchAllPuzzles, puzzleSets, type PuzzleCard } from "../net/puzzle_sets";
import { puzzleQuery, puzzleWish } from "../state/puzzle_collection";
import { readHash } from "../state/share";
import { EmptyList } from "../ui/empty_list";
import { Header } from "../ui/header";
import { GameFilter } from "../ui/game_filter";
import { Link } from "../ui/link";
import { PuzzleMark } from "../ui/puzzle_mark";
import { PuzzleBoard } from "../ui/small_board";
import { useFetched } from "../ui/use_fetched";
import { useTitle } from "../ui/use_title";
import { PuzzleCollection } from "./puzzle_collection";
import { dayText } from "./puzzle_page";
import { doneText } from "./puzzle_words";

const useSets = () => useFetched(async () => puzzleSets(await fetchAllPuzzles()));

export function PuzzleSetCards() {
  const { data, problem } = useSets();
  return (
    <section class="learn-part" aria-labelledby="puzzle-sets">
      <h2 id="puzzle-sets">{t("Puzzles")}</h2>
      <p>{t("A new position every day, with one right move. You can still solve earlier puzzles.")}</p>
      {problem && <p class="quiet">{problem}</p>}
      <ul class="lesson-cards">
        <li>
          <Link to="/learn/puzzles" class="card learn-card">
            <span class="list-name">{t("Puzzle collection")}</span>
            <span class="quiet">{t("Proven positions with one winning move, from easy to very hard. They work offline.")}</span>
          </Link>
        </li>
        {(data ?? []).map(({ game, title, puzzles, solved }) => (
          <li key={game}>
            <Link to={`/learn/puzzles#daily=${game}`} class="card learn-card with-board">
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

/** `null`: the collection is shown; else daily puzzles of this game, "": of all. Older links have the game alone behind "#". */
function dailyOf(query: URLSearchParams): string | null {
  const [first] = query;
  return query.get("daily") ?? (first?.[1] === "" ? first[0] : null);
}

/** `hash`: what the address says of filters; `onShow`: shows the page with another one. */
export function PuzzlesPage({ hash, onShow }: { hash: string; onShow: (hash: string) => void }) {
  useTitle(t("Puzzles"));
  const query = readHash(hash);
  const daily = dailyOf(query);
  const here = (is: boolean) => (is ? "page" : undefined);
  return (
    <>
      <Header />
      <main class="list-page">
        <h1>{t("Puzzles")}</h1>
        <nav class="puzzle-ways" aria-label={t("Kinds of puzzles")}>
          <Link to="/learn/puzzles" class="button" aria-current={here(daily === null)}>
            {t("Puzzle collection")}
          </Link>
          <Link to="/learn/puzzles#daily" class="button" aria-current={here(daily !== null)}>
            {t("Daily puzzles")}
          </Link>
        </nav>
        {daily === null ? (
          <PuzzleCollection wish={puzzleWish(query)} onWish={(wish) => onShow(puzzleQuery(wish))} />
        ) : (
          <DailyPuzzles game={daily} onShow={(game) => onShow(game === "" ? "daily" : `daily=${game}`)} />
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

/** `game`: whose are shown; any other word, those of all games. */
function DailyPuzzles({ game, onShow }: { game: string; onShow: (game: string) => void }) {
  const { data, problem } = useSets();
  const sets = data ?? [];
  const chosen = sets.find((one) => one.game === game);
  const puzzles = chosen?.puzzles ?? sets.flatMap((one) => one.puzzles).sort((a, b) => a.day.localeCompare(b.day));
  const next = puzzles.find((one) => one.you === null || one.you.state === "open");
  const solved = puzzles.filter((one) => one.you?.state === "solved").length;
  return (
    <>
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
      {you && <PuzzleMark state={you.state} />}
    </li>
  );
}
