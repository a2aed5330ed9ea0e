// What is done when something comes into sight, and undone when it leaves.
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

const kNear = "200px"; // of the window: a little before it is seen

/** `come` is to stay the same function; what it returns is run when it leaves. */
export function useSight(box: RefObject<Element>, come: () => () => void): void {
  useEffect(() => {
    if (!box.current) return;
    let leave: (() => void) | null = null;
    const watch = new IntersectionObserver(
      (entries) => {
        const seen = entries[entries.length - 1]?.isIntersecting ?? false;
        if (seen) leave ??= come();
        else {
          leave?.();
          leave = null;
        }
      },
      { rootMargin: kNear },
    );
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      leave?.();
    };
  }, [box, come]);
}
