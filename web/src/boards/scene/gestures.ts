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
  const hand = new Hand(element, target);
  const end = new AbortController();
  const { signal } = end;
  element.addEventListener("pointerdown", (event) => hand.down(event), { signal });
  element.addEventListener("pointermove", (event) => hand.move(event), { signal });
  element.addEventListener("pointerup", (event) => hand.up(event), { signal });
  element.addEventListener("pointercancel", (event) => hand.up(event), { signal });
  element.addEventListener("pointerleave", (event) => hand.leave(event), { signal });
  element.addEventListener("wheel", (event) => hand.wheel(event), { signal, passive: false });
  element.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
  return () => {
    hand.stopHold();
    end.abort();
  };
}

class Hand {
  private readonly fingers = new Map<number, Finger>();
  private start: (Finger & { button: number }) | null = null;
  private dragging = false;
  private held = false;
  private holdTimer = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly target: GestureTarget,
  ) {}

  stopHold(): void {
    window.clearTimeout(this.holdTimer);
  }

  down(event: PointerEvent): void {
    if (event.button > 2) return;
    this.element.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.stopHold();
    if (this.fingers.size > 1) {
      this.dragging = true;
      return;
    }
    this.start = { x: event.clientX, y: event.clientY, button: event.shiftKey ? 2 : event.button };
    this.dragging = this.held = false;
    if (event.pointerType !== "mouse")
      this.holdTimer = window.setTimeout(() => {
        this.held = true;
        this.target.hold(event.clientX, event.clientY);
      }, kHoldMs);
  }

  move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) {
      if (event.pointerType === "mouse") this.target.hover(event.clientX, event.clientY);
      return;
    }
    if (this.fingers.size === 2) this.pinch(event, finger);
    else if (this.start && !this.drag(event, finger, this.start)) return; // the finger only trembles
    finger.x = event.clientX;
    finger.y = event.clientY;
  }

  private pinch(event: PointerEvent, finger: Finger): void {
    const other = [...this.fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const before = Math.hypot(finger.x - other.x, finger.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (before > 0) this.target.zoom(after / before);
    this.target.pan((event.clientX - finger.x) / 2, (event.clientY - finger.y) / 2);
  }

  /** Whether it went far enough to mean something. */
  private drag(event: PointerEvent, finger: Finger, start: Finger & { button: number }): boolean {
    const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
    if (this.held) this.target.hold(event.clientX, event.clientY);
    else if (this.dragging || far > kSlop) {
      this.dragging = true;
      this.stopHold();
      this.target[start.button === 0 ? "turn" : "pan"](event.clientX - finger.x, event.clientY - finger.y);
    } else return false;
    return true;
  }

  up(event: PointerEvent): void {
    this.stopHold();
    const known = this.fingers.delete(event.pointerId);
    const tapped = known && event.type === "pointerup" && this.start && !this.dragging && !this.held && this.fingers.size === 0;
    if (tapped && this.start?.button === 0) this.target.tap(event.clientX, event.clientY, event.pointerType !== "mouse");
    if (this.fingers.size === 0) this.start = null;
  }

  leave(event: PointerEvent): void {
    if (event.pointerType === "mouse" && this.fingers.size === 0) this.target.leave();
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.target.zoom(Math.exp(-event.deltaY * lines * 0.0012));
  }
}
