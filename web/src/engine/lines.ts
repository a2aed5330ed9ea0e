// The game as far as it was played, and the lines of an analysis as steps on its board. For the worker, and for the page
// where its engine runs elsewhere.
import { reasonText } from "../lang/core_text";
import { say } from "../lang/messages";
import type { GameEvent } from "../net/protocol";
import { CoreError, type Position } from "../wasm/core";
import type { Analysis } from "../wasm/engine";
import type { Found, Step } from "./messages";

const kLine = 10;

/** Throws CoreError where the move is none. */
export function play(position: Position, move: { seat: number; word: string }): void {
  const { reason } = position.play(move.seat, move.word);
  if (reason !== "") {
    const sentence = reasonText(reason);
    const why = { code: reason, message: sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, "") };
    throw new CoreError(say("record-does-not-replay", "the record cannot be replayed: {word}: {why}", { word: move.word, why })); // lang: none
  }
}

/** The lines of candidates as steps on the board; each is played once. */
export class Lines {
  private known = new Map<string, Step[]>();

  constructor(private readonly start: Position) {}

  of(analysis: Analysis, seat: number): Found {
    const fresh = new Map<string, Step[]>();
    const steps = analysis.candidates.map((candidate) => {
      const line = candidate.line.slice(0, kLine);
      const key = line.join(" ");
      const found = this.known.get(key) ?? this.play(line, seat);
      fresh.set(key, found);
      return found;
    });
    this.known = fresh;
    return { ...analysis, steps };
  }

  private play(line: readonly string[], seat: number): Step[] {
    const position = this.start.copy();
    const steps: Step[] = [];
    try {
      let mover = seat;
      for (const word of line) {
        const before = position.view(mover);
        const { reason, events } = position.play(mover, word);
        if (reason !== "") break;
        const event = events?.find(places);
        const side = before.sides.find((one) => one.seat === mover)?.name ?? "";
        steps.push({ word, side, at: event?.at ?? null, from: event?.kind === "moved" ? (event.from ?? null) : null });
        mover = position.view(mover).to_act[0] ?? mover;
      }
    } finally {
      position.free();
    }
    return steps;
  }
}

/** What shows where a move goes; a refused try (hidden information) goes where it was aimed. */
function places(event: GameEvent): boolean {
  return event.at !== undefined && ["placed", "moved", "refused", "marked", "unmarked"].includes(event.kind);
}
