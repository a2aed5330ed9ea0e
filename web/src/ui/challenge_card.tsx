// A challenge with what one may answer. What was answered is shown as the server says it.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { accept, decline, kReasons, withdraw, type Challenge, type Reason } from "../net/challenges";
import { asksMe, headText, isMine, kReasonWords, stateText } from "../state/challenge_words";
import { gameOf, termsText } from "../state/terms";
import { Link } from "./link";
import { challengesChanged } from "./live";
import { Problem } from "./page";
import { go } from "../state/router";
import { useAttempt } from "./use_attempt";
import { useGames } from "./use_games";

interface Props {
  challenge: Challenge;
  alone?: boolean; // the page shows nothing else: no link to it
}

export function ChallengeCard({ challenge, alone = false }: Props) {
  const games = useGames();
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState<Reason>("not-now");
  const { busy, problem, attempt } = useAttempt();
  const { id, offer, table } = challenge;
  const act = async (what: () => Promise<Challenge>) => {
    const well = await attempt(async () => {
      const answer = await what();
      setDeclining(false);
      if (answer.table && asksMe(challenge)) return go(`/t/${answer.table}`);
      challengesChanged(answer);
    });
    if (!well) challengesChanged();
  };
  const head = headText(challenge);
  return (
    <div class="challenge" role="group" aria-label={`${head}: ${t(challenge.title)}`}>
      <div class="row-words">
        <strong>{head}</strong>
        <span>
          {t(challenge.title)} {termsText(challenge, gameOf(games, challenge.game))}
          {seatText(challenge)}
        </span>
        {challenge.note && <q class="note">{challenge.note}</q>}
        <span class="quiet" role="status">
          {stateText(challenge, Date.now())}
        </span>
      </div>
      <Problem text={problem} />
      {table && (
        <Link class="button primary" to={`/t/${table}`}>
          {t("Go to the game")}
        </Link>
      )}
      {challenge.state === "open" && (
        <div class="buttons">
          {asksMe(challenge) && (
            <button type="button" class="button primary" disabled={busy} onClick={() => act(() => accept(id, offer))}>
              {t("Accept")}
            </button>
          )}
          {!alone && (asksMe(challenge) || isMine(challenge)) && (
            <Link class="button" to={`/challenges/${id}`}>
              {t("Counter-offer …")}
            </Link>
          )}
          {isMine(challenge) ? (
            <button type="button" class="button" disabled={busy} onClick={() => act(() => withdraw(id))}>
              {t("Withdraw")}
            </button>
          ) : (
            !declining && (
              <button type="button" class="button" disabled={busy} onClick={() => setDeclining(true)}>
                {t("Decline …")}
              </button>
            )
          )}
        </div>
      )}
      {declining && challenge.state === "open" && (
        <form
          class="inline-form"
          onSubmit={(event) => {
            event.preventDefault();
            void act(() => decline(id, offer, reason));
          }}
        >
          <label class="option">
            <span class="option-name">{t("Reason")}</span>
            <select value={reason} onChange={(event) => setReason(event.currentTarget.value as Reason)}>
              {kReasons.map((one) => (
                <option value={one} key={one}>
                  {t(kReasonWords[one])}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" class="button danger" disabled={busy}>
            {t("Decline")}
          </button>
          <button type="button" class="button" onClick={() => setDeclining(false)}>
            {t("Cancel")}
          </button>
        </form>
      )}
    </div>
  );
}

/** Who moves first, or of more than two in which order, where whoever makes the offer has said so. */
function seatText({ people, you, maker }: Challenge): string {
  const first = people.findIndex((one) => one.seat === 0);
  const made = maker === null ? null : people[maker]?.seat;
  if (people.length === 2 && first < 0 && made !== null && made !== undefined)
    return made === 1 && maker === you ? t("; they move first") : t("; you move first");
  if (first < 0) return t("; first move at random");
  if (people.length > 2) {
    const inOrder = people.map((one, i) => ({ ...one, name: i === you ? t("you") : one.name })).sort((a, b) => (a.seat ?? 0) - (b.seat ?? 0));
    return t("; turn order: {names}", { names: inOrder.map((one) => one.name).join(" – ") });
  }
  return first === you ? t("; you move first") : t("; {name} moves first", { name: people[first]?.name ?? "" });
}
