// The collection of puzzles and what became of them in this browser.
import { useEffect, useState } from "preact/hooks";
import { fetchPuzzleFiles } from "../net/puzzle_collection";
import { readPuzzles, type ProvenPuzzle } from "../state/puzzle_collection";
import { kProgressKey, noteAttempt, readProgress, type Attempt, type Progress } from "../state/puzzle_progress";
import { useFetched } from "./use_fetched";

let read: Promise<ProvenPuzzle[]> | null = null;

/** Once for all pages; after a failure the next one tries again. */
function collection(): Promise<ProvenPuzzle[]> {
  read ??= fetchPuzzleFiles()
    .then(readPuzzles)
    .catch((error: unknown) => {
      read = null;
      throw error;
    });
  return read;
}

export interface Collection {
  puzzles: readonly ProvenPuzzle[] | null; // from easy to hard; null: not loaded yet
  problem: string | null;
  progress: Progress;
  note(id: string, attempt: Attempt): void;
}

export function useCollection(): Collection {
  const { data, problem } = useFetched(collection);
  const [progress, setProgress] = useState(() => readProgress(localStorage));
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => (key === kProgressKey || key === null) && setProgress(readProgress(localStorage));
    addEventListener("storage", follow); // of what other windows note
    return () => removeEventListener("storage", follow);
  }, []);
  return { puzzles: data, problem, progress, note: (id, attempt) => setProgress(noteAttempt(localStorage, id, attempt)) };
}
