// Where a flat board can be pointed at and clicked: unseen discs above all that is drawn. They are drawn anew only when one
// of them changes, not whenever something else on the board does.
import { memo } from "preact/compat";
import type { Point } from "../net/protocol";
import type { BoardProps } from "./board_props";
import type { Rest } from "./use_rest";

export interface Target {
  key: string; // of the point's copy
  at: Point;
  x: number;
  y: number;
  r: number;
  active: boolean; // a piece that can be taken by the hand, a place where one may play
}

interface Props {
  pieces: readonly Target[];
  spots: readonly Target[];
  rest: Rest;
  onHover: BoardProps["onHover"]; // both are to stay the same functions
  onTap: BoardProps["onTap"];
}

const sameTargets = (a: readonly Target[], b: readonly Target[]): boolean =>
  a.length === b.length &&
  a.every((one, i) => {
    const other = b[i];
    return other !== undefined && one.key === other.key && one.x === other.x && one.y === other.y && one.r === other.r && one.active === other.active;
  });

/** Whether nothing of the targets has changed. */
export const sameProps = (a: Props, b: Props): boolean =>
  a.rest === b.rest && a.onHover === b.onHover && a.onTap === b.onTap && sameTargets(a.pieces, b.pieces) && sameTargets(a.spots, b.spots);

export const Targets = memo(function Targets({ pieces, spots, rest, onHover, onTap }: Props) {
  return (
    <>
      {pieces.map(({ key, at, x, y, r, active }) => (
        <circle key={key} cx={x} cy={y} r={r} fill="transparent" cursor={active ? "grab" : undefined} onClick={() => onTap({ at, on: "piece" }, false)} />
      ))}
      {spots.map(({ key, at, x, y, r, active }) => (
        <circle
          key={key}
          cx={x}
          cy={y}
          r={r}
          fill="transparent"
          style={active ? "cursor:pointer" : undefined}
          onPointerEnter={(event) => event.pointerType === "mouse" && onHover(at)}
          onPointerLeave={() => onHover(null)}
          onPointerDown={(event) => event.pointerType !== "mouse" && rest.begin(() => onHover(at))}
          onPointerUp={(event) => event.button === 0 && !rest.end() && onTap({ at, on: "spot" }, event.pointerType !== "mouse")}
        />
      ))}
    </>
  );
}, sameProps);
