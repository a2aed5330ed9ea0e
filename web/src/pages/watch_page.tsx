// The games being played now, the strongest first. They follow live; what is shown stays in the address.
import { t } from "../lang/text";
import { fetchRunning, type RunningCard } from "../net/boards";
import type { Game } from "../net/protocol";
import { ratingText } from "../state/rating_graph";
import { readHash } from "../state/share";
import { gameOf, termsText } from "../state/terms";
import { watchQuery, watchWish, type WatchWish } from "../state/watch_query";
import { chairName } from "../state/words";
import { EmptyList } from "../ui/empty_list";
import { GameFilter } from "../ui/game_filter";
import { Link } from "../ui/link";
import { Page, Shown } from "../ui/page";
import { SmallBoard } from "../ui/small_board";
import { useFetched } from "../ui/use_fetched";
import { useGames } from "../ui/use_games";
import { useHash } from "../ui/use_hash";
import "./watch.css";

const kFollowMs = 3_000;

export default function WatchPage() {
  const [hash, follow] = useHash();
  const games = useGames();
  const wish = watchWish(readHash(hash));
  const running = useFetched(() => fetchRunning(watchQuery(wish)), hash, kFollowMs);
  const show = (change: Partial<WatchWish>) => {
    const text = watchQuery({ ...wish, ...change }).toString();
    history.replaceState(null, "", `${location.pathname}${location.search}${text && `#${text}`}`);
    follow();
  };
  return (
    <Page
      title={t("Watch")}
      aside={
        <Link class="button" to="/archive">
          {t("Finished games")}
        </Link>
      }
    >
      <p class="quiet">{t("Games being played now, the strongest players first. The boards follow each move.")}</p>
      <div class="watch-filters">
        <GameFilter games={games} game={wish.game} onChange={(game) => show({ game })} />
        <label class="switch">
          <input type="checkbox" checked={wish.rated} onChange={(event) => show({ rated: event.currentTarget.checked })} />
          <span class="switch-name">{t("Rated only")}</span>
        </label>
      </div>
      <Shown of={running}>
        {({ tables }) =>
          tables.length === 0 ? (
            <div class="card page-card">
              <EmptyList>
                {watchQuery(wish).toString() === ""
                  ? t(
                      "Nobody is playing a public game right now. Games from the lobby, challenges, quick pairing and tournaments appear here while they are played.",
                    )
                  : t("No game of this kind is being played right now. Try fewer filters.")}
              </EmptyList>
            </div>
          ) : (
            <ul class="watch-games" aria-label={t("Games being played")}>
              {tables.map((card) => (
                <WatchedGame key={card.id} card={card} games={games} />
              ))}
            </ul>
          )
        }
      </Shown>
    </Page>
  );
}

function WatchedGame({ card, games }: { card: RunningCard; games: readonly Game[] }) {
  return (
    <li class="card">
      <Link to={`/t/${card.id}`} class="watch-game">
        <SmallBoard table={card.id} stamp={card.changed} large />
        <span class="watch-names">
          {card.seats.map((seat, i) => {
            const rating = card.ratings[i];
            return (
              <span class="watch-name" key={i}>
                <strong>{chairName(seat) ?? t("deleted player")}</strong>
                {rating && <span class="quiet">{ratingText(rating)}</span>}
              </span>
            );
          })}
        </span>
        <span class="quiet">
          {t(card.title)} · {termsText(card, gameOf(games, card.game))}
        </span>
      </Link>
    </li>
  );
}
