// What a game is taught by: exercises on real boards, and games with comments. An exercise only says which of the core's
// words about legality, captures and results is asked for.
import type { Setup } from "../net/records";

/** What a move must do; all that is said must hold. */
export interface Goal {
  words?: string[]; // it is one of these
  captures?: string[]; // exactly these fall, by name
  level?: number; // the ball comes to lie on this level, from 0
  freedoms?: number; // the group of the placed piece has at least so many
  zombies?: number; // so many stand afterwards
  scores?: Record<string, number>; // what a side has afterwards
  result?: string; // the game is over so
  refused?: string; // the place is found where one may not play, for this reason
}

export interface Step {
  goal: Goal;
  solution: string; // a word that does it
  reply?: string; // what the other side answers, or the own side goes on with
}

/** What a position holds, as the core tells it. */
export type Fact =
  | { freedoms: string } // of the group at this point
  | { group: string } // its pieces
  | { score: string } // of a side
  | { may: string } // "yes" or "no": this word
  | { takes: string } // how many fall by this word
  | { steps: string } // places where the piece there may step
  | { stones: string } // of a side, as the player sees them
  | { zombies: true }
  | { result: true };

export interface Exercise {
  id: string;
  title: string;
  text: string;
  task: string;
  options?: Record<string, string>;
  position?: Setup;
  moves?: string; // words with blanks between them, before it begins
  ask: { steps: Step[] } | { fact: Fact; answers: string[] };
  done: string; // said when it is right
}

export interface Lesson {
  game: string;
  summary: string;
  exercises: readonly Exercise[];
}

export interface AnnotatedGame {
  title: string;
  about: string; // what one sees in it, and where it comes from
  players: readonly string[]; // by seat; none: the sides' own names
  options: Record<string, string>;
  moves: string; // words with blanks between them
  comments: Readonly<Record<number, string>>; // by turn; 0 is the start
}

export interface Replays {
  game: string;
  summary: string;
  games: readonly AnnotatedGame[];
}
