// A rating over the games that made it, as lines on a sheet.
import { t, tn } from "../lang/text";
import type { Rating } from "../net/people";

export interface Graph {
  line: string; // of a polyline
  band: string; // of a polygon: how sure each rating is
  points: { x: number; y: number; provisional: boolean }[];
  ticks: { y: number; rating: number }[];
}

const kSteps = [10, 20, 50, 100, 200, 500, 1000];
const kMostTicks = 6;

export function ratingGraph(history: readonly Rating[], width: number, height: number): Graph {
  const low = Math.min(...history.map((one) => one.rating - one.deviation));
  const high = Math.max(...history.map((one) => one.rating + one.deviation));
  const step = kSteps.find((one) => (high - low) / one <= kMostTicks) ?? 1000;
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(high / step) * step);
  const x = (i: number) => (history.length === 1 ? width / 2 : (width * i) / (history.length - 1));
  const y = (rating: number) => height * (1 - (rating - bottom) / (top - bottom));
  const pair = (i: number, rating: number) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`;
  const upper = history.map((one, i) => pair(i, one.rating + one.deviation));
  const lower = history.map((one, i) => pair(i, one.rating - one.deviation)).reverse();
  const ticks = [];
  for (let rating = bottom; rating <= top; rating += step) ticks.push({ y: y(rating), rating });
  return {
    line: history.map((one, i) => pair(i, one.rating)).join(" "),
    band: [...upper, ...lower].join(" "),
    points: history.map((one, i) => ({ x: x(i), y: y(one.rating), provisional: one.provisional })),
    ticks,
  };
}

/** "1662", "1662?": a question mark where little is known. */
export const ratingText = ({ rating, provisional }: Pick<Rating, "rating" | "provisional">): string => `${rating}${provisional ? "?" : ""}`;

/** What the graph shows, in a sentence. */
export function graphText(history: readonly Rating[]): string {
  const [first] = history;
  const last = history[history.length - 1];
  if (!first || !last) return t("No rated games yet.");
  const ratings = history.map((one) => one.rating);
  const games = tn("{n} rated game", "{n} rated games", history.length);
  return t("{rating} after {games}, between {min} and {max}.", { rating: ratingText(last), games, min: Math.min(...ratings), max: Math.max(...ratings) });
}

/** How a finished game went for somebody. */
export function outcomeOf(game: { seats: readonly { name: string | null }[]; winner: number | null }, name: string): "won" | "lost" | "drawn" {
  if (game.winner === null) return "drawn";
  return game.seats[game.winner]?.name?.toLowerCase() === name.toLowerCase() ? "won" : "lost";
}
