// Challenges in words: what may be answered, and how it stands.
import { msg, t } from "../lang/text";
import type { Challenge, Reason } from "../net/challenges";
import { isLive } from "../net/seeker";
import { leftText, listText } from "./words";

export const kReasonWords: Record<Reason, string> = {
  "not-now": msg("Not now"),
  "not-this-game": msg("Not this game"),
  "not-these-terms": msg("Not on these terms"),
  "not-with-this-clock": msg("Not with this time control"),
  "not-rated": msg("Not a rated game"),
  "only-rated": msg("Only a rated game"),
  "enough-games": msg("I have enough games"),
  other: msg("Another reason"),
};

const nameAt = (challenge: Challenge, at: number | null): string =>
  at === null ? t("Somebody") : at === challenge.you ? t("You") : (challenge.people[at]?.name ?? t("Somebody"));

/** It waits for one's own answer. */
export function asksMe({ state, you, people }: Challenge): boolean {
  return state === "open" && you !== null && people[you]?.accepted === false;
}

/** The offer that stands is one's own. */
export const isMine = (challenge: Challenge): boolean => challenge.maker !== null && challenge.maker === challenge.you;

/** "Bob", "Bob and Cid": the others. */
export function othersText({ people, you }: Challenge): string {
  return listText(people.flatMap(({ name }, i) => (i === you ? [] : [name])));
}

/** "Bob challenges you", "Your counter-offer to Bob": whose terms they are. */
export function headText(challenge: Challenge): string {
  const others = othersText(challenge);
  if (isMine(challenge)) return challenge.offer > 1 ? t("Your counter-offer to {others}", { others }) : t("You challenge {others}", { others });
  const maker = nameAt(challenge, challenge.maker);
  const rest = listText(challenge.people.flatMap(({ name }, i) => (i === challenge.maker || i === challenge.you ? [] : [name])));
  if (challenge.you === null)
    return challenge.offer > 1 ? t("{maker} made a counter-offer to {rest}", { maker, rest }) : t("{maker} challenges {rest}", { maker, rest });
  if (rest !== "")
    return challenge.offer > 1 ? t("{maker} made a counter-offer to you and {rest}", { maker, rest }) : t("{maker} challenges you and {rest}", { maker, rest });
  return challenge.offer > 1 ? t("{maker} made a counter-offer", { maker }) : t("{maker} challenges you", { maker });
}

/** How it stands, and until when. */
export function stateText(challenge: Challenge, now: number): string {
  const { state, people, you, declined, expires } = challenge;
  switch (state) {
    case "open": {
      const names = listText(people.flatMap(({ name, accepted }, i) => (accepted || i === you ? [] : [name])));
      const mine = people.some(({ accepted }, i) => i === you && !accepted);
      const left = expires - now;
      const time = left < 60_000 ? t("less than a minute") : leftText(left);
      if (!mine) return t("Waiting for {names}. Expires in {time}.", { names, time });
      return names === "" ? t("Waiting for you. Expires in {time}.", { time }) : t("Waiting for you and {names}. Expires in {time}.", { names, time });
    }
    case "made":
      return t("The game has started.");
    case "declined":
      return declined ? t("{name} declined: “{why}.”", { name: nameAt(challenge, declined.by), why: t(kReasonWords[declined.reason]) }) : t("Declined.");
    case "withdrawn":
      return isMine(challenge) ? t("You withdrew this challenge.") : t("This challenge was withdrawn.");
    case "expired":
      return t("Expired without an answer.");
  }
}

/** Those that became games while one looked on: who is there now goes to the board, if the clock is not one of days. */
export function begunNow(before: readonly Challenge[], now: readonly Challenge[]): Challenge | null {
  const open = new Set(before.filter((one) => one.state === "open").map((one) => one.id));
  return now.find((one) => one.table !== null && open.has(one.id) && (isLive(one.clock) || one.clock === "none")) ?? null;
}
