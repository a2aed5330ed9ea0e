// Keeps the focus where keys go on from: when the button that had it is gone or switched off, something that stays has it.
import { useEffect, useLayoutEffect, useRef, type MutableRef } from "preact/hooks";

/** `box`: where focus is watched; `refuge`: takes it over; while `busy` what is switched off may come back. */
export function useKeptFocus(box: MutableRef<HTMLElement | null>, refuge: MutableRef<HTMLElement | null>, busy: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const follow = (event: Event) => {
      const { target } = event;
      const inside = target instanceof HTMLElement && box.current?.contains(target);
      if (event.type === "focusin") last.current = inside ? target : null;
      else if (!inside) last.current = null; // left on purpose
    };
    document.addEventListener("focusin", follow);
    document.addEventListener("pointerdown", follow);
    return () => {
      document.removeEventListener("focusin", follow);
      document.removeEventListener("pointerdown", follow);
    };
  }, [box]);
  useLayoutEffect(() => {
    const was = last.current;
    const now = document.activeElement;
    if (busy || !was || (now !== document.body && now !== was)) return;
    const stays = was.isConnected && !was.matches(":disabled");
    if (!stays) refuge.current?.focus();
    else if (now !== was) was.focus();
  });
}
