// The table's game once more in this browser's own core, replayed from its words: for previews and for looking back.
// The server's view stays the truth. A replica that cannot follow (hidden information, a newer rules version) is blind:
// it still names the points, and what may be played it takes from the server's list.
import type { GameEvent, Move, Point, TableState, View } from "../net/protocol";
import { emptyPoints } from "./points";
import { kReferee, kSpectator, type Checked, type Core, type Place, type Position } from "../wasm/core";

export interface Ply {
  move: Move;
  captured: string[];
  unmarked: boolean; // a mark of the dead was taken off
  events: readonly GameEvent[];
  view: View;
}

/** What can be asked of a position. */
export type Rules = Pick<Replica, "check" | "places" | "name">;

export class Replica {
  private position: Position;
  private played: Ply[] = [];
  private table: TableState;
  blind = false;
  readonly start: View;

  private constructor(
    core: Core,
    private readonly viewer: number,
    table: TableState,
  ) {
    this.position = core.create(table.game, table.options);
    this.start = this.position.view(viewer);
    this.table = table;
  }

  /** A replica of the table, made from `before` where that one is only behind; null when the core knows no such game. */
  static follow(core: Core, table: TableState, before: Replica | null): Replica | null {
    // What was hidden is open when it is over.
    const open = table.view.over && core.games().some((game) => game.name === table.game && game.hidden);
    const viewer = open ? kReferee : (table.you ?? kSpectator);
    let replica = before;
    try {
      if (!replica || replica.table.id !== table.id || replica.viewer !== viewer || !replica.leadsTo(table.moves)) {
        before?.free();
        replica = null;
        replica = new Replica(core, viewer, table);
      }
    } catch {
      return null;
    }
    replica.table = table;
    replica.blind = !replica.advance(table.moves);
    return replica;
  }

  get plies(): readonly Ply[] {
    return this.played;
  }

  /** The view after `ply` moves. */
  viewAt(ply: number): View {
    return ply <= 0 ? this.start : (this.played[ply - 1]?.view ?? this.start);
  }

  check(seat: number, word: string): Checked {
    if (!this.blind) return this.position.check(seat, word);
    const known = this.table.legal.some((one) => one.toLowerCase() === word.toLowerCase());
    return { reason: known ? "" : "unknown-move" };
  }

  places(seat: number): Place[] {
    if (!this.blind) return this.position.places(seat);
    const legal = new Set(this.table.legal);
    return emptyPoints(this.table.view).flatMap((at) => {
      const word = this.name(at);
      return legal.has(word) ? [{ at, word, reason: "" }] : [];
    });
  }

  name(point: Point): string {
    return this.position.name(point);
  }

  /** The position as it stands, to try things on; whoever asks frees it. */
  copy(): Position {
    return this.position.copy();
  }

  free(): void {
    this.position.free();
  }

  private leadsTo(moves: readonly Move[]): boolean {
    return this.played.length <= moves.length && this.played.every((ply, i) => ply.move.word === moves[i]?.word && ply.move.seat === moves[i]?.seat);
  }

  /** Plays what is new. Returns whether it could. */
  private advance(moves: readonly Move[]): boolean {
    for (const move of moves.slice(this.played.length)) {
      if (move.word === null) return false;
      let played = this.position.play(move.seat, move.word);
      if (played.reason !== "" && this.retire()) played = this.position.play(move.seat, move.word);
      if (played.reason !== "") return false;
      const events = played.events ?? [];
      this.played.push({
        move,
        captured: capturedNames(events),
        unmarked: events.some((event) => event.kind === "unmarked"),
        events,
        view: this.position.view(this.viewer),
      });
    }
    if (!this.table.view.over) this.retire();
    return true;
  }

  /** Who left is not among the moves: he leaves here when it would be his turn, or at last. Returns whether anybody did. */
  private retire(): boolean {
    const { sides } = this.position.view(this.viewer);
    const gone = this.table.view.sides.filter((side) => side.retired && !sides.some((one) => one.seat === side.seat && one.retired));
    return gone.map((side) => this.position.play(side.seat, "resign").reason === "").includes(true);
  }
}

export function capturedNames(events: readonly GameEvent[]): string[] {
  return events.flatMap((event) => (event.kind === "removed" && event.name ? [event.name] : []));
}
