// What is offered: to whom, on what terms, with what words. For a challenge and for a counter-offer.
import { useState } from "preact/hooks";
import { msg, phrases, t } from "../lang/text";
import { counter, makeChallenge, type Challenge, type Wish } from "../net/challenges";
import { othersText } from "../state/challenge_words";
import { draftOf, gameOf, keepDraft, kMe, loadDraft, namesOf, ordersOf, seatsOf, termsOf } from "../state/terms";
import type { Game } from "../net/protocol";
import { challengesChanged, who } from "./live";
import { Problem } from "./page";
import { useSettings } from "../state/settings_context";
import { TermsFields } from "./terms_form";
import { useAttempt } from "./use_attempt";
import { useStore } from "../state/use_store";

const kWaits = [
  { minutes: 0, name: msg("Default for the time control") },
  { minutes: 10, name: msg("10 minutes") },
  { minutes: 60, name: msg("1 hour") },
  { minutes: 1_440, name: msg("1 day") },
  { minutes: 10_080, name: msg("1 week") },
];
const kMostNote = 200;

interface Props {
  games: readonly Game[];
  to: readonly string[]; // whom to begin with
  online: readonly string[]; // whom to offer
  answers?: Challenge; // what the terms are instead of
  onMade(challenge: Challenge): void;
}

export function ChallengeForm({ games, to, online, answers, onMade }: Props) {
  const { settings } = useSettings();
  const whom = useStore(who);
  const [draft, setDraft] = useState(() => (answers ? draftOf(answers) : loadDraft(games)));
  const [names, setNames] = useState<readonly string[]>(to);
  const [seat, setSeat] = useState<NonNullable<Wish["seat"]>>("random");
  const [chosenOrder, setChosenOrder] = useState(""); // by lot
  const [note, setNote] = useState("");
  const [minutes, setMinutes] = useState(0);
  const { busy, problem, attempt } = useAttempt();
  const account = Boolean(whom && !whom.guest);
  const seats = seatsOf(gameOf(games, draft.game), draft.values);
  const others = Array.from({ length: seats - 1 }, (_, i) => names[i] ?? "");
  const people = namesOf(answers ? [] : others);
  const company = answers ? answers.people.flatMap(({ name }, i) => (i === answers.you ? [] : [name])) : people;
  const orders = seats > 2 && company.length === seats - 1 ? ordersOf([kMe, ...company]) : [];
  const order = orders.find((one) => one.join() === chosenOrder); // none where names have changed since

  const send = async (event: Event) => {
    event.preventDefault();
    const wish: Wish = {
      ...termsOf(games, draft, account),
      note: note.trim(),
      ...(seats === 2 ? { seat } : {}),
      ...(order ? { order } : {}),
      ...(minutes > 0 ? { minutes } : {}),
    };
    const well = await attempt(async () => {
      const made = answers ? await counter(answers.id, answers.offer, wish) : await makeChallenge(people, wish, settings.name);
      if (!answers) keepDraft(draft);
      challengesChanged(made);
      onMade(made);
    });
    if (!well && answers) challengesChanged(); // the terms may be others by now
  };

  const deed = answers
    ? t("Send counter-offer to {others}", { others: othersText(answers) })
    : people.length > 0
      ? t("Challenge {names}", { names: phrases(people) })
      : t("Challenge");

  return (
    <form class="column" onSubmit={send}>
      {!answers && (
        <div class="terms">
          {others.map((name, i) => (
            <label class="option" key={i}>
              <span class="option-name">{others.length === 1 ? t("Opponent") : t("Opponent {i} of {n}", { i: i + 1, n: others.length })}</span>
              <input
                type="text"
                required
                maxLength={40}
                autocapitalize="none"
                autocomplete="off"
                spellcheck={false}
                list="people-online"
                value={name}
                onInput={(event) => setNames(others.map((other, j) => (i === j ? event.currentTarget.value : other)))}
              />
            </label>
          ))}
          <datalist id="people-online">
            {online.map((name) => (
              <option value={name} key={name} />
            ))}
          </datalist>
        </div>
      )}
      <TermsFields games={games} draft={draft} account={account} onChange={setDraft} />
      <div class="terms">
        {seats === 2 ? (
          <label class="option">
            <span class="option-name">{t("You play")}</span>
            <select value={seat} onChange={(event) => setSeat(event.currentTarget.value as NonNullable<Wish["seat"]>)}>
              <option value="random">{t("at random")}</option>
              <option value="first">{t("first")}</option>
              <option value="second">{t("second")}</option>
            </select>
          </label>
        ) : (
          <label class="option">
            <span class="option-name">{t("Turn order")}</span>
            <select value={order?.join() ?? ""} disabled={orders.length === 0} onChange={(event) => setChosenOrder(event.currentTarget.value)}>
              <option value="">{t("at random")}</option>
              {orders.map((one) => (
                <option value={one.join()} key={one.join()}>
                  {one.map((name) => (name === kMe ? t("You") : name)).join(" – ")}
                </option>
              ))}
            </select>
            {orders.length === 0 && <span class="option-help">{t("Enter all opponents to choose the order")}</span>}
          </label>
        )}
        <label class="option">
          <span class="option-name">{t("Expires after")}</span>
          <select value={String(minutes)} onChange={(event) => setMinutes(Number(event.currentTarget.value))}>
            {kWaits.map((one) => (
              <option value={String(one.minutes)} key={one.minutes}>
                {t(one.name)}
              </option>
            ))}
          </select>
        </label>
        <label class="option">
          <span class="option-name">{t("Message")}</span>
          <input type="text" maxLength={kMostNote} value={note} onInput={(event) => setNote(event.currentTarget.value)} />
        </label>
      </div>
      <Problem text={problem} />
      <div class="buttons">
        <button type="submit" class="button primary" disabled={busy || (!answers && people.length < seats - 1)}>
          {busy ? t("Sending …") : deed}
        </button>
      </div>
    </form>
  );
}
