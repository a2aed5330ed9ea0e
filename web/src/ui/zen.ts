// Zen mode: the board, the players and what one may do; all else is out of sight until it is wished again.
import { useEffect, useState } from "preact/hooks";
import { useSettings } from "../state/settings_context";
import "./zen.css";

/** Shift and Z turn it on and off. It ends with the page. */
export function useZen(): [on: boolean, set: (on: boolean) => void] {
  const { settings } = useSettings();
  const [on, set] = useState(false);
  useEffect(() => {
    if (!settings.keys) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Z" || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
      event.preventDefault(); // it begins no move's name
      set((before) => !before);
    };
    addEventListener("keydown", onKey, true);
    return () => removeEventListener("keydown", onKey, true);
  }, [settings.keys]);
  useEffect(() => {
    document.documentElement.toggleAttribute("data-zen", on);
    return () => document.documentElement.removeAttribute("data-zen");
  }, [on]);
  return [on, set];
}
