// What the client needs to know of one game beyond what its views tell. Each thing may be left out.
import type { Point, View } from "../net/protocol";

type Facts = View["facts"];
type Options = Readonly<Record<string, string>>;

export interface Skin {
  start?: Options; // for boards that can be played on at once, where a game would first have its pieces set up
  example?(facts: Facts): string; // a move as it is written, for who types one
  accepts?(side: string): string; // what "accept" means
  groupless?: true; // no groups that live on empty points
  binds?(options: Options): boolean; // in a turn of several steps each is made before the next is chosen
  turn?(facts: Facts): TurnWords | null;
  arranging?: Arranging;
  awaits?(view: View): number | null; // of several who may act, who is to say something first
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
  usual(side: string): readonly { name: string; points: readonly Point[] }[];
  given(view: View, side: string): readonly Point[]; // or one to begin from
  word(points: readonly Point[]): string;
  name(point: Point): string;
  at(name: string): Point | null;
  rows(side: string): readonly number[]; // where pieces may stand
  withPoints(view: View, side: string, points: readonly Point[]): View;
  demands: readonly { word: string; help: string }[]; // what else can be said instead
}
