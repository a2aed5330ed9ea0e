// A seat's clock, counting down while its time runs.
import { useEffect, useState } from "preact/hooks";
import type { Clock } from "../net/protocol";
import { face, nextChangeMs } from "../state/clock";

/** Milliseconds since this clock was told; draws anew whenever what is shown changes. */
export function useElapsed(clock: Clock | null): number {
  const [told, setTold] = useState({ clock, at: performance.now() });
  const [, redraw] = useState(0);
  if (told.clock !== clock) setTold({ clock, at: performance.now() });
  const elapsed = told.clock === clock ? performance.now() - told.at : 0;
  const wait = clock ? nextChangeMs(clock.seats, elapsed) : null;
  useEffect(() => {
    if (wait === null) return;
    const timer = setInterval(() => redraw((count) => count + 1), wait);
    return () => clearInterval(timer);
  }, [wait, clock]);
  return elapsed;
}

export function ClockFace({ clock, seat, elapsed }: { clock: Clock; seat: number; elapsed: number }) {
  const time = clock.seats[seat];
  const shown = time && face(time, elapsed);
  if (!shown) return null;
  const running = time.counting && !clock.paused;
  return (
    <span class={`clock ${running ? "running" : ""} ${shown.low && time.on_turn ? "low" : ""}`} role="timer" aria-live="off">
      <span class="clock-time">{shown.text}</span>
      {shown.note && <span class="clock-note">{shown.note}</span>}
    </span>
  );
}
