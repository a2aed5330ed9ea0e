// Effects that look at what is new without being run by it.
import { useCallback, useEffect, useRef } from "preact/hooks";

/** Stays the same function, and does what the newest `run` does. To be called from effects and events, not while drawing. */
export function useEvent<Given extends unknown[], Made>(run: (...given: Given) => Made): (...given: Given) => Made {
  const newest = useRef(run);
  newest.current = run;
  return useCallback((...given: Given) => newest.current(...given), []);
}

/** Once, when the component has come; what `run` returns, when it goes. */
export function useMount(run: () => void | (() => void)): void {
  const begin = useEvent(run);
  useEffect(() => begin(), [begin]);
}
