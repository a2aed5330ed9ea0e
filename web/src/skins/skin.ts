// What the client needs to know of one game beyond what its views tell. Each thing may be left out.
import type { Point, View } from "../net/protocol";

type Facts = View["facts"];
type Options = Readonly<Record<string, string>>;

/** What a hint may look at: what the player sees, and may do. */
export interface Moment {
  view: View;
  you: number;
  legal: readonly string[];
  places: readonly { at: Point; reason: string }[];
  gone: readonly Point[]; // where pieces were captured just now
}

/** Something that is worth a word when it happens for the first time in somebody's first game. */
export interface Hint {
  id: string;
  text: string;
  when(moment: Moment): readonly Point[] | null; // the points that it speaks of; null: not now
}

export interface Skin {
  hints?: readonly Hint[]; // instead of those for games of groups
  start?: Start;
  usual?(options: Options): Options; // values that the core chooses by the other options, all of which are given
  example?(facts: Facts): string; // a move as it is written, for who types one
  deed?(side: string, word: string): string | null; // a sentence for a word that names no place where a piece comes to stand
  step?(word: string): string | null; // of a piece that leaves the board or comes back: the word as it is read
  button?(word: string): string | null; // what a button says that does this with a piece, where it is not that
  ways?(view: View, at: Point): readonly Point[]; // where, beyond the edge, a piece that may leave the board is let go
  turn?(facts: Facts): TurnWords | null;
  arranging?: Arranging;
}

/** For boards that can be played on at once, where a game would first have its pieces set up. */
export interface Start {
  options: Options;
  others: readonly string[]; // options that tell, too, how it starts
}

/** What is said of a turn of several steps, beside how many are left. */
export interface TurnWords {
  score: string;
  unit: string; // what the score counts
  heads: readonly string[];
  notes: readonly string[];
}

/** Pieces that are set up in sight of the other player, until both consent. */
export interface Arranging {
  help: string;
  now(view: View): boolean; // whether it goes on
  shown(view: View, side: string): string; // the word of what this side has given, "" before that
  accepts(view: View, side: string): boolean; // whether this side has accepted the other's
  usual(side: string): readonly { name: string; points: readonly Point[] }[];
  given(view: View, side: string): readonly Point[]; // or one to begin from
  word(points: readonly Point[]): string;
  name(point: Point): string;
  at(name: string): Point | null;
  rows(side: string): readonly number[]; // where pieces may stand
  withPoints(view: View, side: string, points: readonly Point[]): View;
  demands: readonly { word: string; name: string; help: string }[]; // what else can be said instead
}
