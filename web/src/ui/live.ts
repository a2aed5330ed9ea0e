// What every page may want to know at once: who one is, one's own tables, challenges and seek. Read while the page is
// seen; a page in the background asks for nothing.
import { fetchWhoIAm, type WhoIAm } from "../net/account";
import { ApiError } from "../net/api";
import { fetchChallenges, type Challenge } from "../net/challenges";
import { browserSurroundings, OwnStream } from "../state/own_stream";
import { onPersonChanged } from "../net/person";
import { isLive, kNotSeeking, leaveSeek, Seeker, seekSurroundings, type Seeking } from "../net/seeker";
import { keepTables, keptTables, kNoTables, type OwnTables } from "../state/own_tables";
import { loadSettings } from "../state/settings";
import { Store } from "../state/store";

export const who = new Store<WhoIAm | undefined>(undefined); // undefined: not known yet
export const ownTables = new Store<OwnTables>({ ...kNoTables, cards: keptTables() });
export const seeking = new Store<Seeking>(kNotSeeking);

export interface Challenges {
  list: readonly Challenge[];
  known: boolean;
  problem: string | null;
}
export const challenges = new Store<Challenges>({ list: [], known: false, problem: null });

export const seeker = new Seeker(
  seekSurroundings(() => loadSettings().name),
  (state) => seeking.set(state),
);

const stream = new OwnStream(browserSurroundings, (own) => {
  keepTables(own.cards);
  ownTables.set(own);
});
const kRetryMs = 5_000;
const kChallengesMs = 4_000;
const kTablesMs = 8_000;
const here = () => document.visibilityState === "visible" && Boolean(who.value);

let mark: string | null = null;
let epoch = 0; // what was asked for before a change is not heard
let asking = false;

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function readChallenges(): Promise<void> {
  if (asking || !here()) return;
  asking = true;
  const asked = epoch;
  try {
    const answer = await fetchChallenges(mark);
    if (asked === epoch) {
      mark = answer.mark;
      challenges.set({ list: answer.challenges ?? challenges.value.list, known: true, problem: null });
    }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.refusal.code === "suspended")) void readWho();
    else challenges.set({ ...challenges.value, problem: wordsOf(error) });
  }
  asking = false;
  if (asked !== epoch) void readChallenges();
}

/** After something was done: what the server said, and then what it says of all. */
export function challengesChanged(one?: Challenge): void {
  const { value } = challenges;
  if (one) challenges.set({ ...value, list: [one, ...value.list.filter((other) => other.id !== one.id)] });
  mark = null;
  ++epoch;
  void readChallenges();
}

const look = () => {
  if (!here()) return stream.stop();
  stream.start();
  void readChallenges();
};

/** The person first: nobody has nothing to ask for. */
async function readWho(): Promise<void> {
  try {
    who.set(await fetchWhoIAm());
  } catch (error) {
    challenges.set({ ...challenges.value, problem: wordsOf(error) });
    setTimeout(() => void readWho(), kRetryMs);
    return;
  }
  if (who.value === null) {
    challenges.set({ list: [], known: true, problem: null });
    stream.forget();
  }
  look();
}

let begun = false;

/** With the first page that wants any of it. */
export function beLive(): void {
  if (begun) return;
  begun = true;
  document.addEventListener("visibilitychange", look);
  addEventListener("online", look);
  setInterval(() => void readChallenges(), kChallengesMs);
  setInterval(() => void (here() && stream.refresh()), kTablesMs);
  onPersonChanged((other) => {
    stream.stop();
    if (other) {
      stream.forget();
      challenges.set({ list: [], known: false, problem: null });
      mark = null;
      ++epoch;
      seeker.forget();
    }
    void readWho().then(() => other && resume());
  });
  addEventListener("pagehide", () => {
    const { seek } = seeking.value;
    if (seek && seek.table === null && seeker.begun && isLive(seek.clock)) leaveSeek();
  });
  void readWho().then(resume);
}

const resume = () => {
  if (who.value) void seeker.resume();
};
