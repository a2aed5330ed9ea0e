// One tournament: how it stands, what one may do in it, and what its organiser may.
import { useState } from "preact/hooks";
import { phrases, t, tn, tx } from "../lang/text";
import {
  appeal,
  attend,
  cancel,
  challengeRung,
  declineRung,
  enter,
  fetchTournament,
  leave,
  rule,
  start,
  takeOut,
  type Game,
  type Ruling,
  type Tournament,
} from "../net/tournaments";
import { gameOf, termsText } from "../state/terms";
import {
  kindText,
  kStates,
  mayAppeal,
  nameOf,
  noRulingText,
  openGameOf,
  removable,
  rulingsOn,
  rulingsText,
  stageText,
  startText,
  takesPlayers,
  withinReach,
} from "../state/tournament";
import { Link } from "../ui/link";
import { who } from "../ui/live";
import { Card, Page, Problem, Shown } from "../ui/page";
import { dayText } from "../ui/rating_graph";
import { Bracket, Player, Rounds, Rungs, Standings } from "../ui/tournament_tables";
import { useAttempt } from "../ui/use_attempt";
import { useFetched } from "../ui/use_fetched";
import { useGames } from "../ui/use_games";
import { useStore } from "../state/use_store";

const kAgainMs = 4_000;
const kMostAppeal = 500; // letters

type Act = (what: Promise<Tournament>) => Promise<void>;

export function TournamentPage({ id }: { id: string }) {
  const found = useFetched(() => fetchTournament(id), id, kAgainMs);
  const { busy, problem, attempt } = useAttempt();
  const act: Act = async (what) => {
    if (!(await attempt(async () => found.set(await what)))) void found.reload();
  };
  const all = (
    <Link class="button" to="/tournaments">
      {t("All tournaments")}
    </Link>
  );
  if (found.missing)
    return (
      <Page title={t("Tournament")} aside={all}>
        <p>{t("Tournament not found. Check that the link is complete.")}</p>
      </Page>
    );
  return (
    <Page title={found.data?.name ?? t("Tournament")} aside={all}>
      <Shown of={found}>
        {(tournament) => (
          <>
            <About of={tournament} />
            <Yours of={tournament} busy={busy} act={act} />
            <Problem text={problem} />
            <Stand of={tournament} busy={busy} act={act} />
            <Organising of={tournament} busy={busy} act={act} />
          </>
        )}
      </Shown>
    </Page>
  );
}

interface Part {
  of: Tournament;
  busy: boolean;
  act: Act;
}

function About({ of }: { of: Tournament }) {
  const games = useGames();
  const { setup, state, organiser, now } = of;
  const champion = of.bracket?.champion ?? null;
  const winners = state === "over" && of.standings ? of.standings.filter((row) => row.place === 1).map((row) => nameOf(of, row.player)) : [];
  return (
    <div class="column about-tournament">
      <p>
        <span class={state === "open" || state === "running" ? "tag" : "tag plain"}>{t(kStates[state])}</span> {stageText(of)}
        {state === "open" && setup.starts !== null && <> · {startText(setup.starts, now)}</>}
      </p>
      <p>{tx("{format}: {game}", { format: <strong>{kindText(setup)}</strong>, game: `${t(of.title)} ${termsText(setup, gameOf(games, setup.game))}` })}</p>
      <p class="quiet">
        {tx("Created by {organiser} on {day}.", {
          organiser: organiser ? <Link to={`/people/${organiser}`}>{organiser}</Link> : t("a deleted player"),
          day: dayText(of.created),
        })}{" "}
        {setup.no_show !== null && t("Players who do not turn up for a game within {time} forfeit it.", { time: duration(setup.no_show) })}
      </p>
      {(champion !== null || winners.length > 0) && (
        <p class="said">
          {champion === null && winners.length > 1
            ? tx("{names} share first place.", { names: <strong>{phrases(winners)}</strong> })
            : tx("{name} won the tournament.", { name: <strong>{champion !== null ? nameOf(of, champion) : winners[0]}</strong> })}
        </p>
      )}
    </div>
  );
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return tn("{n} second", "{n} seconds", Math.round(ms / 1_000));
  if (minutes < 120) return tn("{n} minute", "{n} minutes", minutes);
  return minutes < 2_880 ? tn("{n} hour", "{n} hours", Math.round(minutes / 60)) : tn("{n} day", "{n} days", Math.round(minutes / 1_440));
}

