// A flat board in SVG for grids and squares, for browsers without WebGL and for paper. Pyramids are seen from above; a
// torus goes on beyond its edges and can be scrolled for ever. Where pieces step they can be dragged.
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Piece } from "../state/board_state";
import { kFill, kInkOn } from "./scene/flat_colours";
import { middles } from "./scene/middles";
import type { Point } from "../net/protocol";
import { samePoint } from "../state/points";
import type { BoardProps } from "./board_props";
import { Coordinates, Ground, groundColours, letterSize, Veil, type Plan } from "./flat_ground";
import { Adviser, Ball, CornerSymbol, FlatSign, kCorners, Land, MoveNumber, Symbol, WayOut, type Corner } from "./flat_signs";
import { useDrag } from "./use_drag";
import { useRest } from "./use_rest";
import { copies, kBeyond, useScroll } from "./use_scroll";

const kBall = 0.48;
const kRim = 0.78; // from the middle of an edge's squares to where pieces leave the board

/** The place two levels up, which hides this one from above. */
const above = ([level, column, row]: Point): Point => [level + 2, column - 1, row - 1];

export function FlatBoard({ state, onHover, onTap, drag, handle }: BoardProps) {
  const pyramid = state.surface === "pyramid";
  const squares = state.surface === "squares";
  const torus = state.surface === "torus";
  const { columns, rows } = state;
  const scroll = useScroll(columns, rows, torus);
  const rest = useRest();
  useEffect(() => {
    if (!handle) return;
    handle.current = { toTop: scroll.home, turn: () => {}, zoom: () => {}, scroll: scroll.by };
    return () => {
      handle.current = null;
    };
  }, [handle, torus, columns, rows]);
  const out = (row: number): boolean => squares && (row < 0 || row >= rows); // where pieces leave the board
  /** The place at a spot of the drawing; whatever is above or below the squares is beyond their edge. */
  const placeAt = (x: number, y: number): Point | null => {
    const [column, row] = [Math.round(x), rows - 1 - Math.round(y)];
    if (out(row)) return [0, Math.min(columns - 1, Math.max(0, column)), row < 0 ? -1 : rows];
    return column >= 0 && column < columns && row >= 0 && row < rows ? [0, column, row] : null;
  };
  const { dragged, listeners } = useDrag(drag, placeAt, onHover);

  const margin = Math.max(1, 0.5 + 1.36 * letterSize(Math.max(columns, rows))) + (torus ? kBeyond : 0);
  const shift = (point: Point) => (pyramid ? point[0] / 2 : 0);
  const width = columns - 1 + 2 * margin;
  const height = rows - 1 + 2 * margin;
  const xs = (column: number) => (torus ? copies(column + scroll.x, columns) : [column]);
  const ys = (row: number) => (out(row) ? [row < 0 ? rows - 1 + kRim : -kRim] : torus ? copies(rows - 1 - row + scroll.y, rows) : [rows - 1 - row]);
  const plan: Plan = { columns, rows, margin, xs, ys };
  /** Draws something wherever the point is seen. */
  const at = (point: Point, draw: (x: number, y: number) => ComponentChildren) =>
    xs(point[1] + shift(point)).flatMap((x) => ys(point[2] + shift(point)).map((y) => draw(x, y)));

  const radius = (point: Point) => (out(point[2]) ? 0.2 : pyramid ? Math.max(0.34, kBall - 0.03 * point[0]) : squares ? 0.36 : kBall);
  const pieces = state.pieces.filter((piece) => !pyramid || piece.at[0] < state.peel);
  const colours = new Map(pieces.map((piece) => [piece.at.join(), piece.colour]));
  const middle = middles(state);
  const middleOf = (point: Point) => middle.get(point.join());
  /** Corners of a piece that none of the four upon it hides: for its shape, and for its freedoms. */
  const cornersOf = ([level, column, row]: Point): { shape: Corner | undefined; freedoms: Corner | undefined } => {
    const free = kCorners.filter(([right, down]) => !colours.has([level + 1, right > 0 ? column : column - 1, down > 0 ? row - 1 : row].join()));
    const shape = state.symbols ? free[0] : undefined;
    const others = free.filter((one) => one !== shape);
    return { shape, freedoms: others.find(([right, down]) => right > 0 && down < 0) ?? others[0] };
  };
  /** Whether another piece stands straight above it, so that nothing of it is seen. */
  const covered = (point: Point) => pyramid && colours.has(above(point).join());
  const held = dragged && pieces.find((piece) => samePoint(piece.at, dragged.from));
  const movable = (piece: Piece) => drag?.movable.some((one) => samePoint(one, piece.at)) ?? false;
  return (
    <div class="board-surface flat">
      <svg viewBox={`${-margin} ${-margin} ${width} ${height}`} aria-hidden="true" data-testid="flat-board" {...(torus ? scroll.listeners : listeners)}>
        <Ground state={state} plan={plan} />
        {pieces.flatMap((piece) =>
          at(piece.at, (x, y) => (
            <g opacity={piece === held ? 0.3 : undefined}>
              <Ball x={x} y={y} r={radius(piece.at)} colour={piece.colour} />
              {middleOf(piece.at) === "symbol" && <Symbol x={x} y={y} colour={piece.colour} />}
            </g>
          )),
        )}
        {state.owners.flatMap((owner) =>
          at(owner.at, (x, y) => <Land owner={owner} x={x} y={y} r={colours.has(owner.at.join()) ? radius(owner.at) : null} middle={middleOf(owner.at)} />),
        )}
        {state.hints &&
          state.spots
            .filter((spot) => spot.legal)
            .flatMap((spot) => at(spot.at, (x, y) => (out(spot.at[2]) ? <WayOut x={x} y={y} up={spot.at[2] >= rows} /> : <circle cx={x} cy={y} r={0.09} fill="#fff4dc" pointer-events="none" />)))}
        {state.ghost && (
          <g opacity={state.ghost.legal ? 0.6 : 0.3}>
            {at(state.ghost.at, (x, y) => state.ghost && <Ball x={x} y={y} r={radius(state.ghost.at)} colour={state.ghost.colour} />)}
          </g>
        )}
        {state.numbers
          .filter((one) => middleOf(one.at) === "number" && colours.has(one.at.join()))
          .flatMap((one) => at(one.at, (x, y) => <MoveNumber x={x} y={y} number={one.number} ink={kInkOn[colours.get(one.at.join()) ?? "none"]} />))}
        {state.signs
          .filter((sign) => !covered(sign.at) || sign.kind === "capture" || (sign.kind === "buried" && !middleOf(above(sign.at))))
          .flatMap((sign) =>
            at(sign.at, (x, y) => (
              <FlatSign sign={sign} x={x} y={y} r={radius(sign.at)} under={colours.get(sign.at.join())} middle={middleOf(sign.at)} corner={cornersOf(sign.at).freedoms} close={pyramid} />
            )),
          )}
        {state.symbols &&
          pieces
            .filter((piece) => middleOf(piece.at) !== "symbol")
            .flatMap((piece) => {
              const corner = cornersOf(piece.at).shape;
              return corner ? at(piece.at, (x, y) => <CornerSymbol x={x} y={y} r={radius(piece.at)} colour={piece.colour} corner={corner} close={pyramid} />) : [];
            })}
        {state.cuts.map(([a, b]) => (
          <circle
            cx={(a[1] + shift(a) + b[1] + shift(b)) / 2}
            cy={rows - 1 - (a[2] + shift(a) + b[2] + shift(b)) / 2}
            r={0.12}
            fill="#d92b2b"
            stroke="#fff"
            stroke-width={0.04}
          />
        ))}
        {state.advice.flatMap((advice) => at(advice.at, (x, y) => <Adviser advice={advice} x={x} y={y} />))}
        {state.line.flatMap((step) =>
          at(step.at, (x, y) => (
            <g>
              <circle cx={x} cy={y} r={0.42} fill={kFill[step.colour]} stroke="#0a6fd6" stroke-width={0.06} opacity={0.95} />
              <text x={x} y={y + 0.15} font-size="0.42" font-weight="700" text-anchor="middle" fill={kInkOn[step.colour]}>
                {step.number}
              </text>
            </g>
          )),
        )}
        {torus && <Veil plan={plan} colour={groundColours(state.board).board} />}
        <Coordinates state={state} plan={plan} />
        {pieces.flatMap((piece) =>
          at(piece.at, (x, y) => (
            <circle
              cx={x}
              cy={y}
              r={radius(piece.at)}
              fill="transparent"
              cursor={movable(piece) ? "grab" : undefined}
              onClick={() => onTap({ at: piece.at, on: "piece" }, false)}
            />
          )),
        )}
        {state.spots.flatMap((spot) =>
          at(spot.at, (x, y) => (
            <circle
              cx={x}
              cy={y}
              r={out(spot.at[2]) ? 0.34 : 0.45}
              fill="transparent"
              style={spot.legal ? "cursor:pointer" : undefined}
              onPointerEnter={(event) => event.pointerType === "mouse" && onHover(spot.at)}
              onPointerLeave={() => onHover(null)}
              onPointerDown={(event) => event.pointerType !== "mouse" && rest.begin(() => onHover(spot.at))}
              onPointerUp={(event) => event.button === 0 && !rest.end() && onTap({ at: spot.at, on: "spot" }, event.pointerType !== "mouse")}
            />
          )),
        )}
        {dragged && held && (
          <g pointer-events="none" data-testid="dragged">
            <Ball x={dragged.x} y={dragged.y} r={1.12 * radius(held.at)} colour={held.colour} />
            {state.symbols && <Symbol x={dragged.x} y={dragged.y} colour={held.colour} />}
          </g>
        )}
      </svg>
    </div>
  );
}
