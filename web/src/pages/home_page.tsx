// The start: choose a game and an opponent, two clicks to the board.
import { useState } from "preact/hooks";
import { msg, t, tn } from "../lang/text";
import { createTable, fetchGames } from "../net/api";
import type { Game } from "../net/protocol";
import { kClocks } from "../state/clock";
import { inShort } from "../skins/in_short";
import { proposedLevel, readFirsts } from "../state/hints";
import { rankText } from "../state/level_ranks";
import { wishOf, type StartTerms, type StartWish } from "../state/start_wish";
import { changedOptions, sizeField } from "../state/options";
import { turnsOf } from "../state/own_tables";
import { problemText } from "../state/problem_text";
import { loadCore } from "../wasm/load";
import { Header } from "../ui/header";
import heroUrl from "./hero.webp";
import { Icon } from "../ui/icons";
import { ownTables, who } from "../ui/live";
import { isKnownHere } from "../ui/known_here";
import { LevelChoice, LocalGames } from "../ui/local_games";
import { warmUp } from "./warm_up";
import { startLocalGame } from "../state/local_play";
import { OptionFields } from "../ui/option_fields";
import { SizeInput } from "../ui/size_input";
import { site } from "../ui/site";
import { clubName } from "../state/site_name";
import { go } from "../state/router";
import { PlayingNow } from "../ui/playing_now";
import { PuzzleBoard } from "../ui/small_board";
import { Lobby, Online, OwnTables } from "../ui/table_lists";
import { useSettings } from "../state/settings_context";
import { useStore } from "../state/use_store";
import { useMount } from "../state/use_event";
import { Link } from "../ui/link";

const kSmallSizes = [4, 5, 6, 8];
const kLargeSizes = [9, 11, 13, 19];
const kSeconds = [0.5, 1, 3, 5, 10];
const kBotLevels = [10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

export function HomePage() {
  const [games, setGames] = useState<Game[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [served, setServed] = useState(true);
  const turns = turnsOf(useStore(ownTables).cards);
  const whom = useStore(who);
  const here = useStore(site);
  const load = () => {
    setProblem(null);
    fetchGames()
      .then((answer) => {
        setGames(answer.games);
        setServed(true);
      })
      .catch((error: unknown) => {
        // Without a server there are still the games of this browser's own core.
        setProblem(problemText(error));
        setServed(false);
        loadCore().then(
          (core) => setGames((before) => before ?? core.games()),
          () => undefined, // nothing works without a network the first time
        );
      });
  };
  useMount(() => {
    document.title = clubName() ?? t("Cairn: Margo, Spargo and Go online");
    load();
    const online = () => load();
    addEventListener("online", online);
    const stop = warmUp();
    return () => {
      removeEventListener("online", online);
      stop();
    };
  });
  return (
    <>
      <Header />
      <main class="home">
        {served && turns.length > 0 && (
          <div class="home-turns">
            <OwnTables most={6} />
          </div>
        )}
        {here?.welcome && <Welcome text={here.welcome} />}
        <section class="hero">
          <div class="hero-words">
            <h1>
              {t("Stack the marbles.")}
              <br />
              {t("Surround the stones.")}
            </h1>
            <p class="lead">
              {t(
                "Margo is Go that climbs. Place balls on the board or on top of four others, and capture groups with no freedom left. Captured balls that hold up others stay as zombies.",
              )}
            </p>
          </div>
          <img class="hero-board" src={heroUrl} alt="" width={960} height={660} />
        </section>
        <section class="start card" aria-labelledby="start-title">
          <h2 id="start-title">{t("Start a game")}</h2>
          {problem && (
            <div class="problem" role="alert">
              <p>
                {problem} {games && t("You can still play offline.")}
              </p>
              <button type="button" class="button" onClick={load}>
                {t("Try again")}
              </button>
            </div>
          )}
          {games ? <StartForm games={games} served={served} /> : !problem && <p class="quiet start-waiting">{t("Loading games …")}</p>}
        </section>
        <div class="home-rest">
          {served && <PuzzleLink />}
          {served && turns.length === 0 && <OwnTables />}
          {served && <Lobby />}
          {served && <PlayingNow />}
          {served && <Online />}
          <LocalGames />
        </div>
      </main>
      <footer class="foot">
        {whom && !whom.guest
          ? t("Your games are saved. Come back to them at any time.")
          : here && !here.guests
            ? t("This site has no guests. Sign in or create an account to play.")
            : t("No account needed. Your games are saved, and you can come back to them in this browser.")}{" "}
        {here?.rules && <Link to="/rules">{t("Rules of this site")}</Link>}
      </footer>
    </>
  );
}

/** What the host says to whoever comes. */
function Welcome({ text }: { text: string }) {
  return (
    <section class="card home-welcome" aria-label={t("Welcome")}>
      {text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line, i) => (
          <p key={i}>{line}</p>
        ))}
    </section>
  );
}

