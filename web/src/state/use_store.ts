// What a store holds, drawn anew when it changes.
import { useEffect, useState } from "preact/hooks";
import type { Store } from "./store";

export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState(0);
  const drawn = store.value;
  useEffect(() => {
    const stop = store.listen(() => redraw((times) => times + 1));
    if (store.value !== drawn) redraw((times) => times + 1); // it changed before one listened
    return stop;
  }, [store]);
  return drawn;
}
