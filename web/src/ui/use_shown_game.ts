// Of which game a list shows what it has, "" for all: the address keeps it.
import { readHash } from "../state/share";
import { watchQuery, watchWish } from "../state/watch_query";
import { useHash } from "./use_hash";

export function useShownGame(): [game: string, show: (game: string) => void] {
  const [hash, follow] = useHash();
  const { game } = watchWish(readHash(hash));
  const show = (wished: string) => {
    const text = watchQuery({ game: wished, rated: false }).toString();
    history.replaceState(null, "", `${location.pathname}${location.search}${text && `#${text}`}`);
    follow();
  };
  return [game, show];
}
