// The archive: finished games found by who played what, when and how it ended.
import { useEffect, useState } from "preact/hooks";
import { dateText, msg, t, tn } from "../lang/text";
import { fetchArchive, type ArchiveCard } from "../net/archive";
import { fetchGames } from "../net/api";
import type { Game } from "../net/protocol";
import { kAnyGame, kEndings, kMostOptions, outcomeText, queryOf, wishOf, type ArchiveWish } from "../state/archive_query";
import { sizeText } from "../state/board_size";
import { readHash } from "../state/share";
import { chairName } from "../state/words";
import { EmptyList } from "../ui/empty_list";
import { Header } from "../ui/header";
import { Link } from "../ui/link";
import { OptionFields } from "../ui/option_fields";
import { SmallBoard } from "../ui/small_board";
import { useAttempt } from "../ui/use_attempt";
import "./account.css";
import "../ui/lists.css";
import { useTitle } from "../ui/use_title";
import { useHash } from "../ui/use_hash";
import { useEvent, useMount } from "../state/use_event";

const kResults = [
  { value: "", name: msg("Any result") },
  { value: "won", name: msg("Won by the player"), player: true },
  { value: "lost", name: msg("Lost by the player"), player: true },
  { value: "drawn", name: msg("A draw") },
  { value: "first", name: msg("First player won") },
  { value: "second", name: msg("Second player won") },
  { value: "third", name: msg("Third player won") },
  { value: "fourth", name: msg("Fourth player won") },
];
export default function ArchivePage() {
  const [hash, follow] = useHash();
  const asked = hash.slice(1);
  const [games, setGames] = useState<Game[]>([]);
  const [cards, setCards] = useState<ArchiveCard[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const query = queryOf(wishOf(readHash(asked)));

  const load = async (before: string | null) => {
    const well = await attempt(async () => {
      const part = new URLSearchParams(query);
      if (before !== null) part.set("before", before);
      const list = await fetchArchive(part);
      setCards((known) => [...(before === null ? [] : (known ?? [])), ...list.games]);
      setNext(list.next);
    });
    if (!well && before === null) setCards(null);
  };
  useTitle(t("Archive"));
  useMount(() => {
    fetchGames().then(
      (list) => setGames(list.games),
      () => undefined, // without it one searches by player and date
    );
  });
  const begin = useEvent(() => void load(null));
  useEffect(begin, [asked, begin]);
  const search = (wish: ArchiveWish) => {
    const text = queryOf(wish).toString();
    if (text === asked) void load(null);
    else {
      history.pushState(null, "", `${location.pathname}${location.search}#${text}`);
      follow();
    }
  };
  const file = (form: string) => `/api/archive/games.${form}?${query.toString()}`;
  return (
    <>
      <Header />
      <main class="list-page">
        <div class="list-head">
          <h1>{t("Archive")}</h1>
          <div class="list-ways">
            <Link to="/libraries" class="button">
              {t("Libraries")}
            </Link>
            <Link to="/openings" class="button">
              {t("Opening explorer")}
            </Link>
          </div>
        </div>
        <SearchForm key={asked} start={wishOf(readHash(asked))} games={games} busy={busy} onSearch={search} />
        {problem && (
          <div class="problem" role="alert">
            <p>{problem}</p>
          </div>
        )}
        <p class="list-said quiet" role="status">
          {busy && cards === null ? t("Searching …") : cards === null ? "" : foundText(cards.length, next !== null)}
        </p>
        {cards !== null && cards.length === 0 && (
          <div class="list-empty">
            <EmptyList>
              {asked === ""
                ? t("No finished games yet. Every game appears here a few seconds after it ends.")
                : t("No games match your search. Try fewer filters.")}
            </EmptyList>
          </div>
        )}
        {cards !== null && cards.length > 0 && (
          <>
            <ul class="list" aria-label={t("Finished games")}>
              {cards.map((card) => (
                <GameRow key={card.id} card={card} />
              ))}
            </ul>
            <div class="account-buttons">
              {next !== null && (
                <button type="button" class="button primary" disabled={busy} onClick={() => load(next)}>
                  {t("Show more")}
                </button>
              )}
              <span class="quiet">{next === null && cards.length <= 100 ? t("Download these games:") : t("Download the first 100:")}</span>
              <a class="button" href={file("sgf")} download="cairn-games.sgf">
                SGF
              </a>
              <a class="button" href={file("jsonl")} download="cairn-games.jsonl">
                {t("JSON lines")}
              </a>
            </div>
          </>
        )}
      </main>
    </>
  );
}

const foundText = (count: number, more: boolean) =>
  count === 0 ? "" : more ? tn("Latest game", "Latest {n} games", count) : tn("{n} game", "{n} games", count);

function GameRow({ card }: { card: ArchiveCard }) {
  const { size } = card.options;
  const players = card.seats.map((seat) => chairName(seat) ?? t("deleted player")).reduce((first, second) => t("{first} against {second}", { first, second }));
  const names = card.seats.map((seat, i) => (
    <span key={i}>
      {i > 0 && <span class="quiet"> – </span>}
      <span class={card.winner === i ? "list-winner" : ""}>{chairName(seat) ?? t("deleted player")}</span>
    </span>
  ));
  return (
    <li class="list-row">
      <SmallBoard table={card.id} stamp={card.ended} />
      <Link to={`/t/${card.id}`} class="list-main">
        <span class="list-name">{names}</span>
        <span class="quiet">
          {t(card.title)}
          {size && ` ${sizeText(size)}`}, {tn("{n} move", "{n} moves", card.moves)}
          {card.rated && t(", rated")}
        </span>
      </Link>
      <span class="archive-end">
        <span>{outcomeText(card)}</span>
        <time class="quiet" dateTime={new Date(card.ended).toISOString()}>
          {dateText(card.ended)}
        </time>
      </span>
      <Link to={`/analysis/${card.id}`} class="button small" aria-label={t("Analyse {players}", { players })}>
        {t("Analyse")}
      </Link>
    </li>
  );
}

interface FormProps {
  start: ArchiveWish;
  games: readonly Game[];
  busy: boolean;
  onSearch(wish: ArchiveWish): void;
}

function SearchForm({ start, games, busy, onSearch }: FormProps) {
  const [wish, setWish] = useState(start);
  const game = games.find((one) => one.name === wish.game);
  const set = (change: Partial<ArchiveWish>) => setWish({ ...wish, ...change });
  const wished = Object.values(wish.options).filter((value) => value !== "").length;
  const text = (name: "player" | "against", title: string) => (
    <label class="option">
      <span class="option-name">{title}</span>
      <input type="text" maxLength={24} autocomplete="off" value={wish[name]} onInput={(event) => set({ [name]: event.currentTarget.value })} />
    </label>
  );
  const day = (name: "since" | "until", title: string) => (
    <label class="option">
      <span class="option-name">{title}</span>
      <input type="date" value={wish[name]} onInput={(event) => set({ [name]: event.currentTarget.value })} />
    </label>
  );
  const choice = (name: "result" | "how", title: string, values: readonly { value: string; name: string }[]) => (
    <label class="option">
      <span class="option-name">{title}</span>
      <select value={wish[name]} onChange={(event) => set({ [name]: event.currentTarget.value })}>
        {values.map((one) => (
          <option value={one.value} key={one.value}>
            {t(one.name)}
          </option>
        ))}
      </select>
    </label>
  );
  const flag = (name: "rated" | "people", title: string) => (
    <label class="switch">
      <input type="checkbox" checked={wish[name]} onChange={(event) => set({ [name]: event.currentTarget.checked })} />
      <span class="switch-name">{title}</span>
    </label>
  );
  const specs = game?.options.map((spec) => ({ ...spec, default: "" })) ?? [];
  return (
    <form
      class="card search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(wish);
      }}
    >
      <div class="search-fields">
        {text("player", t("Player"))}
        {text("against", t("Opponent"))}
        <label class="option">
          <span class="option-name">{t("Game")}</span>
          <select value={wish.game} onChange={(event) => set({ game: event.currentTarget.value, options: {} })}>
            <option value="">{t("Any game")}</option>
            {(games.length > 0 ? games : wish.game ? [{ name: wish.game, title: wish.game }] : []).map((one) => (
              <option value={one.name} key={one.name}>
                {t(one.title)}
              </option>
            ))}
          </select>
        </label>
        {choice(
          "result",
          t("Result"),
          kResults.filter((one) => !one.player || wish.player.trim() !== "" || one.value === wish.result),
        )}
        {choice("how", t("How it ended"), kEndings)}
        {day("since", t("From"))}
        {day("until", t("To"))}
      </div>
      {game && (
        <details open={wished > 0}>
          <summary>{t("Options for {title}", { title: t(game.title) })}</summary>
          <div class="option-grid">
            <OptionFields
              specs={specs.map((spec) => (spec.values === "yes|no" ? { ...spec, values: "any|yes|no", default: "any" } : anyChoice(spec)))}
              values={wish.options}
              unset={t("any")}
              onChange={(name, value) => set({ options: { ...wish.options, [name]: value === "any" ? "" : value } })}
            />
          </div>
          {wished > kMostOptions && <p class="problem">{t("Choose at most {most} options.", { most: kMostOptions })}</p>}
        </details>
      )}
      <div class="account-buttons">
        {flag("rated", t("Rated only"))}
        {flag("people", t("Without bots"))}
      </div>
      <div class="account-buttons">
        <button type="submit" class="button primary" disabled={busy || wished > kMostOptions}>
          {t("Search")}
        </button>
        {queryOf(wish).toString() !== "" && (
          <button type="button" class="button" onClick={() => onSearch(kAnyGame)}>
            {t("Clear filters")}
          </button>
        )}
      </div>
    </form>
  );
}

/** A choice that may be left open. */
function anyChoice(spec: Game["options"][number]): Game["options"][number] {
  return /^[\w-]+(\|[\w-]+)+$/.test(spec.values) ? { ...spec, values: `any|${spec.values}`, default: "any" } : spec;
}
