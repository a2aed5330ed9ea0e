// A player: ratings with their graph, games, studies, and what one may do about him.
import { useState } from "preact/hooks";
import { msg, phrases, t, tn } from "../lang/text";
import { editAccount, moderates } from "../net/account";
import {
  fetchBlocks,
  fetchGamesOf,
  fetchHistory,
  fetchProfile,
  fetchRatings,
  fetchStudiesOf,
  mute,
  setBlock,
  unmute,
  type ArchiveCard,
  type ArchiveList,
  type ClassRating,
  type Profile,
} from "../net/people";
import { sizeText } from "../state/board_size";
import { outcomeOf, ratingText } from "../state/rating_graph";
import { readHash } from "../state/share";
import { classText } from "../state/terms";
import { chairName } from "../state/words";
import { EmptyList } from "../ui/empty_list";
import { Link } from "../ui/link";
import { who } from "../ui/live";
import { MuteForm } from "../ui/mute_form";
import { Card, Page, Problem, Shown } from "../ui/page";
import { PersonResults } from "../ui/person_results";
import { dayText, RatingGraph } from "../ui/rating_graph";
import { Rank } from "../ui/rank";
import { SmallBoard, StudyBoard } from "../ui/small_board";
import { TakeTournamentsOff } from "../ui/take_tournaments_off";
import { problemText } from "../state/problem_text";
import { useFetched, type Fetched } from "../ui/use_fetched";
import { useGames } from "../ui/use_games";
import { useHash } from "../ui/use_hash";
import { endingText } from "../state/archive_query";
import { useStore } from "../state/use_store";
import "../ui/people.css";

const kRoles: Record<Profile["role"], string> = { player: "", moderator: msg("moderator"), admin: msg("admin") };

export function PersonPage({ name }: { name: string }) {
  const profile = useFetched(() => fetchProfile(name), name);
  const games = useFetched(() => fetchGamesOf(name), name);
  const whom = useStore(who);
  if (profile.missing)
    return (
      <Page title={name} aside={<Link to="/people">{t("Players")}</Link>}>
        <p>{t("No player has this name. Guests have no profile.")}</p>
      </Page>
    );
  const own = Boolean(whom && !whom.guest && profile.data && whom.name === profile.data.name);
  return (
    <Page title={profile.data?.name ?? name} aside={profile.data && <Deeds profile={profile.data} own={own} />}>
      <Shown of={profile}>
        {(found) => (
          <>
            <p class="quiet">
              {found.role !== "player" && <span class="tag">{t(kRoles[found.role])}</span>} {found.bot && <span class="tag plain">{t("bot")}</span>}{" "}
              {t("Member since {day}", { day: dayText(found.created) })}
            </p>
            {own ? <AboutForm profile={found} onChange={profile.reload} /> : found.profile && <p class="about">{found.profile}</p>}
          </>
        )}
      </Shown>
      {profile.data && (
        <div class="two-columns">
          <div class="column">
            <Ratings name={profile.data.name} />
            {games.data && <PersonResults name={profile.data.name} games={games.data.games} more={games.data.next !== null} />}
            <Moderation profile={profile.data} />
          </div>
          <div class="column">
            <GamesOf name={profile.data.name} found={games} />
            <StudiesOf name={profile.data.name} />
          </div>
        </div>
      )}
    </Page>
  );
}

