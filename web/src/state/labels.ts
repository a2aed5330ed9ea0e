// The coordinates along the board's edges, taken from the core's own names of the points.
import type { Label, Labels } from "./board_state";
import type { Point, View } from "../net/protocol";
import { splitName } from "./points";
import { hasLevels } from "./surface";

/** `name` names a point; on a pyramid the places between two holes are labelled too, smaller. */
export function makeLabels(view: View, name: (point: Point) => string): Labels {
  const between = hasLevels(view) && view.levels > 1;
  const line = (count: number, point: (level: number, i: number) => Point, part: 0 | 1): Label[] => {
    const labels: Label[] = [];
    for (let i = 0; i < count; ++i) {
      labels.push({ at: i, text: splitName(name(point(0, i)))[part], minor: false });
      if (between && i + 1 < count && count <= 10) labels.push({ at: i + 0.5, text: splitName(name(point(1, i)))[part], minor: true });
    }
    return labels;
  };
  return {
    columns: line(view.columns, (level, i) => [level, i, 0], 0),
    rows: line(view.rows, (level, i) => [level, 0, i], 1),
  };
}
