// Libraries: the collections that the host has taken in, and the games of one, found by who played where and when, how it
// ended, and by a position.
import { useState } from "preact/hooks";
import { dateText, t, tn } from "../lang/text";
import { fetchLibraries, type Library } from "../net/libraries";
import { libraryQuery, libraryWish } from "../state/library_query";
import { readHash } from "../state/share";
import { useMount } from "../state/use_event";
import { EmptyList } from "../ui/empty_list";
import { Header } from "../ui/header";
import { Link } from "../ui/link";
import { useHash } from "../ui/use_hash";
import { useTitle } from "../ui/use_title";
import { problemText } from "../state/problem_text";
import { LibraryGames } from "./library_games";
import "./account.css";
import "../ui/lists.css";

export default function LibrariesPage({ id }: { id: string | null }) {
  return id === null ? <Libraries /> : <LibraryGames key={id} library={id} />;
}

function Libraries() {
  const [hash] = useHash();
  const [libraries, setLibraries] = useState<readonly Library[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const wish = libraryWish(readHash(hash));
  const query = libraryQuery(wish).toString();
  useTitle(t("Libraries"));
  useMount(() => {
    fetchLibraries().then(
      (found) => setLibraries(found.libraries),
      (error: unknown) => setProblem(problemText(error)),
    );
  });
  return (
    <>
      <Header />
      <main class="list-page">
        <div class="list-head">
          <h1>{t("Libraries")}</h1>
          <Link to="/archive" class="button">
            {t("Archive")}
          </Link>
        </div>
        <p class="quiet">
          {wish.position
            ? t("Choose the library in which to look for your position.")
            : t("Collections of games on this server. Search them by player, event, date, result or position.")}
        </p>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        {libraries?.length === 0 && <EmptyList>{t("There are no libraries on this server yet.")}</EmptyList>}
        {libraries !== null && libraries.length > 0 && (
          <ul class="list" aria-label={t("Libraries")}>
            {libraries.map((library) => (
              <li class="list-row" key={library.name}>
                <Link to={`/libraries/${library.name}${query ? `#${query}` : ""}`} class="list-main">
                  <span class="list-name">{library.name}</span>
                  <span class="quiet">{tn("{n} game", "{n} games", library.games)}</span>
                </Link>
                <time class="quiet" dateTime={new Date(library.changed).toISOString()}>
                  {dateText(library.changed)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </main>
    </>
  );
}
