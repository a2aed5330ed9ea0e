// Keys that walk through a game, for pages with a board.
import { useEffect, useRef } from "preact/hooks";
import type { Way } from "../state/work";

const kKeys: Record<string, Way> = {
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "previous",
  ArrowDown: "next",
  Home: "start",
  End: "end",
};

/**
 * Arrow keys walk, wherever one is but in a field; on the board only while it is used by pointer. `ways`: only these.
 * `playing`: the board keeps its keys, by whatever it was reached.
 */
export function useKeys(walk: (way: Way) => void, turnBack?: (redo: boolean) => void, ways?: readonly Way[], playing = false): void {
  const now = useRef({ walk, turnBack, ways, playing });
  now.current = { walk, turnBack, ways, playing };
  useEffect(() => {
    let pointer = false;
    const onPointer = () => (pointer = true);
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Tab") pointer = false;
      const target = event.target instanceof Element ? event.target : document.body;
      if (event.altKey || target.closest("input, textarea, select, dialog, [role=slider]")) return;
      if (now.current.turnBack && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
        event.preventDefault();
        now.current.turnBack(event.shiftKey);
        return;
      }
      const way = kKeys[event.key];
      if (!way || (now.current.ways && !now.current.ways.includes(way)) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (target.closest("[role=grid]") && (!pointer || now.current.playing)) return;
      event.preventDefault();
      event.stopPropagation();
      now.current.walk(way);
    };
    addEventListener("pointerdown", onPointer, true);
    addEventListener("keydown", onKey, true);
    return () => {
      removeEventListener("pointerdown", onPointer, true);
      removeEventListener("keydown", onKey, true);
    };
  }, []);
}
