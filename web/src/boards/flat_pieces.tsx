// The pieces of a flat board: stones with their shadows on lines, marbles elsewhere.
import type { BoardState, Piece } from "../state/board_state";
import { groundOf } from "../state/surface";
import type { Layout } from "./flat_layout";
import { Ball, Symbol } from "./flat_signs";
import { copyOf } from "./use_scroll";
import { isStone, StonePaints, StoneRow, type PlacedStone } from "./stones";

export const hasStones = (state: Pick<BoardState, "surface">): boolean => groundOf(state).ground === "lines";

const kHeld = 0.3;
const kDead = 0.5;

interface PieceProps {
  piece: Piece;
  x: number;
  y: number;
  r: number;
  stones: string | null; // the id of their paints; null: here lie marbles
}

/** A stone or a marble by itself. */
export function FlatPiece({ piece: { at, colour }, x, y, r, stones }: PieceProps) {
  if (stones === null || !isStone(colour)) return <Ball x={x} y={y} r={r} colour={colour} />;
  return <StoneRow id={stones} y={y} r={r} stones={[{ key: "", x, colour, column: at[1], row: at[2], opacity: 1 }]} />;
}

interface Props {
  state: BoardState;
  layout: Pick<Layout, "plan" | "pieces" | "at" | "key" | "radius" | "middle">;
  held: Piece | null; // dragged by the hand
  id: string;
}

export function FlatPieces({ state, layout, held, id }: Props) {
  return hasStones(state) ? <Stones layout={layout} held={held} id={id} /> : <Balls layout={layout} held={held} />;
}

/** Of stones beside each other: the same wherever a board without edges is scrolled to. */
const rowKey = (y: number, rows: number, [first]: readonly PlacedStone[]): string => `${first?.row} ${copyOf(y, rows)}`;

function Stones({ layout, held, id }: Omit<Props, "state">) {
  const { plan, pieces, at, key, radius, middle } = layout;
  const rows = new Map<number, PlacedStone[]>();
  for (const piece of pieces) {
    const { colour } = piece;
    const [, column, row] = piece.at;
    if (!isStone(colour)) continue;
    const opacity = piece === held ? kHeld : middle(piece.at) === "dead" ? kDead : 1;
    at(piece.at, (x, y) => {
      const placed = { key: key(piece.at, x, y), x, colour, column, row, opacity };
      const beside = rows.get(y);
      if (beside) beside.push(placed);
      else rows.set(y, [placed]);
      return null;
    });
  }
  const [first] = pieces;
  return (
    <>
      <StonePaints id={id} />
      {first &&
        [...rows]
          .sort(([a], [b]) => a - b)
          .map(([y, stones]) => <StoneRow key={rowKey(y, plan.rows, stones)} id={id} y={y} r={radius(first.at)} stones={stones} />)}
      <Others {...layout} />
    </>
  );
}

/** What is no stone, and the shapes on stones. */
function Others({ pieces, at, key, radius, middle }: Props["layout"]) {
  return (
    <>
      {pieces
        .filter((piece) => !isStone(piece.colour) || middle(piece.at) === "symbol")
        .flatMap((piece) =>
          at(piece.at, (x, y) => (
            <g key={key(piece.at, x, y)}>
              {!isStone(piece.colour) && <Ball x={x} y={y} r={radius(piece.at)} colour={piece.colour} />}
              {middle(piece.at) === "symbol" && <Symbol x={x} y={y} colour={piece.colour} />}
            </g>
          )),
        )}
    </>
  );
}

function Balls({ layout: { pieces, at, key, radius, middle }, held }: Pick<Props, "layout" | "held">) {
  return (
    <>
      {pieces.flatMap((piece) =>
        at(piece.at, (x, y) => (
          <g key={key(piece.at, x, y)} opacity={piece === held ? kHeld : undefined}>
            <Ball x={x} y={y} r={radius(piece.at)} colour={piece.colour} />
            {middle(piece.at) === "symbol" && <Symbol x={x} y={y} colour={piece.colour} />}
          </g>
        )),
      )}
    </>
  );
}
