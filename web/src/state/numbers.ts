// When each piece on a board was played. Reads names alone; of moves that nobody told there is no number.
import type { Move, Point, View } from "../net/protocol";
import type { Numbered } from "./board_state";
import { stones } from "./points";

export function numbersOf(moves: readonly Pick<Move, "word" | "refused">[], view: View, name: (at: Point) => string): Numbered[] {
  const at = new Map(stones(view).map((stone) => [name(stone.at).toLowerCase(), stone.at]));
  const last = new Map<string, number>();
  moves.forEach((move, i) => {
    const place = move.refused ? undefined : move.word?.toLowerCase().split(">").pop();
    if (place !== undefined && at.has(place)) last.set(place, i + 1);
  });
  return [...last].map(([place, number]) => ({ at: at.get(place) as Point, number }));
}
