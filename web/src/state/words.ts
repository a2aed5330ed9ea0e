// Words for people: reasons, results, turns. The core says codes; this file says sentences.
import type { Move, SeatInfo, TableState, View } from "../net/protocol";

const kReasons: Record<string, string> = {
  occupied: "A ball already stands there.",
  unsupported: "Nothing carries a ball there yet: it needs four balls below it.",
  "off-board": "That point is not on this board.",
  suicide: "Your group would have no freedom left, and nothing you capture gives it one.",
  repetition: "That would repeat an earlier position.",
  "not-your-turn": "It is not your turn.",
  martyrdom: "That piece would die by its own step.",
  stalling: "That would only stall the game.",
  "too-far": "That is too far for one step.",
  "no-piece": "None of your pieces stands there.",
  "game-over": "The game is over.",
  "unknown-move": "That is not a move of this game.",
};

/** Why a move is refused. A reason this client does not know is shown as the core words it. */
export function reasonText(reason: string): string {
  return kReasons[reason] ?? reason;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** "White wins by 3", "Black resigned: white wins", "A draw". */
export function resultText(view: View): string {
  const result = view.result;
  if (!result) return "";
  if (result.winner === null) return result.how === "no-result" ? "No result" : result.how === "agreed" ? "A draw by agreement" : "A draw";
  const winner = capitalised(result.winner);
  const others = view.sides.filter((side) => side.name !== result.winner);
  if (result.how === "resigned") {
    const left = others.find((side) => side.retired);
    return left ? `${capitalised(left.name)} resigned: ${result.winner} wins` : `${winner} wins by resignation`;
  }
  if (result.how === "timed-out") return `${winner} wins on time`;
  if (result.how === "capture") return `${winner} wins by the first capture`;
  const own = view.sides.find((side) => side.name === result.winner)?.score ?? 0;
  const best = Math.max(...others.map((side) => side.score));
  return `${winner} wins by ${own - best}, ${own} to ${best}`;
}

/** What the result means for this viewer: the banner's headline. */
export function resultHeadline(table: TableState): string {
  const { view, you } = table;
  if (!view.result) return "";
  if (view.result.winner === null) return "A draw";
  if (you === null) return `${capitalised(view.result.winner)} wins`;
  return view.result.seat === you ? "You win" : "You lose";
}

export function seatName(seat: SeatInfo | undefined): string {
  return seat?.name ?? "Free seat";
}

/** One line about whose turn it is. */
export function turnText(table: TableState): string {
  const { view, you, seats } = table;
  if (view.over) return resultText(view);
  if (seats.some((seat) => seat.kind === "open")) return "Waiting for a second player";
  if (table.clock?.paused) return "Adjourned";
  if (you !== null && view.to_act.includes(you)) return "Your turn";
  const acting = view.to_act[0] ?? view.turn.seat;
  const name = seatName(seats[acting]);
  return table.thinking ? `${name} is thinking …` : `${name} to move`;
}

/** What a screen reader hears after a move: "Black plays C3, captures A1 and B2." */
export function moveText(move: Move, captured: readonly string[]): string {
  const side = capitalised(move.side);
  if (move.word === null) return `${side} plays out of sight.`;
  if (move.refused) return `${side} tries ${move.word}: refused.`;
  if (move.word === "pass") return `${side} passes.`;
  if (move.word === "swap") return `${side} swaps colours.`;
  return captured.length === 0
    ? `${side} plays ${move.word}.`
    : `${side} plays ${move.word}, captures ${listText(captured)}.`;
}

export function listText(items: readonly string[]): string {
  if (items.length <= 1) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}

const kNamed = 8;

/** "Ann is on line.", "Ann, Bob and 3 others are on line." */
export function onlineText(names: readonly string[], count: number): string {
  const named = names.slice(0, kNamed);
  const others = count - named.length;
  const who = listText(others > 0 ? [...named, plural(others, "other")] : named);
  return `${who} ${count === 1 ? "is" : "are"} on line.`;
}

/** "5 hours", "2 days": about so much, never more than it is. */
export function leftText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 120) return plural(minutes, "minute");
  return minutes < 2_880 ? plural(Math.floor(minutes / 60), "hour") : plural(Math.floor(minutes / 1_440), "day");
}
