// Pieces that step: a piece is taken up by a tap or by Enter, and the places where it may go answer. Around `usePlay`.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Point, View } from "../net/protocol";
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
  const [lifted, setLifted] = useState<Point | null>(null);
  useEffect(() => setLifted(null), [rules, seat]);
  const steps = useMemo(() => (view && rules ? stepsOf(view, rules, legal) : null), [view, rules, legal]);
  const targets = useMemo(() => (lifted && steps ? steps.of(lifted) : null), [lifted, steps]);
  const seen = useMemo<Rules | null>(
    () =>
      rules && {
        check: (by, word) => rules.check(by, word),
        places: (by) => (targets ? [...targets] : rules.places(by)),
        name: (at) => rules.name(at),
      },
    [rules, targets],
  );
  const table = useMemo(() => ({ you: seat }), [seat]);
  const inner = usePlay({ table, view, replica: seen, mayPlay: seat !== null, settings, play });
  const { selected } = inner;
  useEffect(() => {
    if (!selected || !steps) return;
    setLifted(steps.of(selected).length + steps.off(selected).length > 0 ? selected : null);
  }, [selected, steps]);
  return {
    ...inner,
    cancel: () => {
      setLifted(null);
      inner.cancel();
    },
    lifted,
    words: lifted && steps ? steps.off(lifted) : kNone,
  };
}
