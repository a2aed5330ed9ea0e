// What the clocks show between two states of the server: counted down from its figures, by this machine's steady time.
import { measures, msg, numberText, phrases, t, tn } from "../lang/text";
import type { SeatTime } from "../net/protocol";

export interface Face {
  text: string; // "4:07", "9.4", "2d 3h"
  note: string; // "+ 3 × 30s", "20 moves": what comes behind, or what the period is for
  low: boolean; // hurry
}

const kLowMs = 10_000;

/** A seat's time `elapsed` ms after the state came. */
export function face(seat: SeatTime, elapsed: number): Face | null {
  if (seat.total < 0) return null;
  const used = seat.counting ? Math.max(0, elapsed) : 0;
  const late = used - seat.main; // past the main time
  const { period, periods, stones } = seat;
  if (periods > 0) {
    // Main time, then periods, each lost when it is used up.
    const lost = late < 0 ? 0 : late < period ? 0 : 1 + Math.floor((late - period) / fullPeriod(seat));
    const left = Math.max(0, periods - lost);
    const total = Math.max(0, seat.total - used);
    const shown = late < 0 ? -late : total - Math.max(0, left - 1) * fullPeriod(seat);
    return { text: timeText(shown), note: periodsText(late < 0, left, seat), low: total < kLowMs };
  }
  const total = Math.max(0, seat.total - used);
  if (stones > 0) {
    const shown = late < 0 ? -late : total;
    return { text: timeText(shown), note: late < 0 ? "" : tn("{n} move", "{n} moves", stones), low: total < kLowMs };
  }
  return { text: timeText(total), note: "", low: total < kLowMs };
}

/** Milliseconds until a seat has lost by time; null where it has no limit. */
export function timeLeft(seat: SeatTime, elapsed: number): number | null {
  return seat.total < 0 ? null : Math.max(0, seat.total - (seat.counting ? Math.max(0, elapsed) : 0));
}

/** The state gives what is left of the running period; a full one is what the rest of the total is made of. */
function fullPeriod({ total, main, period, periods }: SeatTime): number {
  return periods > 1 ? (total - main - period) / (periods - 1) : period;
}

function periodsText(main: boolean, left: number, seat: SeatTime): string {
  if (main) return `+ ${left} × ${timeText(fullPeriod(seat))}`;
  return left <= 1 ? t("last period") : tn("{n} period", "{n} periods", left);
}

/** As the server writes times: rounded up, tenths below ten seconds. */
export function timeText(ms: number): string {
  if (ms < 10_000) return numberText(Math.ceil(ms / 100) / 10, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 86_400) {
    const hours = Math.ceil(ms / 3_600_000);
    return t("{days}d {hours}h", { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  const two = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** How long until what is shown changes. */
export function nextChangeMs(seats: readonly SeatTime[], elapsed: number): number | null {
  const running = seats.filter((seat) => seat.counting && seat.total - elapsed > 0);
  if (running.length === 0) return null;
  return running.some((seat) => seat.total - elapsed < kLowMs || (seat.main > elapsed && seat.main - elapsed < kLowMs)) ? 100 : 250;
}

export interface ClockChoice {
  rule: string;
  name: string;
}

/** What the start page offers. */
export const kClocks: readonly ClockChoice[] = [
  { rule: "none", name: msg("No time limit") },
  { rule: "fischer 3m+2s lag 300ms", name: msg("3 minutes + 2 s per turn") },
  { rule: "fischer 5m+5s lag 300ms", name: msg("5 minutes + 5 s per turn") },
  { rule: "fischer 15m+10s lag 300ms", name: msg("15 minutes + 10 s per turn") },
  { rule: "byoyomi 20m+5x30s lag 300ms", name: msg("20 minutes + 5 × 30 s byo-yomi") },
  { rule: "canadian 30m+20/5m lag 300ms", name: msg("30 minutes, then 20 turns per 5 minutes") },
  { rule: "absolute 30m lag 300ms", name: msg("30 minutes each") },
  { rule: "correspondence 1d vacation 30d", name: msg("1 day per turn") },
  { rule: "correspondence 3d vacation 30d", name: msg("3 days per turn") },
  { rule: "correspondence 7d vacation 30d", name: msg("7 days per turn") },
];

/** A rule in words, as "5 minutes + 3 seconds per turn"; what is not known stays as it is written. */
export function ruleText(rule: string): string {
  const known = kClocks.find((one) => one.rule === rule);
  if (known) return t(known.name);
  const [kind = "", times = "", ...options] = rule.trim().toLowerCase().split(/\s+/);
  const [main = "", more = ""] = times.split("+");
  const text = kindText(kind, main, more);
  if (text === null) return rule;
  const cap = options[options.indexOf("cap") + 1];
  return phrases([
    text,
    ...(options.includes("cap") && cap ? [t("capped at {time}", { time: durationText(cap) })] : []),
    ...(options.includes("weekends") ? [t("paused at weekends")] : []),
  ]);
}

function kindText(kind: string, main: string, more: string): string | null {
  const time = durationText(main);
  switch (kind) {
    case "absolute":
      return t("{time} each", { time });
    case "fischer":
    case "move":
    case "correspondence":
      return more === "" ? t("{time} per turn", { time }) : t("{time} + {more} per turn", { time, more: durationText(more) });
    case "byoyomi": {
      const [count = "", period = ""] = more.split("x");
      return t("{time} + {count} × {period} byo-yomi", { time, count, period: durationText(period) });
    }
    case "canadian": {
      const [count = "", period = ""] = more.split("/");
      return t("{time}, then {count} turns per {period}", { time, count, period: durationText(period) });
    }
    default:
      return null;
  }
}

const kUnits: Record<string, string> = { d: "day", h: "hour", m: "minute", s: "second", ms: "millisecond" };

/** "1h30m" as "1 hour 30 minutes". */
function durationText(text: string): string {
  const parts = [...text.matchAll(/(\d+)(ms|[dhms])/g)];
  return measures(parts.map(([, count, unit = ""]) => numberText(Number(count), { style: "unit", unit: kUnits[unit], unitDisplay: "long" })));
}
