// The games of one library. What is looked for stays in the address.
import { useEffect, useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import { fetchGames } from "../net/api";
import { fetchLibraryGames, libraryFile, type LibraryGame } from "../net/libraries";
import type { Game } from "../net/protocol";
import { sizeText } from "../state/board_size";
import { libraryQuery, libraryWish, positionPicture, type LibraryWish } from "../state/library_query";
import { takesPatterns, type PatternPlace } from "../state/library_pattern";
import { kSeats, libraryDate, libraryResult } from "../state/library_result";
import type { SmallView } from "../state/board_picture";
import { useSettings } from "../state/settings_context";
import { readHash } from "../state/share";
import { useEvent, useMount } from "../state/use_event";
import { BoardPicture } from "../ui/board_picture";
import { EmptyList } from "../ui/empty_list";
import { Header } from "../ui/header";
import { LibraryForm } from "../ui/library_form";
import { Link } from "../ui/link";
import { PatternSearch } from "../ui/pattern_search";
import { useAttempt } from "../ui/use_attempt";
import { useHash } from "../ui/use_hash";
import { useTitle } from "../ui/use_title";
import "../ui/small_board.css";

export function LibraryGames({ library }: { library: string }) {
  const [hash, follow] = useHash();
  const asked = hash.slice(1);
  const wish = libraryWish(readHash(asked));
  const query = libraryQuery(wish);
  const [games, setGames] = useState<Game[]>([]);
  const [found, setFound] = useState<LibraryGame[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [through, setThrough] = useState<number | null>(null);
  const { busy, problem, attempt } = useAttempt();

  const load = async (after: number | null) => {
    const well = await attempt(async () => {
      const part = new URLSearchParams(query);
      if (after !== null) part.set("after", String(after));
      const list = await fetchLibraryGames(library, part);
      setFound((known) => [...(after === null ? [] : (known ?? [])), ...list.games]);
      setNext(list.next);
      setThrough(list.through);
    });
    if (!well && after === null) setFound(null);
  };
  useTitle(library);
  useMount(() => {
    fetchGames().then(
      (list) => setGames(list.games),
      () => undefined, // without it one searches by everything else
    );
  });
  const begin = useEvent(() => void load(null));
  useEffect(begin, [asked, begin]);
  const search = (other: LibraryWish) => {
    const text = libraryQuery(other).toString();
    if (text === asked) return void load(null);
    history.pushState(null, "", `${location.pathname}${location.search}${text ? `#${text}` : ""}`);
    follow();
  };
  const like = found?.find((game) => game.board !== null)?.board ?? null;
  const picture = positionPicture(wish.position, like);
  const sized = wish.game !== "" && wish.size !== "" && wish.position === "";
  const kind = `${wish.game} ${wish.size}`;
  const [shape, setShape] = useState<{ kind: string; board: SmallView } | null>(null); // stays where nothing is found
  if (like && sized && shape?.kind !== kind) setShape({ kind, board: like });
  const patterns = sized && shape?.kind === kind && takesPatterns(shape.board) ? shape.board : null;
  const place: PatternPlace = wish.place === "side" ? "side" : "corner";
  return (
    <>
      <Header />
      <main class="list-page">
        <div class="list-head">
          <h1>{library}</h1>
          <div class="list-ways">
            <Link to="/libraries" class="button">
              {t("Libraries")}
            </Link>
            {wish.game && !games.find((one) => one.name === wish.game)?.hidden && (
              <Link to={`/openings/${wish.game}${wish.size ? `-${wish.size}` : ""}#library=${library}`} class="button">
                {t("Opening explorer")}
              </Link>
            )}
          </div>
        </div>
        <LibraryForm key={asked} start={wish} games={games} busy={busy} onSearch={search} />
        {patterns && (
          <PatternSearch
            key={`pattern ${asked}`}
            like={patterns}
            pattern={wish.pattern}
            place={place}
            onSearch={(pattern, at) => search({ ...wish, pattern, place: at })}
          />
        )}
        {wish.position !== "" && (
          <div class="list-row">
            {picture && (
              <span class="small-board asked">
                <BoardPicture view={picture} />
              </span>
            )}
            <span class="list-main">
              <span>{t("Games with this position, also turned or mirrored")}</span>
              {through !== null && <span class="quiet">{tn("{n} game of this library", "{n} games of this library", through)}</span>}
            </span>
            <button type="button" class="button small" onClick={() => search({ ...wish, position: "" })}>
              {t("Any position")}
            </button>
          </div>
        )}
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <p class="list-said quiet" role="status">
          {found === null
            ? busy
              ? t("Searching …")
              : ""
            : found.length === 0
              ? ""
              : next === null
                ? tn("{n} game", "{n} games", found.length)
                : tn("First game", "First {n} games", found.length)}
        </p>
        {found?.length === 0 && <EmptyList>{t("No games match your search. Try fewer filters.")}</EmptyList>}
        {found !== null && found.length > 0 && (
          <>
            <ul class="list" aria-label={t("Games")}>
              {found.map((game) => (
                <GameLine key={game.number} game={game} library={library} title={games.find((one) => one.name === game.game)?.title ?? game.game} />
              ))}
            </ul>
            <div class="account-buttons">
              {next !== null && (
                <button type="button" class="button primary" disabled={busy} onClick={() => load(next)}>
                  {t("Show more")}
                </button>
              )}
              <span class="quiet">{t("Download up to 500 of these games:")}</span>
              <a class="button" href={libraryFile(library, "sgf", query)} download={`${library}.sgf`}>
                SGF
              </a>
              <a class="button" href={libraryFile(library, "zip", query)} download={`${library}.zip`}>
                {t("Zip file")}
              </a>
              <a class="button" href={libraryFile(library, "jsonl", query)} download={`${library}.jsonl`}>
                {t("JSON lines")}
              </a>
            </div>
          </>
        )}
      </main>
    </>
  );
}

function GameLine({ game, library, title }: { game: LibraryGame; library: string; title: string }) {
  const { settings } = useSettings();
  const { size } = game.options;
  const at = game.ply === null ? "" : `&ply=${game.ply}`;
  const names = game.players.map(({ name, rank }, i) => (
    <span key={i}>
      {i > 0 && <span class="quiet"> – </span>}
      <span class={game.winner === kSeats[i] ? "list-winner" : ""}>{name || t("unknown player")}</span>
      {rank && <span class="quiet"> {rank}</span>}
    </span>
  ));
  return (
    <li class="list-row">
      {settings.thumbnails && (
        <span class="small-board" data-number={game.number}>
          {game.board && <BoardPicture view={game.board} />}
        </span>
      )}
      <Link to={`/analysis#library=${library}&number=${game.number}${at}`} class="list-main">
        <span class="list-name">{names}</span>
        <span class="quiet">
          {t(title)}
          {size && ` ${sizeText(size)}`}, {tn("{n} move", "{n} moves", game.moves)}
          {game.ply !== null && `, ${tn("position after {n} move", "position after {n} moves", game.ply)}`}
        </span>
        {game.event && <span class="quiet">{game.event}</span>}
      </Link>
      <span class="archive-end">
        <span>{libraryResult(game)}</span>
        <span class="quiet">{libraryDate(game.date)}</span>
      </span>
    </li>
  );
}
