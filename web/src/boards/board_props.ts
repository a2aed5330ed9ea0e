// What every board is given, and what may be asked of it.
import type { Point } from "../net/protocol";
import type { BoardState } from "../state/board_state";
import type { DragPlay } from "./use_play";

/** What buttons and keys may ask of a board's camera. */
export interface BoardHandle {
  toTop(): void;
  turn(azimuth: number, tilt: number): void; // radians
  zoom(factor: number): void;
  scroll(columns: number, rows: number): void; // of a board without edges: to the right, upwards
}

export interface BoardProps {
  state: BoardState;
  onHover(at: Point | null): void; // the mouse is over it, or a finger rests on it
  onTap(picked: { at: Point; on: "spot" | "piece" } | null, touch: boolean): void;
  drag?: DragPlay | undefined; // flat boards alone let pieces be taken by the hand
  onView?(top: boolean): void; // whether the standard view is shown
  onFail?(): void; // this board cannot be shown here
  onRestored?(): void; // the GPU had lost all that it knew of it, and may be told again
  handle?: { current: BoardHandle | null };
}
