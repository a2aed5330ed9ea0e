// The lobby: who waits, whom to play with, and a game with whoever is about as strong.
import { useEffect, useState } from "preact/hooks";
import { phrases, t, tn } from "../lang/text";
import { moderates } from "../net/account";
import { createTable, fetchLobby, joinTable, takeBack } from "../net/api";
import type { Card as TableCard, Game } from "../net/protocol";
import { isLive } from "../net/seeker";
import { asksMe } from "../state/challenge_words";
import { gameOf, keepDraft, loadDraft, mayBeRated, seatsOf, termsOf, termsText, type Draft } from "../state/terms";
import { chairName, leftText } from "../state/words";
import { ChallengeCard } from "../ui/challenge_card";
import { Confirm } from "../ui/confirm";
import { useChallenges } from "./challenges_page";
import { EmptyList } from "../ui/empty_list";
import { GameFilter } from "../ui/game_filter";
import { Icon } from "../ui/icons";
import { Link } from "../ui/link";
import { challenges, seeker, seeking, who } from "../ui/live";
import { Card, Page, Problem, Shown } from "../ui/page";
import { go } from "../state/router";
import { useSettings } from "../state/settings_context";
import { OnLine } from "../ui/on_line";
import { OwnTables } from "../ui/table_lists";
import { SmallBoard } from "../ui/small_board";
import { TermsFields } from "../ui/terms_form";
import { useAttempt } from "../ui/use_attempt";
import { useFetched } from "../ui/use_fetched";
import { useGames } from "../ui/use_games";
import { useShownGame } from "../ui/use_shown_game";
import { useStore } from "../state/use_store";
import "./home.css";
import "./lobby.css";

const kTablesMs = 4_000;

export function LobbyPage() {
  const games = useGames();
  return (
    <Page
      title={t("Lobby")}
      aside={
        <Link class="button" to="/challenges/new">
          <Icon name="challenge" />
          {t("Challenge a player")}
        </Link>
      }
    >
      <Asked />
      <div class="two-columns">
        <div class="column">
          <Find games={games} />
          <OpenTables games={games} />
        </div>
        <div class="column">
          <OwnTables />
          <OnLine most={20} />
        </div>
      </div>
    </Page>
  );
}

/** Challenges that wait: those for oneself first. */
function Asked() {
  const { list, problem } = useChallenges();
  const open = list.filter((one) => one.state === "open");
  if (open.length === 0) return <Problem text={problem} />;
  return (
    <Card id="asked" title={t("Challenges")} aside={<Link to="/challenges">{t("All challenges")}</Link>}>
      <Problem text={problem} />
      <ul class="rows">
        {[...open]
          .sort((a, b) => Number(asksMe(b)) - Number(asksMe(a)))
          .map((one) => (
            <li key={one.id}>
              <ChallengeCard challenge={one} />
            </li>
          ))}
      </ul>
    </Card>
  );
}

/** A game with whoever wants the same: paired by rating, or a table that anybody may join. */
function Find({ games }: { games: readonly Game[] }) {
  const { seek, ended, problem } = useStore(seeking);
  const lost = useStore(challenges).problem !== null;
  const table = seek?.table ?? null;
  useEffect(() => {
    if (!table) return;
    seeker.forget();
    go(`/t/${table}`);
  }, [table]);
  return (
    <Card id="find" title={t("Find an opponent")}>
      {seek && !ended ? (
        <Looking />
      ) : (
        <>
          {ended && seek && (
            <p class="said" role="status">
              {t("Your search for {title} ended because this page lost contact with the server. Start it again if you still want to play.", {
                title: t(seek.title),
              })}
            </p>
          )}
          <Problem text={problem} />
          {games.length === 0 ? <p class={lost ? "quiet" : "quiet find-waiting"}>{t("Loading games …")}</p> : <FindForm games={games} />}
        </>
      )}
    </Card>
  );
}

function FindForm({ games }: { games: readonly Game[] }) {
  const { settings } = useSettings();
  const whom = useStore(who);
  const [draft, setDraft] = useState<Draft>(() => loadDraft(games));
  const { busy, problem, attempt: ask } = useAttempt();
  const [byRating, setByRating] = useState(false);
  const knowsHandicap = gameOf(games, draft.game)?.options.some((option) => option.name === "handicap") ?? false;
  const account = Boolean(whom && !whom.guest);
  const attempt = async (what: () => Promise<void>) => {
    keepDraft({ ...draft, rated: draft.rated && mayBeRated(draft, account) });
    await ask(what);
  };
  const open = () =>
    attempt(async () => {
      const made = await createTable(
        { ...termsOf(games, draft, account), opponent: "friend", seat: "random", seconds: 1, level: 10, listed: true },
        settings.name,
      );
      go(`/t/${made.id}`);
    });
  const seats = seatsOf(gameOf(games, draft.game), draft.values);
  return (
    <form
      class="column"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(() => seeker.start({ ...termsOf(games, draft, account), ...(knowsHandicap && byRating ? { handicap: true } : {}) }));
      }}
    >
      <TermsFields games={games} draft={draft} account={account} onChange={setDraft} />
      {knowsHandicap && (
        <label class="option flag">
          <input type="checkbox" checked={byRating} onChange={(event) => setByRating(event.currentTarget.checked)} />
          <span class="option-name">{t("Handicap by rating")}</span>
          <span class="option-help">{t("The lower-rated player takes Black. The rating difference sets the handicap and komi.")}</span>
        </label>
      )}
      <Problem text={problem} />
      <div class="buttons">
        <button type="submit" class="button primary" disabled={busy || seats !== 2}>
          {t("Find an opponent near my rating")}
        </button>
        <button type="button" class="button" disabled={busy} onClick={open}>
          {t("Post an open game")}
        </button>
      </div>
      {seats !== 2 && (
        <p class="quiet">
          {tn(
            "Quick pairing is for two players. An open game waits until {n} other joins.",
            "Quick pairing is for two players. An open game waits until {n} others join.",
            seats - 1,
          )}
        </p>
      )}
    </form>
  );
}

