// The rules of every game, an exercise on a board for each.
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import { kLessons } from "../learn/lessons";
import { exerciseName, noteSolved, readSolved } from "../learn/progress";
import type { Core } from "../wasm/core";
import { ExerciseBoard } from "./exercise_board";
import { Header } from "./header";
import { Link } from "./link";
import { Message } from "./message";
import { useCore } from "./use_core";
import "./account.css";
import "./lists.css";
import "./learn.css";

export default function LearnPage({ id }: { id: string | null }) {
  const core = useCore();
  const [hash, setHash] = useState(location.hash.slice(1));
  const [solved, setSolved] = useState(() => readSolved(localStorage));
  useEffect(() => {
    const follow = () => setHash(location.hash.slice(1));
    addEventListener("popstate", follow);
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("popstate", follow);
      removeEventListener("hashchange", follow);
    };
  }, []);
  const lesson = kLessons.find((one) => one.game === id);
  // Where one goes on; solving it does not change that.
  const [first] = useState(() => lesson?.exercises.find((one) => !solved.has(exerciseName(lesson.game, one.id)))?.id);
  const title = (game: string) => core?.games().find((one) => one.name === game)?.title ?? "";
  useEffect(() => {
    document.title = lesson && core ? `${t("Learn {title}", { title: t(title(lesson.game)) })} · Cairn` : `${t("Learn")} · Cairn`;
  }, [lesson, core]);
  if (id !== null && !lesson) return <Message title={t("No such lesson")} text={t("There are no exercises of a game of this name.")} />;
  if (!core)
    return (
      <>
        <Header />
        <main class="message">
          <h1 class="unseen">{t("Learn")}</h1>
          <p class="quiet" aria-live="polite">
            {t("Fetching the rules …")}
          </p>
        </main>
      </>
    );
  if (!lesson) return <Overview core={core} solved={solved} />;
  const named = (name: string | undefined) => lesson.exercises.find((one) => one.id === name);
  const exercise = named(hash) ?? named(first) ?? lesson.exercises[0];
  if (!exercise) return null;
  const show = (next: string) => {
    history.pushState(null, "", `${location.pathname}${location.search}#${next}`);
    setHash(next);
  };
  return (
    <ExerciseBoard
      key={exercise.id}
      core={core}
      lesson={lesson}
      title={title(lesson.game)}
      exercise={exercise}
      solved={solved}
      onSolved={() => setSolved(noteSolved(localStorage, exerciseName(lesson.game, exercise.id)))}
      onShow={show}
    />
  );
}

function Overview({ core, solved }: { core: Core; solved: ReadonlySet<string> }) {
  return (
    <>
      <Header />
      <main class="list-page">
        <h1>{t("Learn")}</h1>
        <p>{t("Every rule of every game, as an exercise on a real board: read a few lines, play, and see whether it was right.")}</p>
        <ul class="lesson-cards">
          {kLessons.map(({ game, summary, exercises }) => {
            const done = exercises.filter((one) => solved.has(exerciseName(game, one.id))).length;
            const title = core.games().find((one) => one.name === game)?.title ?? game;
            return (
              <li key={game}>
                <Link to={`/learn/${game}`} class="card lesson-card">
                  <span class="list-name">{t(title)}</span>
                  <span class="quiet">{t(summary)}</span>
                  <span class="lesson-done">
                    {done === 0 ? tn("{n} exercise", "{n} exercises", exercises.length) : done === exercises.length ? t("All solved") : t("{done} of {n} solved", { done, n: exercises.length })}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
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
