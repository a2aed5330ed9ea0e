// One exercise while it is solved: the words played, the step that is asked for, what was said of the last answer.
import { reasonText } from "../lang/core_text";
import { sentences, t } from "../lang/text";
import type { Point } from "../net/protocol";
import type { Exercise, Step } from "../skins/lesson";
import type { Core, Position } from "../wasm/core";
import { judge, playOn, setUp } from "./exercise";
import { capturedNames } from "./replica";
import { listText } from "./words";

export interface Said {
  words: string;
  kind: "right" | "wrong" | "note";
}

export interface Course {
  words: readonly string[]; // played since it began
  at: number; // the step
  said: Said | null;
  over: boolean;
  shown: Point | null; // a solution that is a place
}

export const kBegun: Course = { words: [], at: 0, said: null, over: false, shown: null };

export const stepsOf = ({ ask }: Exercise): readonly Step[] => ("steps" in ask ? ask.steps : []);

export const solved = (course: Course, { done }: Exercise): Course => ({ ...course, said: { words: t(done), kind: "right" }, over: true });

export const wrong = (course: Course, words: string): Course => ({ ...course, said: { words, kind: "wrong" } });

/** After a word that was played; `name`: as it is spelled. */
export function answered(course: Course, exercise: Exercise, position: Position, seat: number, word: string, name: string): { right: boolean; course: Course } {
  const steps = stepsOf(exercise);
  const step = steps[course.at] as Step;
  const { right, checked, refused } = judge(position, seat, word, step.goal);
  if (!right) {
    const finding = step.goal.refused !== undefined;
    const taken = capturedNames(checked.events ?? []);
    const other =
      taken.length > 0
        ? t("Legal, and it captures {list}, but it does not solve the task.", { list: listText(taken) })
        : t("Legal, but it does not solve the task.");
    const text = refused !== "" ? reasonText(refused) : finding ? t("That move is legal. Look for one that is not.") : other;
    return { right, course: wrong(course, t("{word}: {reason}", { word: name, reason: text })) };
  }
  const words = checked.reason === "" ? [...course.words, word, ...(step.reply ? [step.reply] : [])] : course.words;
  if (course.at + 1 === steps.length) return { right, course: solved({ ...course, words }, exercise) };
  const told = refused !== "" ? reasonText(refused) : step.reply ? t("The opponent answers {reply}.", { reply: step.reply }) : "";
  const said: Said = { words: sentences([t("{name} is right.", { name }), told, t("Continue.")].filter(Boolean)), kind: "note" };
  return { right, course: { ...course, words, at: course.at + 1, said } };
}

/** With its solution played. */
export function showing(course: Course, core: Core, game: string, exercise: Exercise): Course {
  const made = setUp(core, game, exercise);
  const told: string[] = [];
  const words: string[] = [];
  let { shown } = course;
  for (const { solution, reply, goal } of stepsOf(exercise)) {
    told.push(solution);
    const by = made.view().next ?? 0;
    if (goal.refused) shown = made.places(by).find((place) => place.word === solution)?.at ?? null;
    for (const word of made.check(by, solution).reason === "" ? [solution, ...(reply ? [reply] : [])] : []) {
      playOn(made, word);
      words.push(word);
    }
  }
  made.free();
  return { words, at: stepsOf(exercise).length, said: { words: `${listText(told)}. ${t(exercise.done)}`, kind: "note" }, over: true, shown };
}
