// Zen mode: the board, the players and what one may do; all else is out of sight until it is wished again.
import { useEffect, useLayoutEffect, useRef, useState, type MutableRef } from "preact/hooks";
import { useSettings } from "../state/settings_context";
import "./zen.css";

const kFields = "input, textarea, select, dialog"; // lang: none

export interface Zen {
  on: boolean;
  set(on: boolean): void;
  leave: MutableRef<HTMLButtonElement | null>; // the button that ends it
}

/**
 * Shift and Z turn it on and off. Escape ends it, but where a move is begun (`moving`) only that. It ends with the page.
 * The focus stays on something that is seen.
 */
export function useZen(moving: boolean): Zen {
  const { settings } = useSettings();
  const [on, set] = useState(false);
  const leave = useRef<HTMLButtonElement | null>(null);
  const from = useRef<HTMLElement | null>(null); // had the focus, and was hidden
  useEffect(() => {
    if (!settings.keys && !on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(kFields)) return;
      if (on && event.key === "Escape" && !moving) return set(false);
      if (!settings.keys || event.key.toLowerCase() !== "z" || !event.shiftKey) return;
      event.preventDefault(); // it begins no move's name
      set((before) => !before);
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, [settings.keys, on, moving]);
  useLayoutEffect(() => {
    const { activeElement: focused } = document;
    document.documentElement.toggleAttribute("data-zen", on);
    if (on && focused instanceof HTMLElement && focused !== document.body && focused.getClientRects().length === 0) {
      from.current = focused;
      leave.current?.focus();
    } else if (!on) {
      if (focused === document.body) from.current?.focus();
      from.current = null;
    }
    return () => document.documentElement.removeAttribute("data-zen");
  }, [on]);
  return { on, set, leave };
}
