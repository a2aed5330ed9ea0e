// Whether whoever looks has most likely played more here than this browser has noted.
import { isKnown, type Firsts } from "../state/hints";
import { listLocalGames } from "../state/local_games";
import { who } from "./live";

export function isKnownHere(firsts: Firsts): boolean {
  const whom = who.value;
  const created = whom && !whom.guest ? whom.created : null;
  return isKnown(firsts, created, listLocalGames(localStorage).filter(({ over }) => over).length, Date.now());
}