/** What whoever looks on may do for himself. */
function Yours({ of, busy, act }: Part) {
  const whom = useStore(who);
  const [leaving, setLeaving] = useState(false);
  const { id, state, you, ladder, setup } = of;
  const account = Boolean(whom && !whom.guest);
  const entered = you !== null && of.players[you]?.here === true;
  const game = entered ? openGameOf(of, you) : null;
  const open = takesPlayers(of);
  if (state === "over" || state === "cancelled") return null;
  if (!entered && !open) return null;
  const challenged = ladder?.challenges.find((one) => one.challenged === you);
  return (
    <div class="column">
      {!account && open && whom !== undefined && (
        <p class="said">
          {t("You need an account to enter.")} <Link to="/account">{t("To your account")}</Link>
        </p>
      )}
      {entered && (
        <p class="said" role="status">
          {game
            ? game.how === "open" && !game.table
              ? t("Your opponent is {name}. The game will open shortly.", { name: nameOf(of, game.first === you ? game.second : game.first) })
              : t("Your opponent is {name}.", { name: nameOf(of, game.first === you ? game.second : game.first) })
            : state === "open"
              ? t("You have entered.")
              : t("You have no game to play right now.")}
        </p>
      )}
      <div class="buttons">
        {account && !entered && open && (
          <button type="button" class="button primary" disabled={busy} onClick={() => act(enter(id))}>
            {t("Enter##a tournament")}
          </button>
        )}
        {game?.table && (
          <Link class="button primary" to={`/t/${game.table}`}>
            {t("Go to your game")}
          </Link>
        )}
        {game && setup.no_show !== null && (
          <button type="button" class="button" disabled={busy} onClick={() => act(attend(id))}>
            {t("Check in")}
          </button>
        )}
        {challenged && (
          <button type="button" class="button" disabled={busy} onClick={() => act(declineRung(id))}>
            {t("Decline {name}’s challenge", { name: nameOf(of, challenged.challenger) })}
          </button>
        )}
        {entered && !leaving && (
          <button type="button" class="button" disabled={busy} onClick={() => (state === "open" ? act(leave(id)) : setLeaving(true))}>
            {t("Withdraw##from a tournament")}
          </button>
        )}
        {entered && leaving && (
          <>
            <button
              type="button"
              class="button danger"
              disabled={busy}
              onClick={() => {
                setLeaving(false);
                act(leave(id));
              }}
            >
              {game ? t("Yes, withdraw and forfeit") : t("Yes, withdraw")}
            </button>
            <button type="button" class="button" onClick={() => setLeaving(false)}>
              {t("Stay in##a tournament")}
            </button>
          </>
        )}
      </div>
    </div>
  );
}

