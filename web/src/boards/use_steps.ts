// Pieces that step: a piece is taken up by a tap or by Enter, and the places where it may go answer. Around `usePlay`.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Point, View } from "../net/protocol";
import { deedLabel } from "../state/move_words";
import { emptyPoints, isOnBoard, samePoint, stones } from "../state/points";
import type { Rules } from "../state/replica";
import type { Settings } from "../state/settings";
import { comesIn, stepsOf, type StepWords } from "../state/steps";
import type { Place } from "../wasm/core";
import { usePlay, type Play } from "./use_play";
import { useEvent } from "../state/use_event";

interface Inputs {
  game: string;
  view: View | null;
  rules: Rules | null;
  legal: readonly string[];
  seat: number | null; // who plays; null: nobody
  settings: Settings;
  play(word: string): void;
  refuse?(word: string, reason: string): void; // a step was tried that the rules forbid
}

export interface StepPlay extends Play {
  lifted: Point | null;
  words: readonly string[]; // what else can be done with the piece that was taken up, or with those that left the board
  label(word: string): string; // of a button for one of them
}

const kNone: readonly string[] = [];
const kNowhere: readonly Point[] = [];

export function useSteps({ game, view, rules, legal, seat, settings, play, refuse }: Inputs): StepPlay {
  const [held, setLifted] = useState<Point | null>(null);
  const lifted = seat === null ? null : held; // taken up while the last step is still being sent, it shows then
  useLayoutEffect(() => setLifted(null), [rules, view]); // before the next tap can come
  const steps = useMemo(() => (view && rules ? stepsOf(view, rules, legal, game) : null), [view, rules, legal, game]);
  const { illegal, targets, movable } = useTargets(view, rules, seat, steps, lifted, refuse !== undefined);
  const seen = useMemo<Rules | null>(
    () =>
      rules && {
        check: (by, word) => rules.check(by, word),
        places: (by) => (targets ? [...targets] : rules.places(by)),
        name: (at) => rules.name(at),
      },
    [rules, targets],
  );
  const inner = usePlay({ view, rules: seen, seat, settings, play });
  const { selected } = inner;
  const canLift = (at: Point): boolean => steps !== null && steps.of(at).length + steps.off(at).length > 0;
  const take = useEvent((at: Point) => {
    const word = onlyDeed(steps, at);
    if (word !== null && seat !== null) play(word);
    else setLifted(canLift(at) ? at : null);
  });
  useEffect(() => {
    if (selected) take(selected);
  }, [selected, steps, take]);
  const backs = useMemo(() => legal.filter(comesIn), [legal]);
  const putBack = useRef(false); // a click on the piece would lay it down
  const cancel = () => {
    setLifted(null);
    inner.cancel();
  };
  return {
    ...inner,
    hover: (at) => inner.hover(at && targets?.some((place) => place.reason !== "" && samePoint(place.at, at)) ? null : at),
    // At once, not when `selected` is seen: the next tap may come before that.
    tap: (picked, touch) => {
      const wrong = picked && refuse && !(picked.on === "piece" && canLift(picked.at)) ? illegal(picked.at) : null;
      if (wrong) return refuse?.(wrong.word, wrong.reason);
      if (picked?.on !== "piece" || !canLift(picked.at)) return inner.tap(picked, touch);
      inner.cancel();
      const word = onlyDeed(steps, picked.at);
      if (word !== null && seat !== null) return play(word);
      setLifted(samePoint(lifted, picked.at) ? null : picked.at);
    },
    cancel,
    drag: {
      movable,
      lift: (at) => {
        putBack.current = samePoint(lifted, at);
        inner.cancel();
        setLifted(at);
      },
      drop: (to) => {
        const wrong = samePoint(lifted, to) ? null : illegal(to);
        if (wrong) refuse?.(wrong.word, wrong.reason);
        else if (!samePoint(lifted, to)) inner.tap({ at: to, on: "spot" }, false);
        else if (putBack.current) cancel();
      },
    },
    lifted,
    words: seat === null ? kNone : lifted && steps ? steps.off(lifted) : backs,
    label: useCallback((word) => deedLabel(word, game), [game]),
  };
}

/** Which pieces may go, and where the one that was taken up may; and, where that is told, where it may not and why. */
function useTargets(view: View | null, rules: Rules | null, seat: number | null, steps: StepWords | null, lifted: Point | null, telling: boolean) {
  /** The step from what is lifted, and why it may not be; null where nothing is said against it. */
  const illegal = useCallback(
    (to: Point): Place | null => {
      if (!lifted || !rules || !view || seat === null || !isOnBoard(view, to)) return null;
      const word = `${rules.name(lifted)}>${rules.name(to)}`;
      const { reason } = rules.check(seat, word);
      return reason === "" ? null : { at: to, word, reason };
    },
    [view, rules, seat, lifted],
  );
  const targets = useMemo(() => {
    if (!lifted || !steps || !view) return null;
    const others = telling ? emptyPoints(view).flatMap((at) => illegal(at) ?? []) : [];
    return [...steps.of(lifted), ...others];
  }, [view, lifted, steps, telling, illegal]);
  const movable = useMemo(
    () =>
      view && steps && seat !== null
        ? stones(view)
            .map((stone) => stone.at)
            .filter((at) => steps.of(at).length > 0)
        : kNowhere,
    [view, steps, seat],
  );
  return { illegal, targets, movable };
}

/** What a touch alone does: where the only thing to do with a group is to call it dead, or not. */
function onlyDeed(steps: StepWords | null, at: Point): string | null {
  const [word, ...more] = steps?.off(at) ?? [];
  return word && more.length === 0 && /^\w+:/.test(word) && steps?.of(at).length === 0 ? word : null;
}