/** Challenge him, or have no more to do with him. */
function Deeds({ profile, own }: { profile: Profile; own: boolean }) {
  const whom = useStore(who);
  const account = Boolean(whom && !whom.guest);
  const blocks = useFetched(fetchBlocks, whom);
  const [problem, setProblem] = useState<string | null>(null);
  if (own)
    return (
      <Link class="button" to="/account">
        {t("Your account")}
      </Link>
    );
  const blocked = blocks.data?.blocks.some((one) => one.toLowerCase() === profile.name.toLowerCase()) ?? null;
  const turn = async (on: boolean) => {
    setProblem(null);
    try {
      blocks.set(await setBlock(profile.name, on));
    } catch (error) {
      setProblem(problemText(error));
      void blocks.reload();
    }
  };
  return (
    <div class="column">
      <div class="buttons">
        {!blocked && (
          <Link class="button primary" to={`/challenges/new?to=${encodeURIComponent(profile.name)}`}>
            {t("Challenge")}
          </Link>
        )}
        {account && blocked !== null && (
          <button type="button" class="button" onClick={() => void turn(!blocked)}>
            {blocked ? t("Unblock") : t("Block")}
          </button>
        )}
      </div>
      {blocked && (
        <p class="quiet" role="status">
          {t("You have blocked {name}. You do not see each other's messages and are not paired.", { name: profile.name })}
        </p>
      )}
      <Problem text={problem ?? blocks.problem} />
    </div>
  );
}

