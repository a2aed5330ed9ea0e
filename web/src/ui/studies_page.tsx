// One's own studies: what they are called, who may read them, and letting them go.
import { useEffect, useState } from "preact/hooks";
import { ApiError, fetchGames } from "../net/api";
import { endStudy, fetchStudies, fetchStudy, setStudy, type StudyAccess, type StudyCard } from "../net/studies";
import { plural } from "../state/words";
import { problemOf } from "./account_page";
import { Header } from "./header";
import { Link } from "./link";
import "./account.css";
import "./lists.css";

const kAccess: Record<StudyAccess, string> = { private: "only you", link: "who has the link", public: "everybody" };

export default function StudiesPage() {
  const [cards, setCards] = useState<StudyCard[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const [nobody, setNobody] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [titles, setTitles] = useState<Record<string, string>>({});
  const load = (before: number | null) =>
    fetchStudies(before).then(
      (list) => {
        setCards((known) => [...(before === null ? [] : (known ?? [])), ...list.studies]);
        setNext(list.next);
        setProblem(null);
      },
      (error: unknown) => {
        if (error instanceof ApiError && (error.status === 401 || error.refusal.code === "no-account")) setNobody(true);
        else setProblem(problemOf(error));
      },
    );
  useEffect(() => {
    document.title = "Studies · Cairn";
    void load(null);
    fetchGames().then(
      ({ games }) => setTitles(Object.fromEntries(games.map((game) => [game.name, game.title]))),
      () => undefined, // the names serve
    );
  }, []);
  return (
    <>
      <Header />
      <main class="list-page">
        <div class="list-head">
          <h1>Your studies</h1>
          <Link to="/analysis" class="button primary">
            Analysis board
          </Link>
        </div>
        {problem && (
          <div class="problem" role="alert">
            <p>{problem}</p>
            <button type="button" class="button" onClick={() => load(null)}>
              Try again
            </button>
          </div>
        )}
        {nobody ? (
          <p class="list-empty">
            Studies are kept for accounts. <Link to="/account">Sign in or sign up</Link>; the analysis board itself needs no account.
          </p>
        ) : cards === null ? (
          !problem && (
            <p class="quiet" aria-live="polite">
              Asking the server …
            </p>
          )
        ) : cards.length === 0 ? (
          <p class="list-empty">No study yet. Put a game on the analysis board, add moves and notes, and save it: it will stand here.</p>
        ) : (
          <ul class="list" aria-label="Your studies">
            {cards.map((card) => (
              <Row
                key={card.id}
                card={card}
                title={titles[card.game] ?? card.game}
                onChange={(changed) => setCards(cards.map((one) => (one.id === card.id ? changed : one)))}
                onEnd={() => setCards(cards.filter((one) => one.id !== card.id))}
              />
            ))}
          </ul>
        )}
        {next !== null && (
          <button type="button" class="button" onClick={() => load(next)}>
            Show more
          </button>
        )}
      </main>
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
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (what: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await what();
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  const open = (access: StudyAccess) =>
    attempt(async () => {
      const whole = await fetchStudy(card.id);
      const { record: _, remarks: __, ...changed } = await setStudy(whole, { name: whole.name, access }, whole.record);
      onChange(changed);
    });
  return (
    <li class="list-row">
      <Link to={`/studies/${card.id}`} class="list-main">
        <span class="list-name">{card.name}</span>
        <span class="quiet">
          {title}, {plural(card.nodes - 1, "move")}
          {card.table && ", of a game played here"}
          {card.hidden && ", hidden by a moderator"}, changed {new Date(card.changed).toLocaleDateString(undefined, { dateStyle: "medium" })}
        </span>
      </Link>
      <select
        aria-label={`Who may read ${card.name}`}
        value={card.access}
        disabled={busy}
        onChange={(event) => open(event.currentTarget.value as StudyAccess)}
      >
        {(Object.keys(kAccess) as StudyAccess[]).map((access) => (
          <option value={access} key={access}>
            {kAccess[access]}
          </option>
        ))}
      </select>
      {asking ? (
        <span class="list-buttons">
          <button
            type="button"
            class="button small danger"
            disabled={busy}
            aria-label={`Yes, delete ${card.name}`}
            onClick={() =>
              attempt(async () => {
                await endStudy(card.id);
                onEnd();
              })
            }
          >
            Yes, delete
          </button>
          <button type="button" class="button small" onClick={() => setAsking(false)}>
            Keep
          </button>
        </span>
      ) : (
        <button type="button" class="button small" aria-label={`Delete ${card.name}`} onClick={() => setAsking(true)}>
          Delete
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
