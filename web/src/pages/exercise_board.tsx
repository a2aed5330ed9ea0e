// One exercise: a board, a few lines, a task, and what the core says of the answer.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import { factOf, judge, playOn, setUp } from "../state/exercise";
import type { Exercise, Lesson } from "../skins/lesson";
import { exerciseName } from "../state/progress";
import type { Point } from "../net/protocol";
import type { Labels } from "../state/board_state";
import { boardState } from "../state/board_model";
import { makeLabels } from "../state/labels";
import { deedLabel } from "../state/move_words";
import { capturedNames, type Rules } from "../state/replica";
import { moverOf } from "../state/walker";
import { capitalised, listText } from "../state/words";
import { reasonText } from "../lang/core_text";
import type { Core } from "../wasm/core";
import type { BoardHandle } from "../boards/board_props";
import { BoardPanel } from "../ui/board_panel";
import { Header } from "../ui/header";
import { Icon } from "../ui/icons";
import { Link } from "../ui/link";
import { useSettings } from "../state/settings_context";
import { TypeMove } from "../ui/type_move";
import { pointText, previewText, type Play } from "../boards/use_play";
import { useSteps } from "../boards/use_steps";

interface Props {
  core: Core;
  lesson: Lesson;
  title: string; // of the game
  exercise: Exercise;
  solved: ReadonlySet<string>;
  onSolved(): void;
  onShow(id: string): void;
}

interface Said {
  words: string;
  kind: "right" | "wrong" | "note";
}