function AboutForm({ profile, onChange }: { profile: Profile; onChange: () => Promise<void> }) {
  const [text, setText] = useState(profile.profile);
  const [said, setSaid] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async (event: Event) => {
    event.preventDefault();
    setSaid(null);
    setProblem(null);
    try {
      await editAccount({ profile: text.trim() });
      setSaid(t("Saved"));
      await onChange();
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <Card id="about" title={t("About you")}>
      <form class="column" onSubmit={keep}>
        <label class="option">
          <span class="option-help">{t("Visible to everyone; up to 2,000 characters")}</span>
          <textarea maxLength={2000} aria-label={t("About you")} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <Problem text={problem} />
        <div class="buttons">
          <button type="submit" class="button" disabled={text.trim() === profile.profile}>
            {t("Save")}
          </button>
          <span class="quiet" role="status">
            {said}
          </span>
        </div>
      </form>
    </Card>
  );
}

function Ratings({ name }: { name: string }) {
  const ratings = useFetched(() => fetchRatings(name), name);
  const games = useGames();
  const [hash, follow] = useHash();
  const chosen = readHash(hash).get("class");
  const choose = (of: string) => {
    history.replaceState(null, "", `${location.pathname}${location.search}#${new URLSearchParams({ class: of }).toString()}`);
    follow();
  };
  return (
    <Card id="ratings" title={t("Ratings")}>
      <Shown of={ratings}>
        {({ ratings: list }) => {
          const best = [...list].sort((a, b) => b.games - a.games);
          const [first] = best;
          if (!first) return <p class="quiet">{t("No rated games yet.")}</p>;
          const shown = best.find((one) => one.class === chosen) ?? first;
          return (
            <>
              <RatingTable list={best} />
              {list.some((one) => one.provisional) && <p class="quiet">{t("A question mark marks a provisional rating: too few recent games.")}</p>}
              {best.length === 1 ? (
                <h3>{classText(games, shown.class)}</h3>
              ) : (
                <label class="option">
                  <span class="option-name">{t("Rating graph")}</span>
                  <select value={shown.class} onChange={(event) => choose(event.currentTarget.value)}>
                    {best.map((one) => (
                      <option value={one.class} key={one.class}>
                        {classText(games, one.class)}
                      </option>
                    ))}
                  </select>
                </label>
              )}
              <History key={shown.class} name={name} of={shown.class} title={classText(games, shown.class)} />
            </>
          );
        }}
      </Shown>
    </Card>
  );
}

function RatingTable({ list }: { list: readonly ClassRating[] }) {
  const games = useGames();
  return (
    <div class="data-box" tabIndex={0} role="region" aria-label={t("Ratings by category")}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{t("Game")}</th>
            <th scope="col" class="number">
              {t("Rating")}
            </th>
            <th scope="col" class="number">
              {t("Games")}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.class}>
              <th scope="row">
                <Link to={`/leaders/${one.class}`}>{classText(games, one.class)}</Link>
              </th>
              <td class="number">
                {ratingText(one)} <span class="quiet">± {one.deviation}</span>
                <Rank kyu={one.kyu} />
              </td>
              <td class="number">{one.games}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function History({ name, of, title }: { name: string; of: string; title: string }) {
  const history = useFetched(() => fetchHistory(name, of), `${name}/${of}`);
  return <Shown of={history}>{(found) => <RatingGraph history={found.history} of={title} />}</Shown>;
}

const kGames = 12;
const kWords = { won: msg("Won"), lost: msg("Lost"), drawn: msg("Drawn") } as const;

function GamesOf({ name, found }: { name: string; found: Fetched<ArchiveList> }) {
  const whom = useStore(who);
  const other = whom && !whom.guest && whom.name !== name ? whom.name : null;
  const ways = (
    <span class="buttons">
      {other && <Link to={`/archive#${new URLSearchParams({ player: other, against: name }).toString()}`}>{t("Games against you")}</Link>}
      <Link to={`/archive#player=${encodeURIComponent(name)}`}>{t("All games")}</Link>
    </span>
  );
  return (
    <Card id="games" title={t("Recent games")} aside={ways}>
      <Shown of={found}>
        {({ games: list }) =>
          list.length === 0 ? (
            <EmptyList>{t("No finished games yet.")}</EmptyList>
          ) : (
            <ul class="rows">
              {list.slice(0, kGames).map((one) => (
                <li key={one.id}>
                  <SmallBoard table={one.id} stamp={one.ended} />
                  <span class="row-words">
                    <span class="row-head">
                      <Link to={`/t/${one.id}`}>{t("{title} against {rivals}", { title: t(one.title), rivals: rivals(one, name) })}</Link>
                      <span class={`tag outcome ${outcomeOf(one, name)}`}>{t(kWords[outcomeOf(one, name)])}</span>
                    </span>
                    <span class="quiet">{gameText(one)}</span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}

/** "By resignation, 9 × 9, rated, 57 moves, 22 Nov 2026". */
function gameText(card: ArchiveCard): string {
  const { options, rated, moves, ended } = card;
  const { size } = options;
  return phrases([endingText(card), ...(size ? [sizeText(size)] : []), ...(rated ? [t("rated")] : []), tn("{n} move", "{n} moves", moves), dayText(ended)]);
}

function rivals(card: ArchiveCard, name: string): string {
  const at = card.seats.findIndex((seat) => seat.name?.toLowerCase() === name.toLowerCase());
  return card.seats.flatMap((seat, i) => (i === at ? [] : [chairName(seat) ?? t("a deleted player")])).join(", ");
}

function StudiesOf({ name }: { name: string }) {
  const found = useFetched(() => fetchStudiesOf(name), name);
  return (
    <Card id="studies" title={t("Studies")}>
      <Shown of={found}>
        {({ studies }) =>
          studies.length === 0 ? (
            <EmptyList show="levels">{t("No public studies yet.")}</EmptyList>
          ) : (
            <ul class="rows">
              {studies.map((one) => (
                <li key={one.id}>
                  <StudyBoard study={one.id} stamp={one.version} />
                  <span class="row-words">
                    <Link to={`/studies/${one.id}`}>{one.name}</Link>
                    <span class="quiet">{phrases([tn("{n} move", "{n} moves", one.nodes), dayText(one.changed)])}</span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Card>
  );
}

/** For moderators: nobody hears them for a while, or finds what they announced. */
function Moderation({ profile }: { profile: Profile }) {
  const whom = useStore(who);
  if (!moderates(whom) || whom?.name === profile.name) return null;
  return (
    <Card id="moderation" title={t("Moderation")}>
      <MuteForm mute={(minutes, why) => mute(profile.name, minutes, why)} unmute={() => unmute(profile.name)} />
      <TakeTournamentsOff name={profile.name} />
    </Card>
  );
}
