// Tournaments: those that one may enter, those that run, those that are over; one of them; a new one.
import { useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import { fetchTournaments, type State, type TournamentCard } from "../net/tournaments";
import { gameOf, termsText } from "../state/terms";
import { kKinds, startText } from "../state/tournament";
import { EmptyList } from "../ui/empty_list";
import { GameFilter } from "../ui/game_filter";
import { Link } from "../ui/link";
import { Card, Page, Problem, Shown } from "../ui/page";
import { dayText } from "../ui/rating_graph";
import { TournamentForm } from "../ui/tournament_form";
import { TournamentPage } from "./tournament_page";
import { problemText } from "../state/problem_text";
import { useFetched } from "../ui/use_fetched";
import { useGames } from "../ui/use_games";
import { useShownGame } from "../ui/use_shown_game";

const kAgainMs = 10_000;

export function TournamentsPage({ id }: { id: string | null }) {
  const [game, showGame] = useShownGame();
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
      <Filter game={game} onChange={showGame} />
      <List
        key={`open ${game}`}
        game={game}
        id="open"
        state="open"
        title={t("Open for entry")}
        empty={t("No tournaments are open for entry. Create one, and other players will see it here.")}
      />
      <List
        key={`running ${game}`}
        game={game}
        id="running"
        state="running"
        title={t("In progress")}
        empty={t("No tournaments are in progress. They appear here when they start.")}
      />
      <List key={`over ${game}`} game={game} id="over" state="over" title={t("Finished")} empty={t("No finished tournaments yet.")} />
    </Page>
  );
}

function Filter({ game, onChange }: { game: string; onChange(game: string): void }) {
  const games = useGames();
  return games.length > 1 ? <GameFilter games={games} game={game} onChange={onChange} /> : null;
}

interface ListProps {
  game: string; // "": all
  id: string;
  state: State;
  title: string;
  empty: string;
}

function List({ game, id, state, title, empty }: ListProps) {
  const first = useFetched(() => fetchTournaments(state, game, null), state, kAgainMs);
  const [more, setMore] = useState<{ tournaments: TournamentCard[]; next: number | null } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const games = useGames();
  const next = more ? more.next : (first.data?.next ?? null);
  const goOn = async () => {
    setProblem(null);
    try {
      const page = await fetchTournaments(state, game, next);
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
          if (all.length === 0 && game !== "") return <p class="quiet">{t("None of this game.")}</p>;
          if (all.length === 0) return id === "open" ? <EmptyList>{empty}</EmptyList> : <p class="quiet">{empty}</p>;
          return (
            <ul class="rows">
              {all.map((one) => (
                <li key={one.id}>
                  <span class="row-words">
                    <Link to={`/tournaments/${one.id}`}>{one.name}</Link>
                    <span class="quiet">
                      {t("{format}: {game}", { format: t(kKinds[one.kind]), game: `${t(one.title)} ${termsText(one, gameOf(games, one.game))}` })}
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
