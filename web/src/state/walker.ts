// The positions of a tree of variations in this browser's own core: found by playing, and kept for a while, so that
// walking to and fro is quick.
import type { GameEvent, View } from "../net/protocol";
import type { RecordHead } from "../net/records";
import { kReferee, kSpectator, type Checked, type Core, type Place, type Position } from "../wasm/core";
import type { Happening } from "./explain";
import { capturedNames, type Rules } from "./replica";
import { kStart, nodeOf, pathTo, type Tree } from "./tree";

const kMostKept = 200; // positions

/** A position of the tree. */
export interface Stand extends Rules {
  id: number;
  view: View;
  captured: readonly string[]; // by the move that led here
  led: Happening | null; // that move itself
  legal(seat: number): readonly string[];
}

class Kept implements Stand {
  private words = new Map<number, readonly string[]>();

  constructor(
    readonly id: number,
    readonly position: Position,
    readonly view: View,
    readonly captured: readonly string[],
    readonly led: Happening | null,
  ) {}

  check(seat: number, word: string): Checked {
    return this.position.check(seat, word);
  }
  places(seat: number): Place[] {
    return this.position.places(seat);
  }
  name(point: readonly [number, number, number]): string {
    return this.position.name(point);
  }
  legal(seat: number): readonly string[] {
    const known = this.words.get(seat) ?? this.position.legal(seat);
    this.words.set(seat, known);
    return known;
  }
}

export class Walker {
  private readonly kept = new Map<number, Kept>(); // the last used last
  private readonly viewer: number;

  private constructor(
    private readonly core: Core,
    private readonly head: RecordHead,
    start: Position,
  ) {
    this.viewer = core.games().some((game) => game.name === head.game && game.hidden) ? kReferee : kSpectator;
    this.keep(kStart, start, null);
  }

  /** Throws CoreError where the start cannot be set up. */
  static open(core: Core, head: RecordHead): Walker {
    return new Walker(core, head, core.create(head.game, head.options, head.position));
  }

  /** The position after a node; where a move cannot be played, the one before it. */
  at(tree: Tree, id: number): Stand {
    const path = pathTo(tree, id);
    let i = path.length - 1;
    while (i > 0 && !this.kept.has(path[i] as number)) --i;
    let stand = this.use(path[i] ?? kStart);
    for (++i; i < path.length; ++i) {
      const next = path[i] as number;
      const { move, position: later } = nodeOf(tree, next).data;
      let position: Position;
      try {
        position = later ? this.core.create(this.head.game, this.head.options, this.head.position, later) : stand.position.copy();
      } catch {
        return stand;
      }
      const played = move ? position.play(move[0], move[1]) : null;
      if (played && played.reason !== "") {
        position.free();
        return stand;
      }
      stand = this.keep(next, position, move && played ? this.happening(stand.view, move, played.events ?? []) : null);
    }
    return stand;
  }

  free(): void {
    for (const { position } of this.kept.values()) position.free();
    this.kept.clear();
  }

  private use(id: number): Kept {
    const found = this.kept.get(id) ?? this.keep(kStart, this.core.create(this.head.game, this.head.options, this.head.position), null);
    this.kept.delete(found.id);
    this.kept.set(found.id, found);
    return found;
  }

  private happening({ sides }: View, [seat, word]: readonly [number, string], events: readonly GameEvent[]): Happening {
    const side = sides.find((one) => one.seat === seat)?.name ?? "";
    return { move: { seat, word, side }, events, about: { game: this.head.game, unmarked: events.some(({ kind }) => kind === "unmarked") } };
  }

  private keep(id: number, position: Position, led: Happening | null): Kept {
    const kept = new Kept(id, position, position.view(this.viewer), capturedNames(led?.events ?? []), led);
    this.kept.set(id, kept);
    for (const [old, { position: gone }] of this.kept) {
      if (this.kept.size <= kMostKept) break;
      gone.free();
      this.kept.delete(old);
    }
    return kept;
  }
}
