// Something that a button asks of the server: while it is under way the button rests, and what went wrong stands beside it.
import { useState } from "preact/hooks";
import { problemText } from "../state/problem_text";

export interface Attempts {
  busy: boolean;
  problem: string | null;
  /** Never rejects; true when it went well. */
  attempt(what: () => Promise<unknown>): Promise<boolean>;
  /** Forgets what went wrong. */
  forget(): void;
}

export function useAttempt(): Attempts {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (what: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await what();
      return true;
    } catch (error) {
      setProblem(problemText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt, forget: () => setProblem(null) };
}
