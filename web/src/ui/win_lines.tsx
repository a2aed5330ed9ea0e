// How many of the others each of three or four players may beat, after every move: a line each, told apart by colour,
// dashes and marks.
import type { Chances } from "../engine/messages";
import { listed, t } from "../lang/text";
import type { Side } from "../net/protocol";
import { percent } from "../state/analysis";
import { colourOf } from "../state/board_model";
import { markedPoints, shareAt, winLines } from "../state/win_lines";
import { capitalised } from "../state/words";
import { GraphSlider } from "./graph_slider";

const kWidth = 320;
const kHeight = 120;
const kMostMarks = 8; // on a line

/** By seat. */
const kDashes = ["none", "9 5", "2 5", "12 4 2 4"];
const kMarks = ["M7 1.5a5.5 5.5 0 1 0 .01 0z", "M2 2h10v10H2z", "M7 1 13 12.5H1z", "M7 0 14 7 7 14 0 7z"];

interface Props {
  chances: readonly Chances[]; // by ply; 0 is the start
  sides: readonly Side[];
  ply: number; // shown
  plies: number;
  looking: number | null; // moves looked at so far
  onShow(ply: number): void;
}

export function WinLines({ chances, sides, ply, plies, looking, onShow }: Props) {
  const last = Math.max(1, plies);
  const lines = winLines(chances, sides.length);
  const players = [...sides]
    .sort((a, b) => a.seat - b.seat)
    .map(({ seat, name }) => {
      const points = lines[seat] ?? [];
      return { seat, name: capitalised(t(name)), colour: colourOf(name, sides), points, share: shareAt(points, ply) };
    });
  const here = chances[ply];
  const known = players.flatMap(({ name, share }) => (share === null ? [] : [t("{name} beats {percent} of the opponents", { name, percent: percent(share) })]));
  const text = here ? listed(known) : t("not analysed yet");
  const at = ({ ply, share }: { ply: number; share: number }) => `${((kWidth * ply) / last).toFixed(1)},${(kHeight * (1 - share)).toFixed(1)}`;
  return (
    <figure class="win-graph">
      <GraphSlider
        label={t("Expected share of opponents beaten, move by move")}
        said={here?.move ? t("Move {ply} {by} {move}: {text}", { ply, by: t(here.by), move: here.move, text }) : t("Move {ply}: {text}", { ply, text })}
        ply={ply}
        plies={plies}
        onShow={onShow}
      >
        <svg viewBox={`0 0 ${kWidth} ${kHeight}`} preserveAspectRatio="none" aria-hidden="true">
          <rect class="win-lower" width={kWidth} height={kHeight} />
          <line class="win-even" x1={0} x2={kWidth} y1={kHeight / 2} y2={kHeight / 2} vector-effect="non-scaling-stroke" />
          {players.map(({ seat, colour, points }) => (
            <Line key={seat} seat={seat} colour={colour} points={points.map(at).join(" ")} />
          ))}
          <line class="win-here" x1={(kWidth * ply) / last} x2={(kWidth * ply) / last} y1={0} y2={kHeight} vector-effect="non-scaling-stroke" />
        </svg>
        {players.map(({ seat, colour, points }) =>
          markedPoints(points, kMostMarks).map((point) => (
            <span key={`${seat}/${point.ply}`} class="win-sign" style={{ left: `${(100 * point.ply) / last}%`, top: `${100 * (1 - point.share)}%` }}>
              <Mark seat={seat} colour={colour} />
            </span>
          )),
        )}
      </GraphSlider>
      <figcaption>
        <ul class="win-key">
          {players.map(({ seat, name, colour, share }) => (
            <li key={seat}>
              <svg class="win-sample" viewBox="0 0 40 14" aria-hidden="true">
                <Line seat={seat} colour={colour} points="1,7 39,7" />
                <g transform="translate(13 0)">
                  <path class={`win-shape ${colour}`} d={kMarks[seat]} />
                </g>
              </svg>
              {name} <strong>{share === null || !here ? "–" : percent(share)}</strong>
            </li>
          ))}
        </ul>
        <span class="quiet">
          {looking === null ? t("Expected share of opponents beaten, estimated after each move") : t("analysing move {looking} of {plies}", { looking, plies })}
        </span>
      </figcaption>
    </figure>
  );
}

/** Dashes on a band of their own, so that each colour is seen on every ground. */
function Line({ seat, colour, points }: { seat: number; colour: string; points: string }) {
  return (
    <>
      <polyline class="win-band" points={points} vector-effect="non-scaling-stroke" stroke-dasharray={kDashes[seat]} />
      <polyline class={`win-dashes ${colour}`} points={points} vector-effect="non-scaling-stroke" stroke-dasharray={kDashes[seat]} />
    </>
  );
}

function Mark({ seat, colour }: { seat: number; colour: string }) {
  return (
    <svg viewBox="-1 -1 16 16" aria-hidden="true">
      <path class={`win-shape ${colour}`} d={kMarks[seat]} />
    </svg>
  );
}
