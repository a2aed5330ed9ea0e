// A puzzle as its page shows it, whether the server poses it or the collection.
import { refusedText } from "../lang/core_text";
import { t } from "../lang/text";
import type { Puzzle } from "../net/puzzles";
import type { TableState } from "../net/protocol";
import type { Core, Position } from "../wasm/core";
import { sizeText } from "./board_size";
import { smallView, type SmallView } from "./board_picture";
import { sizeOf, type ProvenPuzzle } from "./puzzle_collection";
import { kTries, type Attempt } from "./puzzle_progress";
import { capitalised } from "./words";

export interface PosedPuzzle extends Pick<Puzzle, "game" | "title" | "seat" | "view" | "legal" | "tries" | "right" | "line"> {
  id: string; // of another position another
  record: Pick<Puzzle["record"], "options" | "moves">; // how the position arose
  you: Attempt | null; // null: nothing was tried
}

/** The position as a table, so that the board, the core and the words take it; `shown` moves of the solution behind it. */
export function tableOf(puzzle: PosedPuzzle, shown: number): TableState {
  const { view, record } = puzzle;
  const sides = [...view.sides].sort((a, b) => a.seat - b.seat);
  const side = (seat: number) => sides.find((one) => one.seat === seat)?.name ?? "";
  const moves = record.moves.map(([seat, word]) => ({ seat, side: side(seat), word }));
  for (const [i, word] of (puzzle.line ?? []).slice(0, shown).entries()) {
    const seat = (puzzle.seat + i) % sides.length;
    moves.push({ seat, side: side(seat), word });
  }
  return {
    id: puzzle.id,
    game: puzzle.game,
    title: puzzle.title,
    options: record.options,
    seats: sides.map((one) => ({ name: capitalised(t(one.name)), kind: "guest" })),
    you: puzzle.seat,
    version: moves.length,
    moves,
    view,
    legal: puzzle.legal,
    legal_count: puzzle.legal.length,
    bot: null,
    thinking: false,
    rated: false,
    clock: null,
    offers: [],
    plan: null,
    rematch: null,
    invitation: "",
  };
}

export const titleOf = (core: Core, game: string): string => core.games().find((one) => one.name === game)?.title ?? game;

/** The game, and the size where there are several: "TITLE 3 × 3" */
export function kindText(core: Core, puzzle: ProvenPuzzle): string {
  const size = sizeOf(puzzle);
  return [t(titleOf(core, puzzle.game)), ...(size === "" ? [] : [sizeText(size)])].join(" ");
}

/** "TITLE 3 × 3 · 12" */
export const nameOf = (core: Core, puzzle: ProvenPuzzle): string => `${kindText(core, puzzle)} · ${puzzle.number}`;

type Played = Puzzle["record"]["moves"];

/** Looks at the position of a puzzle; throws where its moves are not those of a game in which the sides play in turn. */
function at<Made>(core: Core, { game, options, moves }: ProvenPuzzle, look: (position: Position, played: Played) => Made): Made {
  const position = core.create(game, options);
  try {
    const { next, sides } = position.view();
    const played = moves.map((word, i): Played[number] => [((next ?? 0) + i) % sides.length, word]);
    for (const [seat, word] of played) {
      const { reason } = position.play(seat, word);
      if (reason !== "") throw new Error(refusedText(word, reason));
    }
    return look(position, played);
  } finally {
    position.free();
  }
}

/** A puzzle of the collection as nobody has tried it yet; throws where it is none. */
export function posed(core: Core, puzzle: ProvenPuzzle): PosedPuzzle {
  return at(core, puzzle, (position, moves) => {
    const seat = position.view().next;
    const legal = seat === null ? [] : position.legal(seat);
    if (seat === null || !legal.includes(puzzle.right)) throw new Error(t("This puzzle of the collection is damaged."));
    return {
      id: puzzle.id,
      game: puzzle.game,
      title: titleOf(core, puzzle.game),
      record: { options: { ...puzzle.options }, moves },
      seat,
      view: position.view(seat),
      legal,
      tries: kTries,
      you: null,
      right: null,
      line: null,
    };
  });
}

/** The same with what became of it, and with the solution where that is not asked any more. */
export function withAttempt(puzzle: PosedPuzzle, { right, line }: ProvenPuzzle, you: Attempt | null): PosedPuzzle {
  const settled = you !== null && you.state !== "open";
  return { ...puzzle, you, right: settled ? [right] : null, line: settled ? [...line] : null };
}

/** The position for a list; null where it cannot be reached. */
export function boardOf(core: Core, puzzle: ProvenPuzzle): SmallView | null {
  try {
    return at(core, puzzle, (position) => smallView(position.view()));
  } catch {
    return null;
  }
}
