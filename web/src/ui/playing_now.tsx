// On the start page: the strongest games being played now.
import { t } from "../lang/text";
import { fetchRunning } from "../net/boards";
import { chairName } from "../state/words";
import { Link } from "./link";
import { SmallBoard } from "./small_board";
import { useFetched } from "./use_fetched";

const kAgainMs = 15_000;
const kShown = 3;

export function PlayingNow() {
  const running = useFetched(() => fetchRunning(new URLSearchParams()), null, kAgainMs);
  const tables = running.data?.tables.slice(0, kShown) ?? [];
  if (tables.length === 0) return null;
  return (
    <section class="card local-games" aria-labelledby="now-title">
      <div class="own-head">
        <h2 id="now-title">{t("Being played now")}</h2>
        <Link to="/watch">{t("Watch")}</Link>
      </div>
      <ul>
        {tables.map((card) => (
          <li key={card.id}>
            <SmallBoard table={card.id} stamp={card.changed} />
            <Link class="local-game" to={`/t/${card.id}`}>
              <span class="local-name">{card.seats.map((seat) => chairName(seat) ?? t("waiting for an opponent")).join(" – ")}</span>
              <span class="quiet">{t(card.title)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
