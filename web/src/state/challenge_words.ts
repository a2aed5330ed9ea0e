// Challenges in words: what may be answered, and how it stands.
import type { Challenge, Reason } from "../net/challenges";
import { isLive } from "../net/seeker";
import { leftText, listText } from "./words";

export const kReasonWords: Record<Reason, string> = {
  "not-now": "Not now",
  "not-this-game": "Not this game",
  "not-these-terms": "Not on these terms",
  "not-with-this-clock": "Not with this clock",
  "not-rated": "Not a rated game",
  "only-rated": "Only a rated game",
  "enough-games": "I have games enough",
  other: "Another reason",
};

const nameAt = (challenge: Challenge, at: number | null): string => (at === null ? "Somebody" : at === challenge.you ? "You" : (challenge.people[at]?.name ?? "Somebody"));

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

/** "Bob challenges you", "You offer other terms to Bob": whose terms they are. */
export function headText(challenge: Challenge): string {
  const others = othersText(challenge);
  if (isMine(challenge)) return challenge.offer > 1 ? `You offer other terms to ${others}` : `You challenge ${others}`;
  const maker = nameAt(challenge, challenge.maker);
  if (challenge.you === null || challenge.people.length > 2) {
    const rest = listText(challenge.people.flatMap(({ name }, i) => (i === challenge.maker ? [] : [i === challenge.you ? "you" : name])));
    return challenge.offer > 1 ? `${maker} offers other terms to ${rest}` : `${maker} challenges ${rest}`;
  }
  return challenge.offer > 1 ? `${maker} offers other terms` : `${maker} challenges you`;
}

/** How it stands, and until when. */
export function stateText(challenge: Challenge, now: number): string {
  const { state, people, you, declined, expires } = challenge;
  switch (state) {
    case "open": {
      const waiting = people.flatMap(({ name, accepted }, i) => (accepted ? [] : [i === you ? "you" : name]));
      const left = expires - now;
      return `Waits for ${listText(waiting)}, ${left < 60_000 ? "less than a minute" : leftText(left)} more.`;
    }
    case "made":
      return "The game has begun.";
    case "declined":
      return declined ? `${nameAt(challenge, declined.by)} declined: “${kReasonWords[declined.reason]}.”` : "Declined.";
    case "withdrawn":
      return isMine(challenge) ? "You withdrew it." : "It was withdrawn.";
    case "expired":
      return "Nobody answered in time.";
  }
}

/** Those that became games while one looked on: who is there now goes to the board, if the clock is not one of days. */
export function begunNow(before: readonly Challenge[], now: readonly Challenge[]): Challenge | null {
  const open = new Set(before.filter((one) => one.state === "open").map((one) => one.id));
  return now.find((one) => one.table !== null && open.has(one.id) && (isLive(one.clock) || one.clock === "none")) ?? null;
}
