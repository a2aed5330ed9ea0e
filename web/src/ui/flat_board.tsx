// A flat board in SVG for grids and squares, for browsers without WebGL and for paper. Pyramids are seen from above.
import type { Point } from "../net/protocol";
import type { Advice, Colour, Sign } from "../scene/board_state";
import { kFill, kGrade, kInkOn } from "../scene/flat_colours";
import type { BoardProps } from "./board_3d";

const kMargin = 1;
const kBall = 0.48;

export function FlatBoard({ state, onHover, onTap }: BoardProps) {
  const pyramid = state.surface === "pyramid";
  const squares = state.surface === "squares";
  const shift = (point: Point) => (pyramid ? point[0] / 2 : 0);
  const x = (point: Point) => point[1] + shift(point);
  const y = (point: Point) => state.rows - 1 - point[2] - shift(point);
  const width = state.columns - 1 + 2 * kMargin;
  const height = state.rows - 1 + 2 * kMargin;
  const radius = (point: Point) => (pyramid ? kBall - 0.03 * point[0] : squares ? 0.36 : kBall);
  const pieces = state.pieces.filter((piece) => !pyramid || piece.at[0] < state.peel);
  const colours = new Map(pieces.map((piece) => [piece.at.join(), piece.colour]));
  const board = state.board === "wood" ? "#c9985f" : "#4a5258";
  const line = state.board === "wood" ? "#5d3a1c" : "#a7b1b8";
  const columns = [...Array(state.columns).keys()];
  const rows = [...Array(state.rows).keys()];
  return (
    <div class="board-surface flat">
      <svg viewBox={`${-kMargin} ${-kMargin} ${width} ${height}`} aria-hidden="true" data-testid="flat-board">
        <rect x={-kMargin} y={-kMargin} width={width} height={height} rx={0.18} fill={board} />
        {squares &&
          columns.map((column) =>
            rows.map((row) => (
              <rect
                x={column - 0.5}
                y={row - 0.5}
                width={1}
                height={1}
                fill={(column + row) % 2 ? "#00000018" : "#ffffff14"}
                stroke={line}
                stroke-width={0.02}
              />
            )),
          )}
        {!squares && !pyramid && (
          <g stroke={line} stroke-width={0.03} stroke-linecap="square">
            {columns.map((column) => (
              <line x1={column} x2={column} y1={0} y2={state.rows - 1} />
            ))}
            {rows.map((row) => (
              <line y1={row} y2={row} x1={0} x2={state.columns - 1} />
            ))}
          </g>
        )}
        {pyramid &&
          columns.map((column) => rows.map((row) => <circle cx={column} cy={row} r={0.3} fill="#00000055" />))}
        {state.labels && (
          <g fill={line} font-size="0.3" text-anchor="middle" font-weight="600">
            {state.labels.columns
              .filter((label) => !label.minor)
              .map((label) => (
                <text x={label.at} y={state.rows - 1 + 0.86}>
                  {label.text}
                </text>
              ))}
            {state.labels.rows
              .filter((label) => !label.minor)
              .map((label) => (
                <text x={-0.76} y={state.rows - 1 - label.at + 0.1}>
                  {label.text}
                </text>
              ))}
          </g>
        )}
        {pieces.map((piece) => (
          <Ball x={x(piece.at)} y={y(piece.at)} r={radius(piece.at)} colour={piece.colour} symbol={state.symbols} />
        ))}
        {state.owners.map((owner) => {
          const side = 0.5 * Math.sqrt(owner.share);
          return (
            <rect
              data-owner={owner.colour}
              x={x(owner.at) - side / 2}
              y={y(owner.at) - side / 2}
              width={side}
              height={side}
              fill={kFill[owner.colour]}
              opacity={0.35 + 0.5 * owner.share}
            />
          );
        })}
        {state.ghost && (
          <g opacity={state.ghost.legal ? 0.6 : 0.3}>
            <Ball x={x(state.ghost.at)} y={y(state.ghost.at)} r={radius(state.ghost.at)} colour={state.ghost.colour} symbol={false} />
          </g>
        )}
        {state.signs.map((sign) => (
          <FlatSign sign={sign} x={x(sign.at)} y={y(sign.at)} under={colours.get(sign.at.join())} />
        ))}
        {state.cuts.map(([a, b]) => (
          <circle cx={(x(a) + x(b)) / 2} cy={(y(a) + y(b)) / 2} r={0.12} fill="#d92b2b" stroke="#fff" stroke-width={0.04} />
        ))}
        {state.advice.map((advice) => (
          <Adviser advice={advice} x={x(advice.at)} y={y(advice.at)} />
        ))}
        {state.line.map((step) => (
          <g>
            <circle cx={x(step.at)} cy={y(step.at)} r={0.42} fill={kFill[step.colour]} stroke="#0a6fd6" stroke-width={0.06} opacity={0.95} />
            <text x={x(step.at)} y={y(step.at) + 0.15} font-size="0.42" font-weight="700" text-anchor="middle" fill={kInkOn[step.colour]}>
              {step.number}
            </text>
          </g>
        ))}
        {state.hints &&
          state.spots
            .filter((spot) => spot.legal)
            .map((spot) => <circle cx={x(spot.at)} cy={y(spot.at)} r={0.09} fill="#fff4dc" pointer-events="none" />)}
        {pieces.map((piece) => (
          <circle
            cx={x(piece.at)}
            cy={y(piece.at)}
            r={radius(piece.at)}
            fill="transparent"
            onClick={() => onTap({ at: piece.at, on: "piece" }, false)}
          />
        ))}
        {state.spots.map((spot) => (
          <circle
            cx={x(spot.at)}
            cy={y(spot.at)}
            r={0.45}
            fill="transparent"
            style="cursor:pointer"
            onPointerEnter={(event) => event.pointerType === "mouse" && onHover(spot.at)}
            onPointerLeave={() => onHover(null)}
            onPointerUp={(event) => event.button === 0 && onTap({ at: spot.at, on: "spot" }, event.pointerType !== "mouse")}
          />
        ))}
      </svg>
    </div>
  );
}

