// What an analysis says of each side's play: how many mistakes of each kind, and what a move gave away on average. Pure.
import type { ReportedMove } from "../wasm/engine";

export interface SideReport {
  side: string;
  doubtful: number;
  bad: number;
  veryBad: number;
  loss: number; // of the win rate, a move; 0..1
}

/** For the sides that have moves of which the loss is known. */
export function sideReports(moves: readonly (ReportedMove | undefined)[], sides: readonly string[]): SideReport[] {
  return sides.flatMap((side) => {
    const own = moves.filter((move): move is ReportedMove => move?.by === side && move.loss !== null);
    if (own.length === 0) return [];
    const count = (mark: ReportedMove["mark"]) => own.filter((move) => move.mark === mark).length;
    const loss = own.reduce((sum, move) => sum + Math.max(0, move.loss ?? 0), 0) / own.length;
    return [{ side, doubtful: count("doubtful"), bad: count("bad"), veryBad: count("very-bad"), loss }];
  });
}
