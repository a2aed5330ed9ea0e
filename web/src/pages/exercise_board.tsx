// One exercise: a board, a few lines, a task, and what the core says of the answer.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import { factOf, playOn, setUp } from "../state/exercise";
import type { Exercise, Lesson } from "../skins/lesson";
import { exerciseName } from "../state/progress";
import type { Point, View } from "../net/protocol";
import { capitalised } from "../state/words";
import type { Core } from "../wasm/core";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { Header } from "../ui/header";
import { Icon } from "../ui/icons";
import { Link } from "../ui/link";
import { useSettings } from "../state/settings_context";
import { TypeMove } from "../ui/type_move";
import { pointText, previewText } from "../state/point_words";
import { useSteps, type StepPlay } from "../boards/use_steps";
import { answered, kBegun, showing, solved, stepsOf, wrong } from "../state/course";
import type { Rules } from "../state/replica";
import { samePoint } from "../state/points";
import { useBoardState, useLabels } from "../boards/use_board_state";

interface Props {
  core: Core;
  lesson: Lesson;
  title: string; // of the game
  exercise: Exercise;
  solved: ReadonlySet<string>;
  onSolved(): void;
  onShow(id: string): void;
}

export function ExerciseBoard({ core, lesson, title, exercise, solved: done, onSolved, onShow }: Props) {
  const { settings } = useSettings();
  const handle = useRef<BoardHandle | null>(null);
  const [course, setCourse] = useState(kBegun);
  const [tries, setTries] = useState(0);
  const { words, over, shown, said } = course;
  const { ask } = exercise;
  const steps = stepsOf(exercise);
  const step = over ? undefined : steps[course.at];
  const finding = step?.goal.refused !== undefined;
  const { position, view, seat: mover, legal, rules } = usePosition(core, lesson.game, exercise, words, step !== undefined, finding);

  const solve = () => {
    setCourse(solved(course, exercise));
    onSolved();
  };
  const answer = (word: string): boolean => {
    if (!step || mover === null) return false;
    const known = [...legal, ...inner.places.map((place) => place.word)];
    const name = known.find((one) => one.toLowerCase() === word.toLowerCase()) ?? word;
    const next = answered(course, exercise, position, mover, word, name);
    setCourse(next.course);
    if (next.course.over) onSolved();
    return next.right;
  };
  const inner = useSteps({ game: lesson.game, view, rules, legal, seat: mover, settings, play: (word) => void answer(word) });
  const play = finding ? findingPlay(inner, answer) : inner;
  const labels = useLabels(view, position);
  const counting = over && "fact" in ask && "freedoms" in ask.fact;
  const looks = useMemo(() => ({ ...settings, coordinates: true, zombies: true, hints: false, freedoms: counting }), [settings, counting]);
  const state = useBoardState({ view, play, labels, cursor: play.cursor ?? inner.lifted ?? shown, settings: looks });
  const spoken = play.cursor ? (finding ? position.name(play.cursor) : pointText(view, rules, play.cursor, play.preview)) : "";
  const next = lesson.exercises[lesson.exercises.indexOf(exercise) + 1];
  const again = () => {
    setTries(tries + 1);
    setCourse(kBegun);
  };
  return (
    <>
      <Header>
        <h1 class="table-title">
          {t("Learn {title}", { title: t(title) })}
          <span class="table-options">{t(exercise.title)}</span>
        </h1>
      </Header>
      <main class="table">
        <div class="table-board">
          <BoardPanel state={state} view={view} replica={rules} play={play} handle={handle} spoken={spoken} />
        </div>
        <div class="table-side">
          <section class="card lesson" aria-labelledby="exercise-title">
            <p class="quiet">{t("{i} of {n}", { i: lesson.exercises.indexOf(exercise) + 1, n: lesson.exercises.length })}</p>
            <h2 id="exercise-title">{t(exercise.title)}</h2>
            <p>{t(exercise.text)}</p>
            <p class="lesson-task">{t(exercise.task)}</p>
            {"fact" in ask && (
              <Answers
                key={tries}
                answers={ask.answers}
                over={over}
                onAnswer={(text) => {
                  const right = factOf(position, ask.fact) === text;
                  if (right) solve();
                  else setCourse(wrong(course, t("{capitalised} is not right. Look again.", { capitalised: capitalised(t(text)) })));
                  return right;
                }}
              />
            )}
            {step && !finding && <Standing view={view} seat={mover} name={(at) => position.name(at)} play={inner} spoken={spoken} onPlay={answer} />}
            {step && <TypeMove game={lesson.game} view={view} mayPlay extra={legal.filter((word) => !/\d/.test(word))} onType={play.type} onPlay={answer} />}
            <p class={`lesson-said ${said?.kind ?? ""}`} role="status" data-testid="said">
              {said?.kind === "right" && <Icon name="check" />}
              {said?.words}
            </p>
            <div class="account-buttons">
              {over && next && (
                <button type="button" class="button primary" onClick={() => onShow(next.id)}>
                  {t("Next: {title}", { title: t(next.title) })}
                </button>
              )}
              {over && !next && (
                <Link to="/learn" class="button primary">
                  {t("All lessons")}
                </Link>
              )}
              {(over || words.length > 0) && (
                <button type="button" class="button" onClick={again}>
                  {t("Try again")}
                </button>
              )}
              {!over && steps.length > 0 && (
                <button type="button" class="button" onClick={() => setCourse(showing(course, core, lesson.game, exercise))}>
                  {t("Show solution")}
                </button>
              )}
            </div>
          </section>
          <Exercises lesson={lesson} title={title} exercise={exercise} solved={done} onShow={onShow} />
        </div>
      </main>
    </>
  );
}