/** Who plays, and how it stands. */
function Stand({ of, busy, act }: Part) {
  const reach = withinReach(of);
  return (
    <>
      {of.ladder && of.state !== "open" && (
        <Card id="ladder" title={t("Ladder")}>
          <Rungs
            of={of}
            beside={(player) =>
              reach.includes(player) && (
                <button type="button" class="button small" disabled={busy} onClick={() => act(challengeRung(of.id, nameOf(of, player)))}>
                  {t("Challenge {name}", { name: nameOf(of, player) })}
                </button>
              )
            }
          />
        </Card>
      )}
      {of.standings && (
        <Card id="table" title={t("Standings")}>
          <Standings of={of} />
        </Card>
      )}
      {of.bracket && (
        <Card id="bracket" title={t("Bracket")}>
          <Bracket of={of} />
        </Card>
      )}
      {of.games.length > 0 && (
        <Card id="rounds" title={of.ladder ? t("Games") : t("Rounds")}>
          {rulingsText(of).map((text) => (
            <p class="quiet" key={text}>
              {text}
            </p>
          ))}
          <Rounds
            of={of}
            beside={(game) => (
              <>
                <Appealing of={of} game={game} busy={busy} act={act} />
                <Judge of={of} game={game} busy={busy} act={act} />
              </>
            )}
          />
        </Card>
      )}
      {(of.state === "open" || of.games.length === 0) && (
        <Card id="players" title={t("Players")}>
          {of.players.length === 0 ? (
            <p class="quiet">{t("No players yet. Everybody who enters appears here.")}</p>
          ) : (
            <ul class="rows">
              {of.players.map((one, i) => (
                <li key={one.name}>
                  <span class="row-words">
                    <Player of={of} player={i} />
                  </span>
                  <span class="quiet">{t("rating {strength}", { strength: one.strength })}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      )}
    </>
  );
}

/** A player's word against a ruling on the own game. */
function Appealing({ of, game, busy, act }: Part & { game: Game }) {
  const [why, setWhy] = useState("");
  if (!mayAppeal(of, game)) return null;
  const send = (event: Event) => {
    event.preventDefault();
    act(appeal(of.id, game.game, why.trim()));
  };
  return (
    <details class="judge">
      <summary>{t("Appeal against this ruling")}</summary>
      <form class="inline-form" onSubmit={send}>
        <label class="option">
          <span class="option-name">{t("Reason")}</span>
          <input type="text" required maxLength={kMostAppeal} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
          <span class="option-help">{t("Moderators will see this and your name.")}</span>
        </label>
        <button type="submit" class="button" disabled={busy || why.trim() === ""}>
          {t("Send appeal")}
        </button>
      </form>
    </details>
  );
}

/** The organiser's or a moderator's word on a game: as if it had never been, or given away. Offered is what the server takes. */
function Judge({ of, game, busy, act }: Part & { game: Game }) {
  const [chosen, setChosen] = useState("annul");
  const may = rulingsOn(of, game);
  const why = noRulingText(of, game) && <p class="judge quiet">{noRulingText(of, game)}</p>;
  if (may.length === 0) return why || null;
  const [first, second] = [nameOf(of, game.first), nameOf(of, game.second)];
  const words = {
    annul: t("annul the game"),
    first: t("{first} forfeits", { first }),
    second: t("{second} forfeits", { second }),
    both: t("both forfeit"),
  };
  const verdict = may.find((one) => one === chosen) ?? "annul";
  const send = (event: Event) => {
    event.preventDefault();
    const what: Ruling = verdict === "annul" ? { game: game.game, ruling: "annul" } : { game: game.game, ruling: "forfeit", loser: verdict };
    act(rule(of.id, what));
  };
  return (
    <details class="judge">
      <summary>{t("Make a ruling")}</summary>
      <form class="inline-form" onSubmit={send}>
        <label class="option">
          <span class="option-name">{t("Ruling")}</span>
          <select value={verdict} onChange={(event) => setChosen(event.currentTarget.value)}>
            {may.map((one) => (
              <option value={one} key={one}>
                {words[one]}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="button danger" disabled={busy} aria-label={t("Apply ruling: game of {first} and {second}", { first, second })}>
          {t("Apply ruling")}
        </button>
      </form>
      {why}
    </details>
  );
}

function Organising({ of, busy, act }: Part) {
  const whom = useStore(who);
  const [ending, setEnding] = useState(false);
  const [name, setName] = useState("");
  const { id, state, setup } = of;
  if (of.may_rule === null || state === "over" || state === "cancelled") return null;
  const enough = of.players.filter((one) => one.here && one.name !== "").length >= setup.least;
  const { players, why } = removable(of, whom?.name ?? "");
  return (
    <Card id="organise" title={t("Manage tournament")}>
      <div class="buttons">
        {state === "open" && (
          <button type="button" class="button primary" disabled={busy || !enough} onClick={() => act(start(id))}>
            {t("Start now")}
          </button>
        )}
        {!ending ? (
          <button type="button" class="button" disabled={busy} onClick={() => setEnding(true)}>
            {state === "open" ? t("Cancel tournament …") : t("End early …")}
          </button>
        ) : (
          <>
            <button
              type="button"
              class="button danger"
              disabled={busy}
              onClick={() => {
                setEnding(false);
                act(cancel(id));
              }}
            >
              {state === "open" ? t("Yes, cancel it") : t("Yes, end it")}
            </button>
            <button type="button" class="button" onClick={() => setEnding(false)}>
              {t("Cancel")}
            </button>
          </>
        )}
      </div>
      {state === "open" && !enough && (
        <p class="quiet">{tn("The tournament needs {n} player to start.", "The tournament needs {n} players to start.", setup.least)}</p>
      )}
      {why && <p class="quiet">{why}</p>}
      {players.length > 0 && (
        <form
          class="inline-form"
          onSubmit={(event) => {
            event.preventDefault();
            act(takeOut(id, name));
            setName("");
          }}
        >
          <label class="option">
            <span class="option-name">{t("Remove a player")}</span>
            <select required value={name} onChange={(event) => setName(event.currentTarget.value)}>
              <option value="">{t("choose a player")}</option>
              {players.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
          <button type="submit" class="button" disabled={busy || name === ""}>
            {t("Remove")}
          </button>
        </form>
      )}
    </Card>
  );
}
