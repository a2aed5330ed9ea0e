// What a store holds, drawn anew when it changes.
import { useSyncExternalStore } from "preact/compat";
import type { Store } from "./store";

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.listen, () => store.value);