function Looking() {
  const { seek, problem } = useStore(seeking);
  const games = useGames();
  const [, tick] = useState(0);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => tick((times) => times + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (!seek) return null;
  const seconds = Math.max(0, Math.floor((Date.now() - seek.since) / 1_000));
  const soFar = seconds < 120 ? tn("{n} second", "{n} seconds", seconds) : leftText(1_000 * seconds);
  const stop = async () => {
    setBusy(true);
    await seeker.stop();
    setBusy(false);
  };
  return (
    <div class="column">
      <div class="said looking">
        <span class="pulse" aria-hidden="true" />
        <div class="row-words">
          <strong role="status">{t("Looking for an opponent …")}</strong>
          <span>
            {t(seek.title)} {termsText(seek, gameOf(games, seek.game))}
            {seek.handicap && `, ${t("Handicap by rating")}`}
          </span>
          <span class="quiet">
            {seek.window === null
              ? t("Searching for {time}, any rating", { time: soFar })
              : t("Searching for {time}, rating range ±{window}", { time: soFar, window: Math.round(seek.window) })}
          </span>
        </div>
      </div>
      <p class="quiet">
        {isLive(seek.clock)
          ? t("Keep Cairn open while you wait. You can use its other pages: a button at the top opens your game when it starts.")
          : t("You can leave. The search continues for three days, and the game will appear in your games.")}
      </p>
      <Problem text={problem} />
      <div class="buttons">
        <button type="button" class="button" disabled={busy} onClick={stop}>
          {t("Stop looking")}
        </button>
      </div>
    </div>
  );
}

function OpenTables({ games }: { games: readonly Game[] }) {
  const [game, show] = useShownGame();
  const { settings } = useSettings();
  const whom = useStore(who);
  const tables = useFetched(fetchLobby, null, kTablesMs);
  const { busy, problem, attempt } = useAttempt();
  const join = async (card: TableCard) => {
    const well = await attempt(async () => {
      await joinTable(card.id, settings.name);
      go(`/t/${card.id}`);
    });
    if (!well) void tables.reload();
  };
  const remove = async (card: TableCard) => {
    await attempt(() => takeBack(card.id));
    await tables.reload();
  };
  return (
    <Card
      id="tables"
      title={t("Open games")}
      aside={(game !== "" || (tables.data?.tables.length ?? 0) > 1) && <GameFilter games={games} game={game} onChange={show} />}
    >
      <Problem text={problem} />
      <Shown of={tables}>
        {({ tables: all }) => {
          const cards = all.filter((card) => game === "" || card.game === game);
          return cards.length === 0 ? (
            <EmptyList show="levels">{t("No open games right now. Post one, and it appears here for others to join.")}</EmptyList>
          ) : (
            <ul class="rows">
              {cards.map((card) => (
                <li key={card.id}>
                  <SmallBoard table={card.id} stamp={card.changed} />
                  <span class="row-words">
                    <strong>
                      {t(card.title)} <span class="quiet">{t("with {waiting}", { waiting: waiting(card) })}</span>
                    </strong>
                    <span class="quiet">{termsText(card, gameOf(games, card.game))}</span>
                  </span>
                  {card.you !== null ? (
                    <Link class="button" to={`/t/${card.id}`}>
                      {t("Go to the game")}
                    </Link>
                  ) : (
                    <button
                      type="button"
                      class="button"
                      disabled={busy}
                      aria-label={t("Join {title} with {others}", { title: t(card.title), others: waiting(card) })}
                      onClick={() => void join(card)}
                    >
                      {t("Join")}
                    </button>
                  )}
                  {card.yours ? (
                    <button
                      type="button"
                      class="button"
                      disabled={busy}
                      aria-label={t("Withdraw {title}", { title: t(card.title) })}
                      onClick={() => void remove(card)}
                    >
                      {t("Withdraw")}
                    </button>
                  ) : (
                    moderates(whom) && (
                      <Confirm
                        label={t("Remove …")}
                        about={t("Remove {title} with {others}", { title: t(card.title), others: waiting(card) })}
                        question={t("Remove it for everybody?")}
                        yes={t("Yes, remove it")}
                        onYes={() => void remove(card)}
                      />
                    )
                  )}
                </li>
              ))}
            </ul>
          );
        }}
      </Shown>
    </Card>
  );
}

/** Who sits at a table already. */
function waiting(card: TableCard): string {
  const names = card.seats.flatMap((seat, i) => (i === card.you ? [] : (chairName(seat) ?? [])));
  return names.length === 0 ? t("no players yet") : phrases(names);
}
