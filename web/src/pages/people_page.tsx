// Who is online, anybody by name, and the leader boards.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { fetchLeaders } from "../net/people";
import { sizeField } from "../state/options";
import { classOf, classText, gameOf } from "../state/terms";
import { Link } from "../ui/link";
import { who } from "../ui/live";
import { EmptyList } from "../ui/empty_list";
import { Card, Page, Shown } from "../ui/page";
import { OnLine } from "../ui/on_line";
import { SizeOption } from "../ui/option_fields";
import { Rank } from "../ui/rank";
import { PersonPage } from "./person_page";
import { go } from "../state/router";
import { useFetched } from "../ui/use_fetched";
import { useGames } from "../ui/use_games";
import { useStore } from "../state/use_store";

export function PeoplePage({ name }: { name: string | null }) {
  return name === null ? <Everybody /> : <PersonPage key={name} name={name} />;
}

function Everybody() {
  const [name, setName] = useState("");
  return (
    <Page
      title={t("Players")}
      aside={
        <Link class="button" to="/leaders">
          {t("Leaderboards")}
        </Link>
      }
    >
      <Card id="find" title={t("Find a player")}>
        <form
          class="inline-form"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) go(`/people/${encodeURIComponent(name.trim())}`);
          }}
        >
          <label class="option">
            <span class="option-name">{t("Name")}</span>
            <input
              type="search"
              required
              maxLength={24}
              autocapitalize="none"
              spellcheck={false}
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="button primary">
            {t("Show")}
          </button>
        </form>
      </Card>
      <OnLine />
    </Page>
  );
}

export function LeadersPage({ of }: { of: string | null }) {
  const games = useGames();
  const [first] = games;
  const shown = of ?? (first ? classOf(first, sizeField(first)?.fallback ?? "") : null);
  return (
    <Page title={t("Leaderboards")}>
      {games.length > 0 && shown && <ChooseClass key={shown} shown={shown} />}
      {shown ? <Leaders key={shown} of={shown} /> : <p class="quiet">{t("Loading games …")}</p>}
    </Page>
  );
}

function ChooseClass({ shown }: { shown: string }) {
  const games = useGames();
  const [now] = [gameOf(games, shown) ?? gameOf(games, shown.slice(0, shown.lastIndexOf("-"))) ?? games[0]];
  const sized = now && sizeField(now) && now.name !== shown ? shown.slice(shown.lastIndexOf("-") + 1) : null;
  const [name, setName] = useState(now?.name ?? "");
  const game = gameOf(games, name);
  const field = game && sizeField(game);
  const [size, setSize] = useState(sized ?? (field ? field.fallback : ""));
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (game) go(`/leaders/${classOf(game, size)}`);
      }}
    >
      <label class="option">
        <span class="option-name">{t("Game")}</span>
        <select
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            const other = gameOf(games, event.currentTarget.value);
            setSize((other && sizeField(other)?.fallback) ?? "");
          }}
        >
          {games.map((one) => (
            <option value={one.name} key={one.name}>
              {t(one.title)}
            </option>
          ))}
        </select>
      </label>
      {field && <SizeOption field={field} value={size} onChange={setSize} />}
      <button type="submit" class="button primary">
        {t("Show")}
      </button>
    </form>
  );
}

function Leaders({ of }: { of: string }) {
  const leaders = useFetched(() => fetchLeaders(of), of);
  const games = useGames();
  const whom = useStore(who);
  return (
    <Card id="leaders" title={classText(games, of)}>
      <Shown of={leaders}>
        {({ leaders: list }) =>
          list.length === 0 ? (
            <EmptyList>{t("No rated players yet. Players appear here after a few rated games, when their rating is no longer provisional.")}</EmptyList>
          ) : (
            <>
              <div class="data-box" tabIndex={0} role="region" aria-label={t("Leaderboard for {class}", { class: classText(games, of) })}>
                <table class="data">
                  <thead>
                    <tr>
                      <th scope="col" class="number">
                        {t("Place##in a ranking")}
                      </th>
                      <th scope="col">{t("Name")}</th>
                      <th scope="col" class="number">
                        {t("Rating")}
                      </th>
                      <th scope="col" class="number">
                        {t("Games")}
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {list.map((one, i) => (
                      <tr key={one.name} class={whom?.name === one.name ? "own" : ""}>
                        <td class="number">{i + 1}</td>
                        <th scope="row">
                          <Link to={`/people/${one.name}`}>{one.name}</Link>
                        </th>
                        <td class="number">
                          {one.rating} <span class="quiet">± {one.deviation}</span>
                          <Rank kyu={one.kyu} />
                        </td>
                        <td class="number">{one.games}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p class="quiet">{t("Sorted by rating minus twice the deviation, so uncertain ratings rank lower.")}</p>
            </>
          )
        }
      </Shown>
    </Card>
  );
}