function PuzzleLink() {
  return (
    <Link class="card puzzle-link" to="/puzzle">
      <PuzzleBoard day={new Date().toISOString().slice(0, 10)} />
      <span>
        <strong>{t("Puzzle of the day")}</strong> <span class="quiet">{t("Find the only winning move.")}</span>
      </span>
    </Link>
  );
}

/** Somebody who plays a game here for the first time begins against a bot that can be beaten. */
function botLevel(game: string): number {
  const firsts = readFirsts(localStorage);
  return proposedLevel(firsts, game, isKnownHere(firsts));
}

function StartForm({ games, served }: { games: Game[]; served: boolean }) {
  const { settings } = useSettings();
  const [gameName, setGameName] = useState(games[0]?.name ?? "");
  const [values, setValues] = useState<Record<string, string>>({});
  const whom = useStore(who); // the level that is proposed depends on it, too
  const [chosen, setTerms] = useState<Omit<StartTerms, "level"> & { level: number | null }>({
    seat: "first",
    seconds: 1,
    level: null,
    clock: "none",
    rated: false,
  });
  const [busy, setBusy] = useState<StartWish | "here" | null>(null);
  const [choosing, setChoosing] = useState(false); // the level of an offline game
  const [problem, setProblem] = useState<string | null>(null);
  const game = games.find((one) => one.name === gameName) ?? games[0];
  if (!game) return <p class="quiet">{t("No games are installed on this server.")}</p>;
  const level = chosen.level ?? botLevel(game.name);
  const account = Boolean(whom && !whom.guest);
  const rateable = account && chosen.clock !== "none" && rankText(game, values, level) !== "";
  const terms: StartTerms = { ...chosen, level, rated: chosen.rated && rateable };
  const change = (part: Partial<StartTerms>) => setTerms((before) => ({ ...before, ...part }));
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const start = async (wish: StartWish) => {
    setBusy(wish);
    setProblem(null);
    try {
      const options = changedOptions(game, values);
      const made = await createTable({ game: game.name, options, ...wishOf(terms, wish) }, settings.name);
      go(`/t/${made.id}`);
    } catch (error) {
      setProblem(problemText(error));
      setBusy(null);
    }
  };

  const startHere = async () => {
    setBusy("here");
    setProblem(null);
    try {
      const options = changedOptions(game, values);
      go(startLocalGame(await loadCore(), { game, options, seat: terms.seat, level: settings.level, name: settings.name }));
    } catch (error) {
      setProblem(problemText(error));
      setBusy(null);
    }
  };

  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <GameChoice
        games={games}
        game={game}
        onChoose={(name) => {
          setGameName(name);
          setValues({});
        }}
      />
      <SizeChoice game={game} values={values} onChoose={(value) => set("size", value)} />
      <fieldset class="plain">
        <legend>{t("You play")}</legend>
        <div class="chips">
          {(["first", "second", "random"] as const).map((one) => (
            <label class={`chip ${terms.seat === one ? "chosen" : ""}`} key={one}>
              <input type="radio" name="seat" checked={terms.seat === one} onChange={() => change({ seat: one })} />
              {{ first: t("First"), second: t("Second"), random: t("Random") }[one]}
            </label>
          ))}
        </div>
      </fieldset>
      <details class="more">
        <summary>{t("More options")}</summary>
        <div class="option-grid">
          <TermFields terms={terms} account={account} rankOf={(level) => rankText(game, values, level)} onChange={change} />
          <OptionFields specs={game.options.filter((spec) => spec.name !== "size")} values={values} onChange={set} />
        </div>
      </details>

      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="start-buttons">
        {kStarts.map(({ wish, icon, name }, i) => (
          <button type="button" class={`button ${i === 0 ? "primary " : ""}big`} key={wish} disabled={busy !== null || !served} onClick={() => start(wish)}>
            <Icon name={icon} />
            {busy === wish ? t("Starting …") : t(name)}
          </button>
        ))}
        <button
          type="button"
          class="button big"
          disabled={busy !== null}
          aria-expanded={choosing}
          aria-controls="level-choice"
          onClick={() => setChoosing(!choosing)}
        >
          <Icon name="offline" />
          {t("Play offline")}
        </button>
      </div>
      {choosing && <LevelChoice rank={rankText(game, values, settings.level)} busy={busy !== null} onStart={startHere} />}
    </form>
  );
}

