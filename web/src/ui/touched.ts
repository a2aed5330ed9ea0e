// What became of a piece that was touched, in words for a line and for screen readers.
import { t, tn } from "../lang/text";
import type { Point, View } from "../net/protocol";
import { groupAt } from "../state/board_model";
import type { Rules } from "../state/replica";
import { freedomText } from "../state/words";
import type { Play } from "../boards/use_play";

/** `lifted`: a piece in the hand, on boards where pieces step. */
type Touching = Pick<Play, "selected"> & { lifted?: Point | null };

/** "white group: 3 pieces, 2 freedoms", "D2: choose where it goes."; null: none was touched. */
export function touchedText(view: View, rules: Rules | null, play: Touching): string | null {
  if (play.lifted && rules) return t("{name}: choose where to move it.", { name: rules.name(play.lifted) });
  const group = play.selected && groupAt(view, play.selected);
  return group
    ? t("{side} group: {pieces}, {freedoms}", {
        side: t(view.sides[group.side]?.name ?? ""),
        pieces: tn("{n} piece", "{n} pieces", group.pieces.length),
        freedoms: freedomText(group.freedoms.length, view),
      })
    : null;
}
