// Pieces that step: a piece is taken up by a tap or by Enter, and the places where it may go answer. Around `usePlay`.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Point, View } from "../net/protocol";
import { samePoint } from "../state/points";
import type { Rules } from "../state/replica";
import type { Settings } from "../state/settings";
import { stepsOf } from "../state/steps";
import { usePlay, type Play } from "./use_play";

interface Inputs {
  view: View | null;
  rules: Rules | null;
  legal: readonly string[];
  seat: number | null; // who plays; null: nobody
  settings: Settings;
  play(word: string): void;
}

export interface StepPlay extends Play {
  lifted: Point | null;
  words: readonly string[]; // what else can be done with the piece that was taken up
}

const kNone: readonly string[] = [];

export function useSteps({ view, rules, legal, seat, settings, play }: Inputs): StepPlay {
  const [held, setLifted] = useState<Point | null>(null);
  const lifted = seat === null ? null : held; // taken up while the last step is still being sent, it shows then
  useEffect(() => setLifted(null), [rules, view]);
  const steps = useMemo(() => (view && rules ? stepsOf(view, rules, legal) : null), [view, rules, legal]);
  const canLift = (at: Point): boolean => steps !== null && steps.of(at).length + steps.off(at).length > 0;
  const targets = useMemo(() => (lifted && steps ? steps.of(lifted) : null), [lifted, steps]);
  const seen = useMemo<Rules | null>(
    () =>
      rules && {
        check: (by, word) => rules.check(by, word),
        places: (by) => (targets ? [...targets] : rules.places(by)),
        name: (at) => rules.name(at),
      },
    [rules, targets, view], // at a table the rules stay and the view comes
  );
  const table = useMemo(() => ({ you: seat }), [seat]);
  const inner = usePlay({ table, view, replica: seen, mayPlay: seat !== null, settings, play });
  const { selected } = inner;
  useEffect(() => {
    if (selected) setLifted(canLift(selected) ? selected : null);
  }, [selected, steps]);
  return {
    ...inner,
    // At once, not when `selected` is seen: the next tap may come before that.
    tap: (picked, touch) => {
      if (picked?.on !== "piece" || !canLift(picked.at)) return inner.tap(picked, touch);
      inner.cancel();
      setLifted(samePoint(lifted, picked.at) ? null : picked.at);
    },
    cancel: () => {
      setLifted(null);
      inner.cancel();
    },
    lifted,
    words: lifted && steps ? steps.off(lifted) : kNone,
  };
}
