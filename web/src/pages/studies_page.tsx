// Your studies: their names, who may read them, deleting them. The server filters them by game; the address keeps the game.
import { useState } from "preact/hooks";
import { dateText, msg, phrases, t, tn, tx } from "../lang/text";
import { ApiError } from "../net/api";
import type { Game } from "../net/protocol";
import { endStudy, fetchStudies, fetchStudy, setStudy, type StudyAccess, type StudyCard } from "../net/studies";
import { useAttempt } from "../ui/use_attempt";
import { problemText } from "../state/problem_text";
import { EmptyList } from "../ui/empty_list";
import { Header } from "../ui/header";
import { GameFilter } from "../ui/game_filter";
import { Link } from "../ui/link";
import { StudyBoard } from "../ui/small_board";
import "./account.css";
import "../ui/lists.css";
import { useTitle } from "../ui/use_title";
import { useMount } from "../state/use_event";
import { gameOf } from "../state/terms";
import { useGames } from "../ui/use_games";
import { useShownGame } from "../ui/use_shown_game";

const kAccess: Record<StudyAccess, string> = { private: msg("Private"), link: msg("Anyone with the link"), public: msg("Public") };

interface List {
  cards: StudyCard[];
  next: number | null; // where the list continues
}

export default function StudiesPage() {
  const games = useGames();
  const [game, showGame] = useShownGame();
  const [any, setAny] = useState(false); // there are studies
  useTitle(t("Studies"));
  return (
    <>
      <Header />
      <main class="list-page">
        <div class="list-head">
          <h1>{t("Your studies")}</h1>
          <Link to="/analysis" class="button primary">
            {t("Analysis board")}
          </Link>
        </div>
        {games.length > 1 && (game !== "" || any) && <GameFilter games={games} game={game} onChange={showGame} />}
        <Studies key={game} game={game} games={games} onSome={() => setAny(true)} />
      </main>
    </>
  );
}

interface StudiesProps {
  game: string; // "": all
  games: readonly Game[];
  onSome(): void; // there are studies
}

function Studies({ game, games, onSome }: StudiesProps) {
  const [list, setList] = useState<List | null>(null);
  const [nobody, setNobody] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const load = (before: number | null) =>
    fetchStudies(game, before).then(
      ({ studies, next }) => {
        setList((known) => ({ cards: [...(before === null ? [] : (known?.cards ?? [])), ...studies], next }));
        setProblem(null);
        if (studies.length > 0) onSome();
      },
      (error: unknown) => {
        if (error instanceof ApiError && (error.status === 401 || error.refusal.code === "no-account")) setNobody(true);
        else setProblem(problemText(error));
      },
    );
  useMount(() => void load(null));
  const change = (cards: (before: StudyCard[]) => StudyCard[]) => setList((before) => before && { ...before, cards: cards(before.cards) });
  if (nobody)
    return (
      <p class="list-empty">
        {tx("{link} to save studies. The analysis board works without an account.", {
          link: <Link to="/account">{t("Sign in or create an account")}</Link>,
        })}
      </p>
    );
  return (
    <>
      {problem && (
        <div class="problem" role="alert">
          <p>{problem}</p>
          <button type="button" class="button" onClick={() => load(list?.next ?? null)}>
            {t("Try again")}
          </button>
        </div>
      )}
      {list === null ? (
        !problem && (
          <p class="quiet" aria-live="polite">
            {t("Loading …")}
          </p>
        )
      ) : list.cards.length > 0 ? (
        <ul class="list study-list" aria-label={t("Your studies")}>
          {list.cards.map((card) => (
            <Row
              key={card.id}
              card={card}
              title={t(gameOf(games, card.game)?.title ?? card.game)}
              onChange={(changed) => change((cards) => cards.map((one) => (one.id === card.id ? changed : one)))}
              onEnd={() => change((cards) => cards.filter((one) => one.id !== card.id))}
            />
          ))}
        </ul>
      ) : game !== "" ? (
        <p class="quiet">{t("No studies of this game.")}</p>
      ) : (
        <div class="list-empty">
          <EmptyList>{t("No studies yet. Open the analysis board, add moves and comments, and save: your study will appear here.")}</EmptyList>
        </div>
      )}
      {list?.next != null && (
        <button type="button" class="button" onClick={() => load(list.next)}>
          {t("Show more")}
        </button>
      )}
    </>
  );
}

interface RowProps {
  card: StudyCard;
  title: string;
  onChange(card: StudyCard): void;
  onEnd(): void;
}

function Row({ card, title, onChange, onEnd }: RowProps) {
  const [asking, setAsking] = useState(false);
  const { busy, problem, attempt } = useAttempt();
  const open = (access: StudyAccess) =>
    attempt(async () => {
      const whole = await fetchStudy(card.id);
      const study = await setStudy(whole, { name: whole.name, access }, whole.record);
      const { record: _, remarks: __, remark_messages: ___, ...changed } = study;
      onChange(changed);
    });
  return (
    <li class="list-row">
      <StudyBoard study={card.id} stamp={card.version} />
      <Link to={`/studies/${card.id}`} class="list-main">
        <span class="list-name">{card.name}</span>
        <span class="quiet">
          {phrases([title, tn("{n} move", "{n} moves", card.nodes - 1)])}
          {card.table && t(", from a game played here")}
          {card.hidden && t(", hidden by a moderator")}
          {t(", updated {day}", { day: dateText(card.changed) })}
        </span>
      </Link>
      <select
        aria-label={t("Who can see {name}", { name: card.name })}
        value={card.access}
        disabled={busy}
        onChange={(event) => open(event.currentTarget.value as StudyAccess)}
      >
        {(Object.keys(kAccess) as StudyAccess[]).map((access) => (
          <option value={access} key={access}>
            {t(kAccess[access])}
          </option>
        ))}
      </select>
      {asking ? (
        <span class="list-buttons">
          <button
            type="button"
            class="button small danger"
            disabled={busy}
            aria-label={t("Yes, delete {name}", { name: card.name })}
            onClick={() =>
              attempt(async () => {
                await endStudy(card.id);
                onEnd();
              })
            }
          >
            {t("Yes, delete")}
          </button>
          <button type="button" class="button small" onClick={() => setAsking(false)}>
            {t("Cancel")}
          </button>
        </span>
      ) : (
        <button type="button" class="button small" aria-label={t("Delete {name}", { name: card.name })} onClick={() => setAsking(true)}>
          {t("Delete")}
        </button>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
