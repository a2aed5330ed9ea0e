// One thing has the middle of a piece. What else there is to say of the piece stands around it or at a corner, or gives way.
import type { BoardState, Sign } from "../../state/board_state";
import { hasLevels } from "../../state/surface";

export type Middle = Sign["kind"] | "number" | "symbol";

const kFirst: readonly Middle[] = ["capture", "dead", "zombie", "buried", "own"];
const kFreedoms: readonly Middle[] = ["danger", "count"];

/** By a piece's place: what has its middle. Where there are levels corners may be hidden, so that freedoms come before numbers. */
export function middles(state: BoardState): ReadonlyMap<string, Middle> {
  const last: readonly Middle[] = hasLevels(state) ? [...kFreedoms, "number"] : ["number", ...kFreedoms];
  const order: readonly Middle[] = [...kFirst, ...last, "symbol"];
  const wishes = new Map<string, Middle[]>(state.pieces.map((piece) => [piece.at.join(), state.symbols ? ["symbol"] : []]));
  for (const { at } of state.numbers) wishes.get(at.join())?.push("number");
  for (const { at, kind } of state.signs) wishes.get(at.join())?.push(kind);
  return new Map(
    [...wishes].flatMap(([at, wished]): [string, Middle][] => {
      const found = order.find((one) => wished.includes(one));
      return found ? [[at, found]] : [];
    }),
  );
}
