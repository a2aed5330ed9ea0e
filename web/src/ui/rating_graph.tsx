// A rating's graph, with the same as a table behind it.
import { dateText, t } from "../lang/text";
import type { Rating } from "../net/people";
import { graphText, ratingGraph, ratingText } from "../state/rating_graph";
import "./people.css";

const kWidth = 480;
const kHeight = 230;
const kLeft = 60;
const kEdge = 10;
const kMostDots = 60;

export const dayText = (ms: number): string => dateText(ms);

const dotClass = (unsure: boolean, annulled = false): string => `rating-dot${unsure ? " unsure" : ""}${annulled ? " annulled" : ""}`;

/** What is not so with every game: a moderator has annulled it, or it counted less. */
function noteText({ annulled, weight }: Rating): string {
  if (annulled) return t("annulled");
  return weight === undefined ? "" : t("counts {percent} %", { percent: Math.max(1, Math.round(weight * 100)) });
}

export function RatingGraph({ history, of }: { history: readonly Rating[]; of: string }) {
  const [first] = history;
  const last = history[history.length - 1];
  if (!first || !last) return <p class="quiet">{t("No rated games yet.")}</p>;
  const noted = history.some((one) => noteText(one) !== "");
  const graph = ratingGraph(history, kWidth - kLeft - kEdge, kHeight - 2 * kEdge);
  return (
    <figure class="rating-graph">
      <svg viewBox={`0 0 ${kWidth} ${kHeight}`} role="img" aria-label={`${of}: ${graphText(history)}`}>
        <g transform={`translate(${kLeft} ${kEdge})`}>
          {graph.ticks.map(({ y, rating }) => (
            <g key={rating}>
              <line class="rating-tick" x1={0} x2={kWidth - kLeft - kEdge} y1={y} y2={y} />
              <text class="rating-number" x={-8} y={y + 6}>
                {rating}
              </text>
            </g>
          ))}
          <polygon class="rating-band" points={graph.band} />
          <polyline class="rating-line" points={graph.line} />
          {graph.points.length <= kMostDots &&
            graph.points.map((one, i) => <circle key={i} class={dotClass(one.provisional, history[i]?.annulled)} cx={one.x} cy={one.y} r={4} />)}
        </g>
      </svg>
      <figcaption class="quiet">
        <span>{dayText(first.at)}</span>
        <span>{t("shaded: deviation")}</span>
        {dayText(last.at) !== dayText(first.at) && <span>{dayText(last.at)}</span>}
      </figcaption>
      <details class="more">
        <summary>{t("Show as a table")}</summary>
        <div class="data-box" tabIndex={0} role="region" aria-label={t("{of}, game by game", { of })}>
          <table class="data">
            <thead>
              <tr>
                <th scope="col" class="number">
                  {t("Game##one that is played")}
                </th>
                <th scope="col">{t("Date")}</th>
                <th scope="col" class="number">
                  {t("Rating")}
                </th>
                <th scope="col" class="number">
                  {t("Deviation")}
                </th>
                {noted && <th scope="col">{t("Weight")}</th>}
              </tr>
            </thead>
            <tbody>
              {[...history].reverse().map((one, i) => (
                <tr key={i}>
                  <td class="number">{history.length - i}</td>
                  <td>{dayText(one.at)}</td>
                  <td class="number">{ratingText(one)}</td>
                  <td class="number">± {one.deviation}</td>
                  {noted && <td>{noteText(one)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
