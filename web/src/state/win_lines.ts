// How three or four players stood over a game, as a line each. Pure.
import type { Chances } from "../engine/messages";

export interface WinPoint {
  ply: number;
  share: number;
}

/** Where a table's moves are counted: resignations are none, and the position after one takes its place. */
export function withoutResignations(chances: readonly Chances[]): Chances[] {
  const kept: Chances[] = [];
  for (const one of chances) {
    const before = one.move === "resign" ? kept.pop() : undefined;
    kept.push(before ? { ...before, wins: one.wins.map((share, seat) => share ?? before.wins[seat] ?? null) } : { ...one, at: kept.length });
  }
  return kept;
}

/** By seat: what was judged of it, in the order of the moves. */
export function winLines(chances: readonly Chances[], seats: number): WinPoint[][] {
  return Array.from({ length: seats }, (_, seat) =>
    chances.flatMap(({ at, wins }) => {
      const share = wins[seat] ?? null;
      return share === null ? [] : [{ ply: at, share }];
    }),
  );
}

/** What is known of a line at a move: the last that was judged until then. */
export function shareAt(line: readonly WinPoint[], ply: number): number | null {
  return line.filter((point) => point.ply <= ply).pop()?.share ?? null;
}

/** So many of a line's points that their marks do not touch, its last among them. */
export function markedPoints(line: readonly WinPoint[], most: number): WinPoint[] {
  const step = Math.ceil(line.length / most);
  return line.filter((_, i) => (line.length - 1 - i) % step === 0);
}
