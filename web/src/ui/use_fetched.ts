// Something of the server's: asked for now, again when it is wished, and every so often while the page is seen. What
// could not be read anew stays, with the reason beside it.
import { useCallback, useEffect, useState } from "preact/hooks";
import { ApiError } from "../net/api";
import { problemText } from "../state/problem_text";
import { Requests } from "../state/requests";
import { useEvent } from "../state/use_event";

export interface Fetched<T> {
  data: T | null;
  problem: string | null;
  missing: boolean; // the server says that there is none
  reload(): Promise<void>;
  set(data: T): void; // what an action was answered with
}

/** `of`: what is asked for; where it changes, what was there is gone and asked for anew. */
export function useFetched<T>(fetch: () => Promise<T>, of: unknown = null, everyMs = 0): Fetched<T> {
  const [state, setState] = useState<{ data: T | null; problem: string | null; missing: boolean }>({ data: null, problem: null, missing: false });
  const [requests] = useState(() => new Requests());
  const reload = useEvent(async () => {
    const asked = requests.begin();
    try {
      const data = await fetch();
      if (requests.end(asked)) setState({ data, problem: null, missing: false });
    } catch (error) {
      if (!requests.end(asked)) return;
      const missing = error instanceof ApiError && error.status === 404;
      setState((before) => ({ data: missing ? null : before.data, problem: problemText(error), missing }));
    }
  });
  const set = useCallback(
    (data: T) => {
      requests.drop();
      setState({ data, problem: null, missing: false });
    },
    [requests],
  );
  useEffect(() => {
    setState({ data: null, problem: null, missing: false });
    void reload();
    const look = () => {
      if (document.visibilityState === "visible" && !requests.open) void reload();
    };
    const timer = everyMs > 0 ? setInterval(look, everyMs) : undefined;
    addEventListener("online", look);
    return () => {
      requests.drop();
      clearInterval(timer);
      removeEventListener("online", look);
    };
  }, [of, reload, requests, everyMs]);
  return { ...state, reload, set };
}
