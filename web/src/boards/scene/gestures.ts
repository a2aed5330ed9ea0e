// Mouse and touch on the board: what was meant by the fingers, told through callbacks. Knows no scene.

export interface GestureTarget {
  hover(x: number, y: number): void; // client pixels
  leave(): void;
  tap(x: number, y: number, touch: boolean): void;
  hold(x: number, y: number): void; // a long press: look, do not play
  turn(dx: number, dy: number): void; // pixels
  pan(dx: number, dy: number): void;
  zoom(factor: number): void;
}

const kSlop = 7; // pixels that a tap may wander
const kHoldMs = 420;

interface Finger {
  x: number;
  y: number;
}

/** Listens on the element until the returned function is called. */
export function listen(element: HTMLElement, target: GestureTarget): () => void {
  const fingers = new Map<number, Finger>();
  let start: (Finger & { button: number }) | null = null;
  let dragging = false;
  let held = false;
  let holdTimer = 0;

  const stopHold = () => window.clearTimeout(holdTimer);

  const down = (event: PointerEvent) => {
    if (event.button > 2) return;
    element.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    stopHold();
    if (fingers.size > 1) {
      dragging = true;
      return;
    }
    start = { x: event.clientX, y: event.clientY, button: event.shiftKey ? 2 : event.button };
    dragging = held = false;
    if (event.pointerType !== "mouse")
      holdTimer = window.setTimeout(() => {
        held = true;
        target.hold(event.clientX, event.clientY);
      }, kHoldMs);
  };

  const move = (event: PointerEvent) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") target.hover(event.clientX, event.clientY);
      return;
    }
    const dx = event.clientX - finger.x;
    const dy = event.clientY - finger.y;
    if (fingers.size === 2) {
      const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const before = Math.hypot(finger.x - other.x, finger.y - other.y);
        const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
        if (before > 0) target.zoom(after / before);
        target.pan(dx / 2, dy / 2);
      }
    } else if (start) {
      const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (held) target.hold(event.clientX, event.clientY);
      else if (dragging || far > kSlop) {
        dragging = true;
        stopHold();
        if (start.button === 0) target.turn(dx, dy);
        else target.pan(dx, dy);
      } else return; // the finger only trembles
    }
    finger.x = event.clientX;
    finger.y = event.clientY;
  };

  const up = (event: PointerEvent) => {
    stopHold();
    const known = fingers.delete(event.pointerId);
    const tapped = known && event.type === "pointerup" && start && !dragging && !held && fingers.size === 0;
    if (tapped && start?.button === 0) target.tap(event.clientX, event.clientY, event.pointerType !== "mouse");
    if (fingers.size === 0) start = null;
  };

  const leave = (event: PointerEvent) => {
    if (event.pointerType === "mouse" && fingers.size === 0) target.leave();
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    target.zoom(Math.exp(-event.deltaY * lines * 0.0012));
  };

  const menu = (event: Event) => event.preventDefault();

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("contextmenu", menu);
  return () => {
    stopHold();
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("pointerleave", leave);
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("contextmenu", menu);
  };
}
