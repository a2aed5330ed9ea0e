// Challenges: all that concern one, one of them with a counter-offer, and a new one.
import { useEffect, useRef } from "preact/hooks";
import { t, tx } from "../lang/text";
import { fetchOnline } from "../net/account";
import { fetchChallenge } from "../net/challenges";
import { asksMe, begunNow, headText } from "../state/challenge_words";
import { namesOf } from "../state/terms";
import { ChallengeCard } from "../ui/challenge_card";
import { ChallengeForm } from "../ui/challenge_form";
import { ChallengePolicy } from "../ui/challenge_policy";
import { EmptyList } from "../ui/empty_list";
import { Link } from "../ui/link";
import { challenges, who } from "../ui/live";
import { Card, Page, Problem } from "../ui/page";
import { go } from "../state/router";
import { useFetched } from "../ui/use_fetched";
import { useGames } from "../ui/use_games";
import { useStore } from "../state/use_store";
import "./lobby.css";

/** The list as it is now; leads to the board when a game begins while one looks on. */
export function useChallenges() {
  const held = useStore(challenges);
  const before = useRef(held.list);
  useEffect(() => {
    const begun = begunNow(before.current, held.list);
    before.current = held.list;
    if (begun?.table) go(`/t/${begun.table}`);
  }, [held.list]);
  return held;
}

export function ChallengesPage({ id }: { id: string | null }) {
  if (id === "new") return <NewChallenge />;
  return id === null ? <AllChallenges /> : <OneChallenge id={id} />;
}

function AllChallenges() {
  const { list, known, problem } = useChallenges();
  const whom = useStore(who);
  const open = list.filter((one) => one.state === "open");
  const over = list.filter((one) => one.state !== "open");
  return (
    <Page
      title={t("Challenges")}
      aside={
        <Link class="button primary" to="/challenges/new">
          {t("Challenge a player")}
        </Link>
      }
    >
      <Problem text={problem} />
      <Card id="waiting" title={t("Open challenges")}>
        {open.length === 0 ? (
          known ? (
            <EmptyList>{t("No open challenges. Challenges that you send or receive appear here.")}</EmptyList>
          ) : (
            <p class="quiet">
              {problem
                ? tx("Your challenges cannot be loaded while the server is unreachable. Meanwhile, you can {play}.", {
                    play: <Link to="/">{t("play offline")}</Link>,
                  })
                : t("Loading …")}
            </p>
          )
        ) : (
          <ul class="rows">
            {[...open]
              .sort((a, b) => Number(asksMe(b)) - Number(asksMe(a)))
              .map((one) => (
                <li key={one.id}>
                  <ChallengeCard challenge={one} />
                </li>
              ))}
          </ul>
        )}
      </Card>
      {over.length > 0 && (
        <Card id="over" title={t("Last 24 hours")}>
          <ul class="rows">
            {over.map((one) => (
              <li key={one.id}>
                <ChallengeCard challenge={one} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      {whom && !whom.guest && <ChallengePolicy />}
    </Page>
  );
}

function OneChallenge({ id }: { id: string }) {
  const { list } = useChallenges();
  const games = useGames();
  const fetched = useFetched(() => fetchChallenge(id), id);
  const challenge = list.find((one) => one.id === id) ?? fetched.data;
  const all = (
    <Link class="button" to="/challenges">
      {t("All challenges")}
    </Link>
  );
  if (!challenge)
    return (
      <Page title={t("Challenge##one, as a heading")} aside={all}>
        {fetched.problem ? (
          <Problem
            text={fetched.missing ? t("This challenge does not exist, or you are not part of it.") : fetched.problem}
            onRetry={() => void fetched.reload()}
          />
        ) : (
          <p class="quiet">{t("Loading …")}</p>
        )}
      </Page>
    );
  return (
    <Page title={headText(challenge)} aside={all}>
      <Card id="terms" title={t(challenge.title)}>
        <ChallengeCard challenge={challenge} alone />
      </Card>
      {challenge.state === "open" && games.length > 0 && (
        <Card id="counter" title={t("Counter-offer")}>
          <p class="quiet">{t("Propose other terms to the same players. Everyone else must accept again.")}</p>
          <ChallengeForm key={challenge.offer} games={games} to={[]} online={[]} answers={challenge} onMade={() => go("/challenges")} />
        </Card>
      )}
    </Page>
  );
}

function NewChallenge() {
  const games = useGames();
  const online = useFetched(fetchOnline);
  const to = namesOf(new URLSearchParams(location.search).getAll("to"));
  return (
    <Page title={t("Challenge a player")}>
      <Card id="new" title={t("Game setup")}>
        <p class="quiet">{t("You can challenge anyone who has an account. The game starts when everyone has accepted.")}</p>
        {games.length === 0 && <Problem text={online.problem} onRetry={() => void online.reload()} />}
        {games.length === 0 ? (
          <p class="quiet">{t("Loading games …")}</p>
        ) : (
          <ChallengeForm games={games} to={to} online={online.data?.people.map((one) => one.name) ?? []} onMade={() => go("/challenges")} />
        )}
      </Card>
    </Page>
  );
}
