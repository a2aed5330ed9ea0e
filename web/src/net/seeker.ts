// Quick pairing: one seek, kept alive while the page is there, until somebody is found.
import { ApiError, ask, askAgain, beGuest } from "./api";
import type { SeekShown } from "./api_types";
import type { Terms } from "./challenges";
import { freshId, later } from "./table_connection";

export type Seek = NonNullable<SeekShown["seek"]>;

export interface Seeking {
  seek: Seek | null;
  ended: boolean; // it was there, and the server has it no more
  problem: string | null; // the server could not be asked just now
}

export const kNotSeeking: Seeking = { seek: null, ended: false, problem: null };

/** What of the browser is used; tests bring their own. */
export interface Surroundings {
  put(wish: Terms & { request: string; handicap?: boolean }): Promise<SeekShown>;
  get(): Promise<SeekShown>;
  end(): Promise<SeekShown>;
  later(ms: number, run: () => void): () => void; // returns how to cancel
  request(): string;
}

const kLookMs = 2_500;
const kLooksASign = 4; // a live seek is over 30 s after the last sign
const kSlowLookMs = 15_000; // of days

/** Nobody waits at the board for an answer of days. */
export const isLive = (clock: string): boolean => clock !== "none" && !clock.startsWith("correspondence");

export class Seeker {
  /** Begun by this page: it ends with it. */
  begun = false;
  private state = kNotSeeking;
  private looks = 0;
  private round = 0; // answers to what was asked before a change are not heard
  private cancel: (() => void) | null = null;

  constructor(
    private readonly world: Surroundings,
    private readonly tell: (state: Seeking) => void,
  ) {}

  /** Throws what the server refuses. */
  async start(terms: Terms & { handicap?: boolean }): Promise<void> {
    const round = this.renew();
    const { seek } = await this.world.put({ ...terms, request: this.world.request() });
    this.begun = true;
    if (round === this.round) this.take(seek);
  }

  /** What this person seeks already, e.g. after a reload. */
  async resume(): Promise<void> {
    const round = this.renew();
    try {
      const { seek } = await this.world.get();
      if (round === this.round && seek && seek.table === null) this.take(seek);
    } catch {
      // Nobody, or no line: there is nothing to go on with.
    }
  }

  /** It may be paired already: then the answer has a table. */
  async stop(): Promise<void> {
    const { begun } = this;
    const round = this.renew();
    try {
      const { seek } = await this.world.end();
      if (round !== this.round) return;
      this.set(seek?.table ? { ...kNotSeeking, seek } : kNotSeeking);
    } catch (error) {
      if (round !== this.round) return;
      this.begun = begun;
      this.set({ ...this.state, problem: textOf(error) });
      this.plan();
    }
  }

  /** What was found or has ended is known. */
  forget(): void {
    this.renew();
    this.set(kNotSeeking);
  }

  private renew(): number {
    this.begun = false;
    this.cancel?.();
    this.cancel = null;
    this.looks = 0;
    return ++this.round;
  }

  private set(state: Seeking): void {
    this.state = state;
    this.tell(state);
  }

  private take(seek: Seek | null): void {
    const before = this.state.seek;
    this.set(seek ? { seek, ended: false, problem: null } : { seek: before, ended: before !== null, problem: null });
    if (seek && seek.table === null) this.plan();
  }

  private plan(): void {
    const { seek } = this.state;
    if (!seek) return;
    this.cancel = this.world.later(isLive(seek.clock) ? kLookMs : kSlowLookMs, () => void this.look(seek));
  }

  private async look(seek: Seek): Promise<void> {
    const { round } = this;
    const sign = isLive(seek.clock) && ++this.looks % kLooksASign === 0;
    try {
      const answer = sign ? await this.world.put(termsOf(seek)) : await this.world.get();
      if (round === this.round) this.take(answer.seek);
    } catch (error) {
      if (round !== this.round) return;
      this.set({ ...this.state, problem: textOf(error) });
      this.plan();
    }
  }
}

const termsOf = ({ request, game, options, clock, rated }: Seek): Terms & { request: string } => ({ request, game, options, clock, rated });

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function seekSurroundings(name: () => string): Surroundings {
  return {
    async put(wish) {
      await beGuest(name());
      return askAgain("PUT", "/api/seek", wish);
    },
    async get() {
      try {
        return await ask("GET", "/api/seek");
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return { seek: null };
        throw error;
      }
    },
    end: () => askAgain("DELETE", "/api/seek"),
    later,
    request: freshId,
  };
}

/** When the page goes: nobody is paired with somebody who left. */
export function leaveSeek(): void {
  void fetch("/api/seek", { method: "DELETE", credentials: "same-origin", keepalive: true }).catch(() => undefined);
}
