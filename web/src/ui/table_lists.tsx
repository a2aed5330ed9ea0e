// On the start page: who waits for an opponent, one's own games on the server, those where it is one's turn first, and
// who is online.
import { useState } from "preact/hooks";
import { phrases, t, tn } from "../lang/text";
import { fetchOnline } from "../net/account";
import { ApiError, fetchLobby, joinTable } from "../net/api";
import type { Card } from "../net/protocol";
import { sizeText } from "../state/board_size";
import { ruleText } from "../state/clock";
import { inOrder, turnsOf } from "../state/own_tables";
import { chairName, leftText, onlineText } from "../state/words";
import { Icon } from "./icons";
import { Link } from "./link";
import { ownTables } from "./live";
import { go } from "../state/router";
import { useSettings } from "../state/settings_context";
import { SmallBoard } from "./small_board";
import { useStore } from "../state/use_store";
import { useMount } from "../state/use_event";

const kLookAgainMs = 5_000;
const kOnlineMs = 30_000;
const kShown = 8;

/** Asks now and, while the page is seen, every few seconds; what could not be read stays as it was. */
function useAgain<T>(fetch: () => Promise<T>, everyMs: number): T | null {
  const [found, setFound] = useState<T | null>(null);
  useMount(() => {
    let gone = false;
    const look = () => {
      if (document.visibilityState !== "visible") return;
      fetch().then(
        (answer) => gone || setFound(answer),
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, everyMs);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  });
  return found;
}

const useList = (fetch: () => Promise<{ tables: Card[] }>): Card[] => useAgain(fetch, kLookAgainMs)?.tables ?? [];

/** "9 × 9, 3 days per turn, rated". */
function details(card: Card): string {
  const { size } = card.options;
  return phrases([
    ...(size ? [sizeText(size)] : []),
    ...(card.seats.length > 2 ? [tn("{n} player", "{n} players", card.seats.length)] : []),
    ...(card.clock === "none" ? [] : [ruleText(card.clock)]),
    ...(card.rated ? [t("rated")] : []),
  ]);
}

function others(card: Card): string {
  const names = card.seats.flatMap((seat, i) => (i === card.you ? [] : (chairName(seat) ?? [])));
  return names.length === 0 ? t("waiting for an opponent") : phrases(names);
}

function TableLink({ card, children }: { card: Card; children: preact.ComponentChildren }) {
  return (
    <Link class="local-game" to={`/t/${card.id}`}>
      {children}
    </Link>
  );
}

/** One's own games, those first that wait for one's move, with the way to the most pressing. */
export function OwnTables({ most = kShown }: { most?: number }) {
  const cards = inOrder(useStore(ownTables).cards);
  const [all, setAll] = useState(false);
  if (cards.length === 0) return null;
  const turns = turnsOf(cards);
  const [next] = turns;
  return (
    <section class="card local-games" aria-labelledby="own-title">
      <div class="own-head">
        <h2 id="own-title">
          {t("Your games")}
          {next && <span class="turns">{tn("your turn in {n} game", "your turn in {n} games", turns.length)}</span>}
        </h2>
        {next && (
          <Link class="button primary" to={`/t/${next.id}`}>
            <Icon name="play" />
            {t("Play on")}
          </Link>
        )}
      </div>
      <ul>
        {cards.slice(0, all ? cards.length : most).map((card) => (
          <li key={card.id}>
            <SmallBoard table={card.id} stamp={card.changed} />
            <TableLink card={card}>
              <span class="local-name">
                {t(card.title)} · {others(card)}
              </span>
              <span class="quiet">
                {card.your_turn && <strong>{t("Your turn")}</strong>}
                {card.your_turn && details(card) !== "" && " · "}
                {details(card)}
                {card.hurry && card.due !== null && <strong class="hurry"> · {t("{left} left", { left: leftText(card.due - Date.now()) })}</strong>}
              </span>
            </TableLink>
          </li>
        ))}
      </ul>
      {cards.length > most && (
        <button type="button" class="button" onClick={() => setAll(!all)}>
          {all ? t("Show fewer") : t("Show all {n}", { n: cards.length })}
        </button>
      )}
    </section>
  );
}

export function Lobby() {
  const { settings } = useSettings();
  const cards = useList(fetchLobby).filter((card) => card.you === null);
  const [problem, setProblem] = useState<string | null>(null);
  if (cards.length === 0) return null;
  const join = (card: Card) =>
    joinTable(card.id, settings.name).then(
      () => go(`/t/${card.id}`),
      (error: unknown) => setProblem(error instanceof ApiError ? error.message : t("Something went wrong.")),
    );
  return (
    <section class="card local-games" aria-labelledby="lobby-title">
      <h2 id="lobby-title">{t("Open games")}</h2>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <ul>
        {cards.slice(0, kShown).map((card) => (
          <li key={card.id}>
            <SmallBoard table={card.id} stamp={card.changed} />
            <span class="local-game">
              <span class="local-name">
                {t(card.title)} · {others(card)}
              </span>
              <span class="quiet">{details(card)}</span>
            </span>
            <button
              type="button"
              class="button"
              aria-label={t("Join {title} with {others}", { title: t(card.title), others: others(card) })}
              onClick={() => join(card)}
            >
              {t("Join")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "Ann, Bob and 3 others are online." */
export function Online() {
  const online = useAgain(fetchOnline, kOnlineMs);
  if (!online || online.count === 0) return null;
  return (
    <p class="quiet online">
      {onlineText(
        online.people.map((one) => one.name),
        online.count,
      )}
    </p>
  );
}
