// Who is online, each a click from a challenge.
import { t, tn } from "../lang/text";
import { fetchOnline } from "../net/account";
import { Link } from "./link";
import { who } from "./live";
import { Card, Shown } from "./page";
import { useFetched } from "./use_fetched";
import { useStore } from "../state/use_store";

const kOnlineMs = 15_000;

/** At most so many, and where the others are; without `most` all that the server names. */
export function OnLine({ most }: { most?: number }) {
  const online = useFetched(fetchOnline, null, kOnlineMs);
  const whom = useStore(who);
  return (
    <Card id="online" title={t("Online")} aside={online.data && online.data.count > 0 ? <span class="tag">{online.data.count}</span> : undefined}>
      <Shown of={online}>
        {({ people, count }) => (
          <>
            {people.length === 0 && <p class="quiet">{t("No registered players are online.")}</p>}
            <ul class="rows">
              {people.slice(0, most).map((one) => (
                <li key={one.name}>
                  <span class="row-words">
                    <span class="row-head together">
                      <Link to={`/people/${one.name}`}>{one.name}</Link>
                      {one.bot && <span class="quiet">{t("· bot")}</span>}
                      {whom?.name === one.name && <span class="quiet">{t("· you")}</span>}
                    </span>
                  </span>
                  {whom?.name !== one.name && (
                    <Link class="button small" to={`/challenges/new?to=${encodeURIComponent(one.name)}`} aria-label={t("Challenge {name}", { name: one.name })}>
                      {t("Challenge")}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
            {most !== undefined && count > most && <Link to="/people">{t("All online players")}</Link>}
            {most === undefined && count > people.length && <p class="quiet">{tn("and {n} other", "and {n} others", count - people.length)}</p>}
          </>
        )}
      </Shown>
    </Card>
  );
}
