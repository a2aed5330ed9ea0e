// The rules of every game, an exercise on a board for each; games with comments; the puzzles.
import { useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import { kReplays } from "../skins/replays";
import { kLessons } from "../skins/lessons";
import { exerciseName, noteSolved, readSolved } from "../state/progress";
import type { Core } from "../wasm/core";
import { ExerciseBoard } from "./exercise_board";
import { Header } from "../ui/header";
import { Link } from "../ui/link";
import { Message, Waiting } from "../ui/message";
import { PuzzlesPage, PuzzleSetCards } from "./puzzle_sets";
import { ReplaysPage } from "./replays_page";
import { useCore } from "../state/use_core";
import "./account.css";
import "../ui/lists.css";
import "./learn.css";
import { useTitle } from "../ui/use_title";
import { useHash } from "../ui/use_hash";

const title = (core: Core, game: string): string => core.games().find((one) => one.name === game)?.title ?? game;

export default function LearnPage({ id }: { id: string | null }) {
  const core = useCore();
  const [behind, follow] = useHash();
  const hash = behind.slice(1);
  const [solved, setSolved] = useState(() => readSolved(localStorage));
  const lesson = kLessons.find((one) => one.game === id);
  const replays = kReplays.find((one) => `${one.game}-games` === id);
  // Where one goes on; solving it does not change that.
  const [first] = useState(() => lesson?.exercises.find((one) => !solved.has(exerciseName(lesson.game, one.id)))?.id);
  const own = lesson && core ? t("Learn {title}", { title: t(title(core, lesson.game)) }) : t("Learn");
  useTitle(replays || id === "puzzles" ? null : own); // they name themselves
  const show = (next: string) => {
    history.pushState(null, "", `${location.pathname}${location.search}${next === "" ? "" : `#${next}`}`);
    follow();
  };
  if (id === "puzzles") return <PuzzlesPage hash={hash} onShow={show} />;
  if (id !== null && !lesson && !replays)
    return <Message title={t("Lesson not found")} text={t("There is no game with this name, or it has no lesson yet.")} />;
  if (!core) return <Waiting title={t("Learn")} text={t("Loading the rules …")} />;
  if (replays) return <ReplaysPage core={core} replays={replays} hash={hash} onShow={show} />;
  if (!lesson) return <Overview core={core} solved={solved} />;
  const named = (name: string | undefined) => lesson.exercises.find((one) => one.id === name);
  const exercise = named(hash) ?? named(first) ?? lesson.exercises[0];
  if (!exercise) return null;
  return (
    <ExerciseBoard
      key={exercise.id}
      core={core}
      lesson={lesson}
      title={title(core, lesson.game)}
      exercise={exercise}
      solved={solved}
      onSolved={() => setSolved(noteSolved(localStorage, exerciseName(lesson.game, exercise.id)))}
      onShow={show}
    />
  );
}

function Overview({ core, solved }: { core: Core; solved: ReadonlySet<string> }) {
  const all = kLessons.flatMap(({ game, exercises }) => exercises.map((one) => exerciseName(game, one.id)));
  const solvedOf = (names: readonly string[]) => names.filter((one) => solved.has(one)).length;
  return (
    <>
      <Header />
      <main class="list-page">
        <h1>{t("Learn")}</h1>
        <p>{t("Learn every rule on a real board: read a few lines, make a move and see whether it is right.")}</p>
        {solvedOf(all) > 0 && (
          <label class="row learn-progress">
            <span>{t("{done} of {n} solved", { done: solvedOf(all), n: all.length })}</span>
            <progress max={all.length} value={solvedOf(all)} />
          </label>
        )}
        <ul class="lesson-cards">
          {kLessons.map(({ game, summary, exercises }) => {
            const done = exercises.filter((one) => solved.has(exerciseName(game, one.id))).length;
            return (
              <li key={game}>
                <Link to={`/learn/${game}`} class="card learn-card lesson-card">
                  <span class="list-name">{t(title(core, game))}</span>
                  <span class="quiet">{t(summary)}</span>
                  <span class="lesson-done">
                    {done === 0
                      ? tn("{n} exercise", "{n} exercises", exercises.length)
                      : done === exercises.length
                        ? t("All solved")
                        : t("{done} of {n} solved", { done, n: exercises.length })}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
        <section class="learn-part" aria-labelledby="replays">
          <h2 id="replays">{t("Games with comments")}</h2>
          <p>{t("Real games, move by move, with comments on what you can learn from them.")}</p>
          <ul class="lesson-cards">
            {kReplays.map(({ game, summary, games }) => (
              <li key={game}>
                <Link to={`/learn/${game}-games`} class="card learn-card">
                  <span class="list-name">{t("{title} games", { title: t(title(core, game)) })}</span>
                  <span class="quiet">{t(summary)}</span>
                  <span class="lesson-done">{tn("{n} game", "{n} games", games.length)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <PuzzleSetCards />
        <p class="account-buttons">
          <Link to="/puzzle" class="button">
            {t("Puzzle of the day")}
          </Link>
          <Link to="/analysis" class="button">
            {t("Analysis board")}
          </Link>
        </p>
      </main>
    </>
  );
}
