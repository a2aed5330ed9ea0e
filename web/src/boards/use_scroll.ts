// Scrolling over a board without edges: by dragging, or place by place.
import { useCallback, useRef, useState } from "preact/hooks";

export const kBeyond = 1.5; // places that are seen a second time on each side
export const kDragPixels = 7; // less is a tap

const around = (value: number, count: number): number => ((value % count) + count) % count;

/** Where a line of the board is seen: once inside (from -0.5 to count - 0.5), and again beyond the edges. */
export function copies(place: number, count: number): number[] {
  const inside = around(place + 0.5, count) - 0.5;
  return [inside - count, inside, inside + count].filter((one) => one >= -kBeyond - 0.5 && one <= count - 0.5 + kBeyond);
}

/** Which of the `copies` of a line is seen there: 0 inside, -1 and 1 beyond the edges. */
export const copyOf = (seen: number, count: number): number => Math.floor((seen + 0.5) / count);

interface Drag {
  id: number;
  from: readonly [number, number]; // pixels
  start: readonly [number, number]; // places
  moved: boolean;
}

export interface Scroll {
  x: number; // places to the right, whole ones when nobody drags
  y: number; // downwards
  by(columns: number, rows: number): void; // to the right, upwards
  home(): void;
  listeners: {
    onPointerDown?(event: PointerEvent): void;
    onPointerMove?(event: PointerEvent): void;
    onPointerUp?(event: PointerEvent): void;
    onPointerCancel?(event: PointerEvent): void;
  };
}

export function useScroll(columns: number, rows: number, on: boolean): Scroll {
  const [[x, y], set] = useState<readonly [number, number]>([0, 0]);
  const drag = useRef<Drag | null>(null);
  const end = (event: PointerEvent) => {
    if (drag.current?.id !== event.pointerId) return;
    if (drag.current.moved) set(([a, b]) => [Math.round(a), Math.round(b)]);
    drag.current = null;
  };
  return {
    x: on ? x : 0,
    y: on ? y : 0,
    by: useCallback((right: number, up: number) => set(([a, b]) => [around(a + right, columns), around(b - up, rows)]), [columns, rows]),
    home: useCallback(() => set([0, 0]), []),
    listeners: on
      ? {
          onPointerDown: (event) => {
            if (event.button === 0 && !drag.current) drag.current = { id: event.pointerId, from: [event.clientX, event.clientY], start: [x, y], moved: false };
          },
          onPointerMove: (event) => {
            const now = drag.current;
            if (now?.id !== event.pointerId) return;
            const board = event.currentTarget as SVGSVGElement;
            const [dx, dy] = [event.clientX - now.from[0], event.clientY - now.from[1]];
            if (!now.moved && Math.hypot(dx, dy) < kDragPixels) return;
            if (!now.moved) board.setPointerCapture(event.pointerId); // so that the end of it is no tap
            now.moved = true;
            const unit = board.viewBox.baseVal.width / board.clientWidth;
            set([now.start[0] + dx * unit, now.start[1] + dy * unit]);
          },
          onPointerUp: end,
          onPointerCancel: end,
        }
      : {},
  };
}