const kStarts = [
  { wish: "bot", icon: "bot", name: msg("Play against a bot") },
  { wish: "friend", icon: "people", name: msg("Invite a friend") },
  { wish: "open", icon: "eye", name: msg("Post an open game") },
] as const;

function GameChoice({ games, game, onChoose }: { games: readonly Game[]; game: Game; onChoose(name: string): void }) {
  return (
    <fieldset class="plain">
      <legend>{t("Game")}</legend>
      <div class="game-cards">
        {games.map((one) => (
          <label class={`game-card ${one === game ? "chosen" : ""}`} key={one.name}>
            <input type="radio" name="game" value={one.name} checked={one === game} onChange={() => onChoose(one.name)} />
            <span class="game-title">{t(one.title)}</span>
            <span class="game-line">{inShort(one)}</span>
          </label>
        ))}
      </div>
      <p class="game-chosen">{inShort(game)}</p>
    </fieldset>
  );
}

function SizeChoice({ game, values, onChoose }: { game: Game; values: Readonly<Record<string, string>>; onChoose(size: string): void }) {
  const size = sizeField(game);
  if (!size) return null;
  const chosen = values["size"] ?? size.fallback;
  const quick = Number(size.fallback) > 8 ? kLargeSizes : kSmallSizes;
  return (
    <fieldset class="plain">
      <legend>{t("Board")}</legend>
      <div class="chips">
        {quick
          .filter((one) => one >= size.low && one <= size.high)
          .map((one) => (
            <label class={`chip ${chosen === String(one) ? "chosen" : ""}`} key={one}>
              <input type="radio" name="size" checked={chosen === String(one)} onChange={() => onChoose(String(one))} />
              {one} × {one}
            </label>
          ))}
        <div class={`chip other ${quick.includes(Number(chosen)) ? "" : "chosen"}`}>
          {t("Other##size of a board")}
          <SizeInput field={size} value={chosen} onChange={onChoose} />
        </div>
      </div>
    </fieldset>
  );
}

interface TermFieldsProps {
  terms: StartTerms;
  account: boolean; // signed in, not a guest
  rankOf(level: number): string; // "" where it is not known
  onChange(part: Partial<StartTerms>): void;
}

function TermFields({ terms, account, rankOf, onChange }: TermFieldsProps) {
  const { settings, change } = useSettings();
  const rateable = account && terms.clock !== "none";
  return (
    <>
      <label class="option">
        <span class="option-name">{t("Your name")}</span>
        <input type="text" maxLength={24} autocomplete="nickname" value={settings.name} onInput={(event) => change({ name: event.currentTarget.value })} />
        <span class="option-help">{t("Optional; shown to other players")}</span>
      </label>
      <label class="option">
        <span class="option-name">{t("Bot level")}</span>
        <select value={String(terms.level)} onChange={(event) => onChange({ level: Number(event.currentTarget.value) })}>
          {kBotLevels.map((one) => (
            <option value={String(one)} key={one}>
              {[one === 10 ? t("10 (strongest)") : String(one), rankOf(one)].filter((part) => part !== "").join(" · ")}
            </option>
          ))}
        </select>
        <span class="option-help">{t("From 1 (weakest) to 10")}</span>
      </label>
      <label class="option">
        <span class="option-name">{t("Bot thinking time")}</span>
        <select value={String(terms.seconds)} disabled={terms.rated} onChange={(event) => onChange({ seconds: Number(event.currentTarget.value) })}>
          {kSeconds.map((one) => (
            <option value={String(one)} key={one}>
              {tn("{n} second", "{n} seconds", one)}
            </option>
          ))}
        </select>
        <span class="option-help">{t("Per move; the bot plays better with more time")}</span>
      </label>
      <label class="option">
        <span class="option-name">{t("Time control")}</span>
        <select value={terms.clock} onChange={(event) => onChange({ clock: event.currentTarget.value })}>
          {kClocks.map(({ rule, name }) => (
            <option value={rule} key={rule}>
              {t(name)}
            </option>
          ))}
        </select>
        <span class="option-help">{t("A player who runs out of time loses")}</span>
      </label>
      {rankOf(terms.level) !== "" && (
        <label class="option flag">
          <input type="checkbox" checked={terms.rated} disabled={!rateable} onChange={(event) => onChange({ rated: event.currentTarget.checked })} />
          <span class="option-name">{t("Rated game against the bot")}</span>
          <span class="option-help">{!account ? t("Requires an account") : rateable ? t("Affects ratings; no takebacks") : t("Requires a time control")}</span>
        </label>
      )}
    </>
  );
}
