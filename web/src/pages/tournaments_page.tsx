// Tournaments: those that one may enter, those that run, those that are over; one of them; a new one.
import { useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import { fetchTournaments, type State, type TournamentCard } from "../net/tournaments";
import { gameOf, termsText } from "../state/terms";
import { kKinds, startText } from "../state/tournament";
import { Link } from "../ui/link";
import { Card, Page, Problem, Shown } from "../ui/page";
import { dayText } from "../ui/rating_graph";
import { TournamentForm } from "../ui/tournament_form";
import { TournamentPage } from "./tournament_page";
import { problemText, useFetched } from "../ui/use_fetched";
import { useGames } from "../ui/use_games";

const kAgainMs = 10_000;

export function TournamentsPage({ id }: { id: string | null }) {
  if (id === "new") return <TournamentForm />;
  if (id !== null) return <TournamentPage key={id} id={id} />;
  return (
    <Page
      title={t("Tournaments")}
      aside={
        <Link class="button primary" to="/tournaments/new">
          {t("Create tournament")}
        </Link>
      }
    >
      <List
        id="open"
        state="open"
        title={t("Open for entry")}
        empty={t("No tournaments are open for entry. Create one, and other players will see it here.")}
      />
      <List id="running" state="running" title={t("In progress")} empty={t("No tournaments are in progress. They appear here when they start.")} />
      <List id="over" state="over" title={t("Finished")} empty={t("No finished tournaments yet.")} />
    </Page>
  );
}

function List({ id, state, title, empty }: { id: string; state: State; title: string; empty: string }) {
  const first = useFetched(() => fetchTournaments(state, null), state, kAgainMs);
  const [more, setMore] = useState<{ tournaments: TournamentCard[]; next: number | null } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const games = useGames();
  const next = more ? more.next : (first.data?.next ?? null);
  const goOn = async () => {
    setProblem(null);
    try {
      const page = await fetchTournaments(state, next);
      setMore({ tournaments: [...(more?.tournaments ?? []), ...page.tournaments], next: page.next });
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <Card id={id} title={title}>
      <Shown of={first}>
        {({ tournaments }) => {
          const known = new Set(tournaments.map((one) => one.id));
          const all = [...tournaments, ...(more?.tournaments ?? []).filter((one) => !known.has(one.id))];
          if (all.length === 0) return <p class="quiet">{empty}</p>;
          return (
            <ul class="rows">
              {all.map((one) => (
                <li key={one.id}>
                  <span class="row-words">
                    <Link to={`/tournaments/${one.id}`}>{one.name}</Link>
                    <span class="quiet">
                      {t(kKinds[one.kind])}: {t(one.title)} {termsText(one, gameOf(games, one.game))}
                    </span>
                    <span class="quiet">
                      {t("{players}, organised by {organiser}, {when}", {
                        players: tn("{n} player", "{n} players", one.players),
                        organiser: one.organiser || t("deleted player"),
                        when: state === "open" && one.starts !== null ? startText(one.starts, Date.now()) : dayText(one.created),
                      })}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Shown>
      <Problem text={problem} />
      {next !== null && (
        <div class="buttons">
          <button type="button" class="button" onClick={goOn}>
            {t("Show more")}
          </button>
        </div>
      )}
    </Card>
  );
}
