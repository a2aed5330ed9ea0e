// The games of the server with their options, asked for once.
import { useEffect } from "preact/hooks";
import { fetchGames } from "../net/api";
import type { Game } from "../net/protocol";
import { Store } from "../state/store";
import { useStore } from "../state/use_store";

const games = new Store<readonly Game[]>([]);
const kRetryMs = 4_000;
let asked = false;

async function load(): Promise<void> {
  try {
    games.set((await fetchGames()).games);
  } catch {
    setTimeout(() => void load(), kRetryMs);
  }
}

/** None until they are there. */
export function useGames(): readonly Game[] {
  useEffect(() => {
    if (asked) return;
    asked = true;
    void load();
  }, []);
  return useStore(games);
}