/** Where the exercise stands after these words, as its player sees it; `open`: something is asked of him. */
function usePosition(core: Core, game: string, exercise: Exercise, words: readonly string[], open: boolean, finding: boolean) {
  const position = useMemo(() => {
    const made = setUp(core, game, exercise);
    for (const word of words) playOn(made, word);
    return made;
  }, [core, game, exercise, words]);
  useEffect(() => () => position.free(), [position]);
  const begun = useMemo(() => {
    const start = setUp(core, game, exercise);
    const by = start.view().next ?? 0;
    start.free();
    return by;
  }, [core, game, exercise]);
  const view = useMemo(() => position.view(begun), [position, begun]);
  const mover = position.view().next;
  const seat = open ? mover : null;
  const legal = useMemo(() => (seat === null ? [] : position.legal(seat)), [position, seat]);
  const rules = useMemo<Rules>(
    () => ({
      check: (by, word) => position.check(by, word),
      // Where the forbidden place is asked for, the board does not give it away.
      places: (by) => position.places(by).map((place) => (finding ? { ...place, reason: "" } : place)),
      name: (point) => position.name(point),
    }),
    [position, finding],
  );
  return { position, view, seat, legal, rules };
}

/** Where a place is to be found, pointing tells nothing before it is chosen. */
function findingPlay(inner: StepPlay, answer: (word: string) => void): StepPlay {
  const answerAt = (point: Point | null) => {
    const place = inner.places.find((one) => samePoint(one.at, point));
    if (place) answer(place.word);
  };
  return {
    ...inner,
    preview: null,
    chosen: null,
    hover: () => undefined,
    type: () => undefined,
    tap: (picked) => {
      if (picked?.on === "spot") answerAt(picked.at);
    },
    press: () => answerAt(inner.cursor),
  };
}

interface StandingProps {
  view: View;
  seat: number | null;
  name(at: Point): string;
  play: StepPlay;
  spoken: string; // the keyboard's place in words
  onPlay(word: string): void;
}

function Standing({ view, seat, name, play, spoken, onPlay }: StandingProps) {
  const side = capitalised(t(view.sides.find((one) => one.seat === seat)?.name ?? ""));
  const words = play.lifted
    ? t("{name}: choose where it goes.", { name: name(play.lifted) })
    : play.preview
      ? previewText(play.preview)
      : spoken || t("{side} to move", { side });
  return (
    <p class="status" data-testid="status">
      <span class="status-words">{words}</span>
      {play.chosen && play.preview?.checked.reason === "" && (
        <button type="button" class="button primary" onClick={play.confirm}>
          <Icon name="check" />
          {t("Place")}
        </button>
      )}
      {play.words.map((word) => (
        <button type="button" class="button" key={word} onClick={() => onPlay(word)}>
          {play.label(word)}
        </button>
      ))}
      {(play.chosen || play.lifted) && (
        <button type="button" class="button" onClick={play.cancel}>
          {t("Cancel")}
        </button>
      )}
    </p>
  );
}

function Exercises({ lesson, title, exercise, solved: done, onShow }: Pick<Props, "lesson" | "title" | "exercise" | "solved" | "onShow">) {
  return (
    <nav class="panel" aria-label={t("Exercises")}>
      <h2>{t("Exercises")}</h2>
      <ol class="lesson-list">
        {lesson.exercises.map((one, i) => (
          <li key={one.id}>
            <button type="button" class="lesson-link" aria-current={one === exercise ? "step" : undefined} onClick={() => onShow(one.id)}>
              <span class="move-number">{i + 1}</span>
              <span class="lesson-name">{t(one.title)}</span>
              {done.has(exerciseName(lesson.game, one.id)) && (
                <span class="lesson-tick">
                  <Icon name="check" />
                  <span class="unseen">{t("solved")}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
      <p class="files quiet">
        <Link to="/learn">{t("All lessons")}</Link>
        <Link to="/">{t("Play {title}", { title: t(title) })}</Link>
      </p>
    </nav>
  );
}

interface AnswersProps {
  answers: readonly string[];
  over: boolean;
  onAnswer(text: string): boolean;
}

function Answers({ answers, over, onAnswer }: AnswersProps) {
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [right, setRight] = useState<string | null>(null);
  return (
    <div class="lesson-answers" role="group" aria-label={t("Answers")}>
      {answers.map((text) => (
        <button
          type="button"
          class={`button ${right === text ? "primary" : ""}`}
          key={text}
          disabled={wrong.includes(text) || (over && right !== text)}
          onClick={() => {
            if (over) return;
            if (onAnswer(text)) setRight(text);
            else setWrong([...wrong, text]);
          }}
        >
          {capitalised(t(text))}
        </button>
      ))}
    </div>
  );
}
