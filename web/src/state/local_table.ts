// A table without a server: the face of a TableConnection over a table in this browser's own core. The bots are levels
// of the engine; every change is kept before anything else happens.
import { t } from "../lang/text";
import type { EngineClient } from "../engine/client";
import type { GameRecord } from "../engine/messages";
import type { LocalGame } from "./local_games";
import { problemText } from "./problem_text";
import type { Core } from "../wasm/core";
import { Table, type RecordedMove } from "../wasm/table";
import type { FromServer, TableState, Wish } from "../net/protocol";
import type { Listener, TableLine } from "../net/table_connection";

/** What of the browser is used; tests bring their own. */
export interface LocalSurroundings {
  core(): Promise<Core>;
  engine: Pick<EngineClient, "choose">;
  save(game: LocalGame): void; // throws when nothing can be stored
  later(ms: number, run: () => void): () => void; // returns how to cancel
  request(): string; // a fresh request id
}

const kPauseMs = 350; // before an answer: a move that comes at once is hard to follow
const kTries = 3; // of the engine, at one move

export class LocalTable implements TableLine {
  private table: Table | null = null;
  private closed = false;
  private stopBot: (() => void) | null = null;
  private stored = true;

  constructor(
    private readonly world: LocalSurroundings,
    private readonly game: LocalGame,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.listener.link("connecting");
    this.world.core().then(
      (core) => {
        if (this.closed) return;
        const { id, game, options, seats, log } = this.game;
        try {
          this.table = Table.open(core, { id, game, options, seats, log });
        } catch (error) {
          this.listener.gone(t("This saved game can no longer be read. {text}", { text: problemText(error) }));
          return;
        }
        this.listener.link("live");
        this.tell();
        this.askBot();
      },
      (error: unknown) => this.closed || this.listener.gone(t("The rules of the game could not be loaded. {text}", { text: problemText(error) })),
    );
  }

  close(): void {
    this.closed = true;
    this.stopBot?.();
    this.table?.free();
    this.table = null;
  }

  send(wish: Wish): boolean {
    if (!this.table) return false;
    const answer = this.table.command(this.game.you, { request: this.world.request(), ...wish });
    this.listener.message(answer);
    if (answer.type === "reply") this.changed();
    return true;
  }

  retryNow(): void {} // there is no line that could be lost
  renew(): void {}

  /** Every move that stands, whoever may know it. */
  moves(): RecordedMove[] {
    return this.table?.moves() ?? [];
  }

  private state(table: Table): TableState {
    const state = table.state(this.game.you);
    // Once a game is over nothing of it need be hidden any more.
    if (state.view.over) state.moves = table.moves().filter((move) => move.word !== "resign");
    return state;
  }

  private tell(): TableState | null {
    if (!this.table) return null;
    const state = this.state(this.table);
    this.listener.message({ type: "state", state });
    return state;
  }

  private changed(): void {
    this.stopBot?.();
    this.stopBot = null;
    if (!this.table) return;
    const state = this.state(this.table);
    Object.assign(this.game, {
      log: this.table.log(),
      moves: state.moves.length,
      over: state.view.over,
      title: state.title,
      saved: Date.now(),
    });
    this.listener.message({ type: "state", state });
    this.save();
    this.askBot();
  }

  private save(): void {
    try {
      this.world.save(this.game);
      this.stored = true;
    } catch {
      if (this.stored) this.say(t("This browser cannot save the game. Closing this page ends it."));
      this.stored = false;
    }
  }

  private askBot(tries = kTries): void {
    const seat = this.table?.bot() ?? null;
    if (seat === null || !this.table) return;
    const record: GameRecord = { game: this.game.game, options: this.game.options, moves: this.table.moves() };
    // The seed is the game's and the move's own: a game that is taken up again goes on as it would have gone.
    const seed = (this.game.seed + this.game.log.length) % 2 ** 32;
    const chosen = this.world.engine.choose({ kind: "choose", record, seat, level: this.game.level, seed });
    let cancel = () => {};
    let stopped = false;
    this.stopBot = () => {
      stopped = true;
      chosen.stop();
      cancel();
    };
    const pause = new Promise<void>((resolve) => (cancel = this.world.later(kPauseMs, resolve)));
    Promise.all([chosen.words, pause]).then(
      ([words]) => stopped || this.playBot(seat, words),
      (error: unknown) => {
        if (stopped) return;
        this.say(tries > 1 ? problemText(error) : t("{why} Reload the page; your game is saved.", { why: problemText(error) }));
        if (tries > 1) this.stopBot = this.world.later(1000, () => this.askBot(tries - 1));
      },
    );
  }

  private playBot(seat: number, words: string[]): void {
    if (!this.table) return;
    const { version } = this.table.state(seat);
    const answer = this.table.command(seat, { request: this.world.request(), version, command: "play", words });
    if (answer.type === "refused") this.listener.message(answer);
    else this.changed();
  }

  private say(message: string): void {
    const told: FromServer = { type: "refused", request: "", error: { code: "local", message } };
    this.listener.message(told);
  }
}