/** How often a move wins, and how often it was tried. */
function Adviser({ advice, x, y }: { advice: Advice; x: number; y: number }) {
  const best = advice.grade === "best";
  return (
    <g text-anchor="middle" fill="#fff" data-advice={advice.grade}>
      <circle cx={x} cy={y} r={best ? 0.45 : 0.42} fill={kGrade[advice.grade]} stroke="#fff" stroke-width={best ? 0.07 : 0.02} />
      <text x={x} y={y + 0.06} font-size="0.36" font-weight="700">
        {advice.rate}
      </text>
      <text x={x} y={y + 0.3} font-size="0.21" font-weight="600">
        {advice.visits}
      </text>
    </g>
  );
}

function Ball({ x, y, r, colour, symbol }: { x: number; y: number; r: number; colour: Colour; symbol: boolean }) {
  return (
    <g>
      <circle cx={x} cy={y} r={r} fill={kFill[colour]} stroke="#000" stroke-opacity={0.45} stroke-width={0.03} />
      <ellipse cx={x - r * 0.3} cy={y - r * 0.42} rx={r * 0.32} ry={r * 0.2} fill="#fff" opacity={0.35} />
      {symbol && <Symbol x={x} y={y} colour={colour} />}
    </g>
  );
}

/** The colour-blind shape of a side. */
export function Symbol({ x, y, colour }: { x: number; y: number; colour: Colour }) {
  const ink = kInkOn[colour];
  if (colour === "white") return <circle cx={x} cy={y} r={0.14} fill="none" stroke={ink} stroke-width={0.06} />;
  const shapes: Record<string, string> = {
    black: "0,-0.18 0.15,0 0,0.18 -0.15,0",
    red: "0,-0.18 0.18,0.13 -0.18,0.13",
    blue: "-0.14,-0.14 0.14,-0.14 0.14,0.14 -0.14,0.14",
    none: "-0.16,-0.05 0.16,-0.05 0.16,0.05 -0.16,0.05",
  };
  return <polygon points={shapes[colour] ?? ""} transform={`translate(${x} ${y})`} fill={ink} />;
}

function FlatSign({ sign, x, y, under }: { sign: Sign; x: number; y: number; under: Colour | undefined }) {
  const ink = under ? kInkOn[under] : "#15171a";
  const letters: Partial<Record<Sign["kind"], string>> = { zombie: "Z", buried: "↓", capture: "×", ko: "□" };
  switch (sign.kind) {
    case "last":
      return <circle cx={x} cy={y} r={0.16} fill="none" stroke="#ffa51f" stroke-width={0.07} />;
    case "member":
      return <circle cx={x} cy={y} r={0.43} fill="none" stroke="#35b5e8" stroke-width={0.06} />;
    case "freedom":
      return <circle cx={x} cy={y} r={0.1} fill={kFill[sign.colour ?? "none"]} stroke="#777" stroke-width={0.02} />;
    case "cursor":
      return <rect x={x - 0.46} y={y - 0.46} width={0.92} height={0.92} fill="none" stroke="#2aa7ff" stroke-width={0.06} />;
    default: {
      const danger = sign.kind === "danger" || sign.kind === "capture";
      const text = sign.text ?? letters[sign.kind] ?? "";
      return (
        <text x={x} y={y + 0.16} font-size="0.46" font-weight="700" text-anchor="middle" fill={danger ? "#e03131" : ink}>
          {text}
        </text>
      );
    }
  }
}
