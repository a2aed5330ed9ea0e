// The first of two sides' chance to win after every move.
import { t } from "../lang/text";
import type { Side } from "../net/protocol";
import { percent } from "../state/analysis";
import { capitalised } from "../state/words";
import type { ReportedMove } from "../wasm/engine";
import { GraphSlider } from "./graph_slider";

const kWidth = 320;
const kHeight = 120;

interface Props {
  moves: readonly ReportedMove[]; // by ply; 0 is the start
  sides: readonly Side[];
  ply: number; // shown
  plies: number;
  looking: number | null; // moves looked at so far
  onShow(ply: number): void;
}

export function WinGraph({ moves, sides, ply, plies, looking, onShow }: Props) {
  const name = (seat: number) => capitalised(t(sides.find((side) => side.seat === seat)?.name ?? ""));
  const last = Math.max(1, plies);
  const x = (at: number) => (kWidth * at) / last;
  const y = (share: number) => kHeight * (1 - share);
  const known = moves.flatMap((move) => (move && move.first_wins !== null ? [{ move, share: move.first_wins }] : []));
  const line = known.map(({ move, share }) => `${x(move.ply).toFixed(1)},${y(share).toFixed(1)}`).join(" ");
  const ends = [known[0], known[known.length - 1]].map((one) => x(one?.move.ply ?? 0).toFixed(1));
  const here = moves[ply];
  const text = (move: ReportedMove | undefined) => {
    if (!move) return t("not analysed yet");
    if (move.first_wins === null) return t("no evaluation");
    const what = { name: name(0), percent: percent(move.first_wins) };
    if (move.gave_away === "win") return t("{name}: win rate {percent}, the move gave the win away", what);
    if (move.gave_away === "draw") return t("{name}: win rate {percent}, the move gave the draw away", what);
    if (move.mark === "" || move.loss === null) return t("{name}: win rate {percent}", what);
    return t("{name}: win rate {percent}, the move lost {lost} %", { ...what, lost: Math.round(100 * move.loss) });
  };
  return (
    <figure class="win-graph">
      <GraphSlider
        label={t("{name}'s win rate, move by move", { name: name(0) })}
        said={
          here?.move
            ? t("Move {ply} {by} {move}: {text}", { ply, by: t(here.by), move: here.move, text: text(here) })
            : t("Move {ply}: {text}", { ply, text: text(here) })
        }
        ply={ply}
        plies={plies}
        onShow={onShow}
      >
        <svg viewBox={`0 0 ${kWidth} ${kHeight}`} preserveAspectRatio="none" aria-hidden="true">
          <rect class="win-lower" width={kWidth} height={kHeight} />
          {known.length > 1 && <polygon class="win-upper" points={`${ends[0]},${kHeight} ${line} ${ends[1]},${kHeight}`} />}
          <line class="win-even" x1={0} x2={kWidth} y1={kHeight / 2} y2={kHeight / 2} vector-effect="non-scaling-stroke" />
          <polyline class="win-line" points={line} vector-effect="non-scaling-stroke" />
          <line class="win-here" x1={x(ply)} x2={x(ply)} y1={0} y2={kHeight} vector-effect="non-scaling-stroke" />
        </svg>
        <span class="win-side upper" aria-hidden="true">
          {name(1)}
        </span>
        <span class="win-side lower" aria-hidden="true">
          {name(0)}
        </span>
        {known
          .filter(({ move }) => move.mark !== "")
          .map(({ move, share }) => (
            <span
              key={move.ply}
              class={`win-mark ${move.mark}`}
              style={{ left: `${(100 * move.ply) / last}%`, top: `${100 * (1 - share)}%` }}
              title={`${move.ply} ${t(move.by)} ${move.move}: −${Math.round(100 * (move.loss ?? 0))} %`}
            />
          ))}
      </GraphSlider>
      <figcaption>
        <span>
          {ply > 0 && here?.move ? `${ply} ${here.move}: ` : ""}
          {text(here)}
        </span>
        {looking !== null && <span class="quiet">{t("analysing move {looking} of {plies}", { looking, plies })}</span>}
      </figcaption>
    </figure>
  );
}
