// Who has gained much of late by games that look made, and what moderators have annulled.
import { t, tx } from "../lang/text";
import { fetchAnnulments, fetchRatingGains, type AnnulledGames, type RatingGain } from "../net/admin";
import { Card, Shown } from "./page";
import { classText } from "../state/terms";
import { AnnulForm } from "./annul_form";
import { Link } from "./link";
import { timeText } from "./report_list";
import { useFetched } from "./use_fetched";
import { useGames } from "./use_games";

export function RatingGains() {
  const found = useFetched(fetchRatingGains);
  return (
    <Card id="rating-gains" title={t("Unusual rating gains")}>
      <Shown of={found}>
        {({ gains }) =>
          gains.length === 0 ? (
            <p class="quiet">{t("No unusual gains this week.")}</p>
          ) : (
            <ul class="reports">
              {gains.map((one) => (
                <Gain key={`${one.name} ${one.class}`} gain={one} />
              ))}
            </ul>
          )
        }
      </Shown>
      <Annulments />
    </Card>
  );
}

function Gain({ gain }: { gain: RatingGain }) {
  const games = useGames();
  const { name, before, after } = gain;
  return (
    <li class="report">
      <p>
        {tx("{name}, {class}: from {before} to {after} in one week, games: {games}", {
          name: <Link to={`/people/${encodeURIComponent(name)}`}>{name}</Link>,
          class: classText(games, gain.class),
          before,
          after,
          games: gain.games,
        })}
      </p>
      <p class="quiet">
        {t("Games from the same address: {there}. Against accounts less than a week old: {fresh}. Against {opponent}: {one}. Different opponents: {people}.", {
          there: gain.at_one_address,
          fresh: gain.against_new,
          opponent: gain.opponent,
          one: gain.against_one,
          people: gain.opponents,
        })}
      </p>
      <AnnulForm name={name} classes={[gain.class]} />
    </li>
  );
}

function Annulments() {
  const found = useFetched(fetchAnnulments);
  const list = found.data?.annulments ?? [];
  if (list.length === 0) return null;
  return (
    <details>
      <summary>{t("Annulled games")}</summary>
      <ul class="reports">
        {list.map((one, i) => (
          <Annulment key={i} one={one} />
        ))}
      </ul>
    </details>
  );
}

function Annulment({ one }: { one: AnnulledGames }) {
  const games = useGames();
  return (
    <li class="report">
      <p>
        {tx("{by} annulled games of {name} in {class}: {games}. Reason: {why}", {
          by: one.by,
          name: <Link to={`/people/${encodeURIComponent(one.name)}`}>{one.name}</Link>,
          class: classText(games, one.class),
          games: one.games,
          why: one.why,
        })}
      </p>
      <p class="quiet">{timeText(one.at)}</p>
    </li>
  );
}