export function ExerciseBoard({ core, lesson, title, exercise, solved, onSolved, onShow }: Props) {
  const { settings, dark } = useSettings();
  const handle = useRef<BoardHandle | null>(null);
  const [words, setWords] = useState<readonly string[]>([]); // played since it began
  const [at, setAt] = useState(0); // the step
  const [said, setSaid] = useState<Said | null>(null);
  const [over, setOver] = useState(false);
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState<Point | null>(null); // a solution that is a place
  const { ask } = exercise;
  const steps = "steps" in ask ? ask.steps : [];
  const step = over ? undefined : steps[at];

  const position = useMemo(() => {
    const made = setUp(core, lesson.game, exercise);
    for (const word of words) playOn(made, word);
    return made;
  }, [core, exercise, words]);
  useEffect(() => () => position.free(), [position]);
  const begun = useMemo(() => {
    const start = setUp(core, lesson.game, exercise);
    const seat = moverOf(start.view()) ?? 0;
    start.free();
    return seat;
  }, [core, exercise]);
  const view = useMemo(() => position.view(begun), [position, begun]); // what that player sees
  const mover = moverOf(position.view());
  const seat = step && mover !== null ? mover : null;
  const finding = step?.goal.refused !== undefined;
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

  const finish = (text: string) => {
    setSaid({ words: text, kind: "right" });
    setOver(true);
    onSolved();
  };
  const answer = (word: string): boolean => {
    if (!step || seat === null) return false;
    const { right, checked, refused } = judge(position, seat, word, step.goal);
    const known = [...legal, ...inner.places.map((place) => place.word)];
    const name = known.find((one) => one.toLowerCase() === word.toLowerCase()) ?? word;
    if (!right) {
      const taken = capturedNames(checked.events ?? []);
      const other =
        taken.length > 0
          ? t("That may be played; it captures {list}, but it is not what is asked for.", { list: listText(taken) })
          : t("That may be played; it is not what is asked for.");
      const text = refused !== "" ? reasonText(refused) : finding ? t("There one may play. Look on.") : other;
      setSaid({ words: `${name}: ${text}`, kind: "wrong" });
      return false;
    }
    if (checked.reason === "") setWords([...words, word, ...(step.reply ? [step.reply] : [])]);
    if (at + 1 === steps.length) finish(t(exercise.done));
    else {
      const told = refused !== "" ? reasonText(refused) : step.reply ? t("The answer is {reply}.", { reply: step.reply }) : "";
      setSaid({ words: [t("{name}: right.", { name }), told, t("Go on.")].filter(Boolean).join(" "), kind: "note" });
      setAt(at + 1);
    }
    return true;
  };
  const inner = useSteps({ view, rules, legal, seat, settings, play: (word) => void answer(word) });
  const placeAt = (point: Point | null) => inner.places.find((place) => point && place.at.join() === point.join());
  // Where a place is to be found, pointing tells nothing before it is chosen.
  const play: Play = !finding
    ? inner
    : {
        ...inner,
        preview: null,
        chosen: null,
        hover: () => undefined,
        type: () => undefined,
        tap: (picked) => {
          const place = picked?.on === "spot" ? placeAt(picked.at) : undefined;
          if (place) answer(place.word);
        },
        press: () => {
          const place = placeAt(inner.cursor);
          if (place) answer(place.word);
        },
      };
  const labels = useMemo<Labels>(() => makeLabels(view, (point) => position.name(point)), [position, view]);
  const state = useMemo(
    () =>
      boardState({
        view,
        places: play.places,
        preview: play.preview,
        selected: play.selected,
        cursor: play.cursor ?? inner.lifted ?? shown,
        labels,
        settings: { ...settings, coordinates: true, zombies: true, hints: inner.lifted !== null, freedoms: over && "fact" in ask && "freedoms" in ask.fact },
        peel: null,
        dark,
      }),
    [view, play.places, play.preview, play.selected, play.cursor, inner.lifted, shown, labels, settings, over, dark],
  );
  const side = capitalised(t(view.sides.find((one) => one.seat === seat)?.name ?? ""));
  const list = lesson.exercises;
  const index = list.indexOf(exercise);
  const next = list[index + 1];
  const again = () => {
    setTries(tries + 1);
    setWords([]);
    setAt(0);
    setOver(false);
    setSaid(null);
    setShown(null);
  };
  const show = () => {
    const made = setUp(core, lesson.game, exercise);
    const told: string[] = [];
    const played: string[] = [];
    for (const { solution, reply, goal } of steps) {
      told.push(solution);
      const by = moverOf(made.view()) ?? 0;
      if (goal.refused) setShown(made.places(by).find((place) => place.word === solution)?.at ?? null);
      for (const word of made.check(by, solution).reason === "" ? [solution, ...(reply ? [reply] : [])] : []) {
        playOn(made, word);
        played.push(word);
      }
    }
    made.free();
    setWords(played);
    setAt(steps.length);
    setOver(true);
    setSaid({ words: `${listText(told)}. ${t(exercise.done)}`, kind: "note" });
  };
  const spoken = play.cursor && !finding ? pointText(view, rules, play.cursor, play.preview) : play.cursor ? `${position.name(play.cursor)}` : "";
  const extra = legal.filter((word) => !/\d/.test(word));
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
            <p class="quiet">
              {t("{i} of {n}", { i: index + 1, n: list.length })}
            </p>
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
                  if (right) finish(t(exercise.done));
                  else setSaid({ words: t("{capitalised}: no. Look again.", { capitalised: capitalised(t(text)) }), kind: "wrong" });
                  return right;
                }}
              />
            )}
            {step && !finding && (
              <p class="status" data-testid="status">
                <span class="status-words">
                  {inner.lifted
                    ? t("{name}: choose where it goes.", { name: position.name(inner.lifted) })
                    : play.preview
                      ? previewText(play.preview)
                      : spoken || t("{side} to move", { side })}
                </span>
                {play.chosen && play.preview?.checked.reason === "" && (
                  <button type="button" class="button primary" onClick={play.confirm}>
                    <Icon name="check" />
                    {t("Place")}
                  </button>
                )}
                {inner.words.map((word) => (
                  <button type="button" class="button" key={word} onClick={() => answer(word)}>
                    {deedLabel(word)}
                  </button>
                ))}
                {(play.chosen || inner.lifted) && (
                  <button type="button" class="button" onClick={play.cancel}>
                    {t("Cancel")}
                  </button>
                )}
              </p>
            )}
            {step && <TypeMove view={view} mayPlay extra={extra} onType={play.type} onPlay={answer} />}
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
                  {t("To all lessons")}
                </Link>
              )}
              {(over || words.length > 0) && (
                <button type="button" class="button" onClick={again}>
                  {t("Once more")}
                </button>
              )}
              {!over && steps.length > 0 && (
                <button type="button" class="button" onClick={show}>
                  {t("Show me")}
                </button>
              )}
            </div>
          </section>
          <nav class="panel" aria-label={t("Exercises")}>
            <h2>{t("Exercises")}</h2>
            <ol class="lesson-list">
              {list.map((one, i) => {
                const done = solved.has(exerciseName(lesson.game, one.id));
                return (
                  <li key={one.id}>
                    <button type="button" class="lesson-link" aria-current={one === exercise ? "step" : undefined} onClick={() => onShow(one.id)}>
                      <span class="move-number">{i + 1}</span>
                      <span class="lesson-name">{t(one.title)}</span>
                      {done && (
                        <span class="lesson-tick">
                          <Icon name="check" />
                          <span class="unseen">{t("solved")}</span>
                        </span>
                      )}
                    </button>
                  </li>
                );
              })}
            </ol>
            <p class="files quiet">
              <Link to="/learn">{t("All lessons")}</Link>
              <Link to="/">{t("Play {title}", { title: t(title) })}</Link>
            </p>
          </nav>
        </div>
      </main>
    </>
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
