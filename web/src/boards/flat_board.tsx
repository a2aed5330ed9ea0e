// A flat board in SVG for grids and squares, for browsers without WebGL and for paper. Levels are seen from above; a board
// without edges goes on beyond its edges and can be scrolled for ever. Where pieces step they can be dragged.
import { useEffect, useId } from "preact/hooks";
import type { Point } from "../net/protocol";
import type { Piece } from "../state/board_state";
import { kFill, kInkOn } from "./scene/flat_colours";
import { samePoint } from "../state/points";
import { groundOf } from "../state/surface";
import { useEvent } from "../state/use_event";
import type { BoardProps } from "./board_props";
import { Body, Coordinates, Ground, groundColours, Veil } from "./flat_ground";
import { above, layoutOf } from "./flat_layout";
import { FlatPiece, FlatPieces, hasStones } from "./flat_pieces";
import { Adviser, Ball, CornerSymbol, FlatSign, Land, MoveNumber, Symbol, WayOut } from "./flat_signs";
import { Targets, type Target } from "./flat_targets";
import { useDrag } from "./use_drag";
import { useRest } from "./use_rest";
import { useScroll } from "./use_scroll";

export function FlatBoard({ state, onHover, onTap, drag, handle }: BoardProps) {
  const { stacked, endless } = groundOf(state);
  const { rows } = state;
  const scroll = useScroll(state.columns, rows, endless);
  const { by, home } = scroll;
  const rest = useRest();
  useEffect(() => {
    if (!handle) return;
    handle.current = { toTop: home, turn: () => {}, zoom: () => {}, scroll: by };
    return () => {
      handle.current = null;
    };
  }, [handle, by, home]);
  const id = useId();
  const layout = layoutOf(state, scroll);
  const { plan, box, pieces, colours, out, placeAt, at, radius, shift, middle, corners, covered, key } = layout;
  const stones = hasStones(state) ? id : null;
  const { dragged, listeners } = useDrag(drag, placeAt, onHover);
  const held = (dragged && pieces.find((piece) => samePoint(piece.at, dragged.from))) ?? null;
  const movable = (piece: Piece) => drag?.movable.some((one) => samePoint(one, piece.at)) ?? false;
  const targets = (point: Point, r: number, active: boolean) => at(point, (x, y): Target => ({ key: key(point, x, y), at: point, x, y, r, active }));
  const onPieces = pieces.flatMap((piece) => targets(piece.at, radius(piece.at), movable(piece)));
  const onSpots = state.spots.flatMap((spot) => targets(spot.at, out(spot.at) ? 0.34 : 0.45, spot.legal));
  const hover = useEvent(onHover);
  const tap = useEvent(onTap);
  return (
    <div class="board-surface flat">
      <Body
        width={state.columns - 1 + 2 * plan.margin}
        height={rows - 1 + 2 * plan.margin}
        colour={groundColours(state).board}
        grained={state.board === "wood"}
      />
      <svg viewBox={box} aria-hidden="true" data-testid="flat-board" {...(endless ? scroll.listeners : listeners)}>
        <Ground state={state} plan={plan} />
        <FlatPieces state={state} layout={layout} held={held} id={id} />
        {state.owners.flatMap((owner) =>
          at(owner.at, (x, y) => <Land owner={owner} x={x} y={y} r={colours.has(owner.at.join()) ? radius(owner.at) : null} middle={middle(owner.at)} />),
        )}
        {state.hints &&
          state.spots
            .filter((spot) => spot.legal)
            .flatMap((spot) =>
              at(spot.at, (x, y) =>
                out(spot.at) ? <WayOut x={x} y={y} up={spot.at[2] >= rows} /> : <circle cx={x} cy={y} r={0.09} fill="#fff4dc" pointer-events="none" />,
              ),
            )}
        {state.ghost && (
          <g opacity={state.ghost.legal ? 0.6 : 0.3}>
            {at(state.ghost.at, (x, y) => state.ghost && <FlatPiece piece={state.ghost} x={x} y={y} r={radius(state.ghost.at)} stones={stones} />)}
          </g>
        )}
        {state.numbers
          .filter((one) => middle(one.at) === "number" && colours.has(one.at.join()))
          .flatMap((one) => at(one.at, (x, y) => <MoveNumber x={x} y={y} number={one.number} ink={kInkOn[colours.get(one.at.join()) ?? "none"]} />))}
        {state.signs
          .filter((sign) => !covered(sign.at) || sign.kind === "capture" || (sign.kind === "buried" && !middle(above(sign.at))))
          .flatMap((sign) =>
            at(sign.at, (x, y) => (
              <FlatSign
                sign={sign}
                x={x}
                y={y}
                r={radius(sign.at)}
                under={colours.get(sign.at.join())}
                middle={middle(sign.at)}
                corner={corners(sign.at).freedoms}
                close={stacked}
              />
            )),
          )}
        {state.symbols &&
          pieces
            .filter((piece) => middle(piece.at) !== "symbol")
            .flatMap((piece) => {
              const corner = corners(piece.at).shape;
              return corner
                ? at(piece.at, (x, y) => <CornerSymbol x={x} y={y} r={radius(piece.at)} colour={piece.colour} corner={corner} close={stacked} />)
                : [];
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
        {endless && <Veil plan={plan} colour={groundColours(state).board} />}
        <Coordinates state={state} plan={plan} />
        <Targets pieces={onPieces} spots={onSpots} rest={rest} onHover={hover} onTap={tap} />
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
