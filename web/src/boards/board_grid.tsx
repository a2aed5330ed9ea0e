// The board as a grid of words for who hears it: a cell for each place that is seen from above, and which of them the keyboard
// is on. Unseen.
import { useMemo } from "preact/hooks";
import type { Point, View } from "../net/protocol";
import { inRows, reachable } from "../state/cursor";
import { isOnBoard, pointKey, samePoint } from "../state/points";
import type { Rules } from "../state/replica";
import type { Play } from "./use_play";
import { pointTexts } from "../state/point_words";

interface Props {
  view: View;
  rules: Rules | null;
  play: Play;
  spoken: string; // of the keyboard's place
}

/** What a grid names as its active cell. */
export const cellId = (at: Point | null): string | undefined => (at ? `cell-${pointKey(at).replaceAll(",", "-")}` : undefined);

export function BoardGrid({ view, rules, play, spoken }: Props) {
  const { places, cursor } = play;
  const rows = useMemo(() => {
    if (!rules) return [];
    const text = pointTexts(view, rules);
    return inRows(reachable(view, places)).map((row) => row.map((at) => ({ at, text: isOnBoard(view, at) ? text(at, null) : "" })));
  }, [view, rules, places]);
  return (
    <div class="unseen" role="rowgroup">
      {rows.map((row) => (
        <div role="row" key={row[0] && cellId(row[0].at)}>
          {row.map(({ at, text }) => {
            const here = samePoint(at, cursor);
            return (
              <div role="gridcell" id={cellId(at)} key={cellId(at)} data-testid={here ? "spoken" : undefined}>
                {here ? spoken : text || places.find((place) => samePoint(place.at, at))?.word}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
