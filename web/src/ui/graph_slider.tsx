// The plot of a graph over a game as a slider: a click or the arrow keys go to a move.
import type { ComponentChildren } from "preact";

interface Props {
  label: string;
  said: string; // of the move shown
  ply: number; // shown
  plies: number;
  onShow(ply: number): void;
  children: ComponentChildren;
}

export function GraphSlider({ label, said, ply, plies, onShow, children }: Props) {
  const show = (to: number) => onShow(Math.max(0, Math.min(plies, to)));
  const at = (event: PointerEvent & { currentTarget: Element }) => {
    const box = event.currentTarget.getBoundingClientRect();
    return Math.round(((event.clientX - box.left) / box.width) * Math.max(1, plies));
  };
  const keys: Record<string, number> = {
    ArrowLeft: ply - 1,
    ArrowDown: ply - 1,
    ArrowRight: ply + 1,
    ArrowUp: ply + 1,
    PageUp: ply - 10,
    PageDown: ply + 10,
    Home: 0,
    End: plies,
  };
  return (
    <div
      class="win-plot"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={plies}
      aria-valuenow={ply}
      aria-valuetext={said}
      data-testid="win-graph"
      onKeyDown={(event) => {
        const to = keys[event.key];
        if (to === undefined) return;
        event.preventDefault();
        show(to);
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        show(at(event));
      }}
      onPointerMove={(event) => event.buttons > 0 && show(at(event))}
    >
      {children}
    </div>
  );
}
