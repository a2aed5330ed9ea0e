// Dragging a piece over a flat board: from the press on one that may be taken up to the release on another place.
import { useRef, useState } from "preact/hooks";
import type { Point } from "../net/protocol";
import { samePoint } from "../state/points";
import type { DragPlay } from "./use_play";
import { kDragPixels } from "./use_scroll";

export interface Dragged {
  from: Point;
  x: number; // where it is held, in the drawing's units
  y: number;
}

interface Press {
  id: number;
  from: Point;
  at: readonly [number, number]; // pixels
  moved: boolean;
}

/** `pointAt`: the place at a spot of the drawing. `onOver`: the place that the dragged piece is over. */
export function useDrag(drag: DragPlay | undefined, pointAt: (x: number, y: number) => Point | null, onOver: (at: Point | null) => void) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const press = useRef<Press | null>(null);
  const seen = (event: PointerEvent): readonly [number, number] => {
    const board = event.currentTarget as SVGSVGElement;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM()?.inverse());
    return [x, y];
  };
  const end = (event: PointerEvent): boolean => {
    const now = press.current;
    if (now?.id !== event.pointerId) return false;
    press.current = null;
    setDragged(null);
    if (now.moved) onOver(null);
    return now.moved;
  };
  return {
    dragged,
    listeners: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || press.current) return;
        const from = pointAt(...seen(event));
        if (!from || !drag?.movable.some((at) => samePoint(at, from))) return;
        press.current = { id: event.pointerId, from, at: [event.clientX, event.clientY], moved: false };
      },
      onPointerMove: (event: PointerEvent) => {
        const now = press.current;
        if (now?.id !== event.pointerId) return;
        if (!now.moved && Math.hypot(event.clientX - now.at[0], event.clientY - now.at[1]) < kDragPixels) return;
        if (!now.moved) {
          (event.currentTarget as SVGSVGElement).setPointerCapture(event.pointerId); // so that the end of it is no tap
          drag?.lift(now.from);
        }
        now.moved = true;
        const [x, y] = seen(event);
        setDragged({ from: now.from, x, y });
        onOver(pointAt(x, y));
      },
      onPointerUp: (event: PointerEvent) => {
        const to = pointAt(...seen(event));
        if (end(event) && to) drag?.drop(to);
      },
      onPointerCancel: (event: PointerEvent) => void end(event),
    },
  };
}
