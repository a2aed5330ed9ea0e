// What is said and heard of a table: each new move, the result, and that time runs out.
import { useEffect, useRef, useState } from "preact/hooks";
import { sentences, t, tn } from "../lang/text";
import type { TableState } from "../net/protocol";
import { timeLeft } from "../state/clock";
import { playSound, soundOf, type Heard } from "../state/sounds";
import { moveText, type About } from "../state/move_words";
import { resultText } from "../state/words";
import { useElapsed } from "./clock";
import { useSettings } from "../state/settings_context";
import { useEvent } from "../state/use_event";

interface Props {
  table: TableState;
  captures(ply: number): readonly string[];
  about(ply: number): About;
  heard(ply: number): string | null; // a move with what it did, where that is explained
}

export function Announcer({ table, captures, about, heard }: Props) {
  const said = useRef(table.moves.length);
  const phase = table.view.facts["phase"];
  const before = useRef(phase);
  const [words, setWords] = useState("");
  const tell = useEvent(() => {
    const fresh = table.moves.slice(said.current).map((move, i) => {
      const ply = said.current + i + 1;
      return heard(ply) ?? moveText(move, captures(ply), about(ply));
    });
    if (table.moves.length < said.current) fresh.push(t("Moves taken back."));
    said.current = table.moves.length;
    if (phase === "agreement" && before.current !== phase) fresh.push(t("Play has stopped. Both players now mark dead groups and accept the score."));
    before.current = phase;
    if (table.view.over) fresh.push(resultText(table.view) + ".");
    if (fresh.length > 0) setWords(sentences(fresh));
  });
  useEffect(tell, [table.version, tell]);
  useSounds({ table, captures });
  return (
    <>
      <p class="unseen" aria-live="polite" data-testid="announcer">
        {words}
      </p>
      {table.clock && table.you !== null && <ClockWarning table={table} />}
    </>
  );
}

const kWarnings = [60, 30, 10]; // seconds

/** Says how little of one's own time is left, once at each mark. */
function ClockWarning({ table }: { table: TableState }) {
  const { settings } = useSettings();
  const elapsed = useElapsed(table.clock);
  const seat = table.clock?.seats[table.you ?? -1];
  const running = seat !== undefined && seat.counting && seat.on_turn && !table.clock?.paused && !table.view.over;
  const left = running ? timeLeft(seat, elapsed) : null;
  const mark = left === null ? undefined : [...kWarnings].reverse().find((seconds) => left <= seconds * 1000);
  const before = useRef(mark);
  const [words, setWords] = useState("");
  const warn = useEvent(() => {
    // Who begins a turn with little is not told so each time: only what is passed while the clock runs.
    if (mark !== undefined && before.current !== mark) {
      setWords(tn("{n} second left.", "{n} seconds left.", mark));
      if (mark === 10 && settings.sounds) playSound("low");
    }
    before.current = mark;
  });
  useEffect(warn, [mark, warn]);
  return (
    <p class="unseen" aria-live="assertive" data-testid="clock-warning">
      {mark === undefined ? "" : words}
    </p>
  );
}

function useSounds({ table, captures }: Omit<Props, "about" | "heard">): void {
  const { settings } = useSettings();
  const now: Heard = {
    moves: table.moves.length,
    over: table.view.over,
    yours: table.you !== null && table.view.to_act.includes(table.you),
    captured: captures(table.moves.length).length > 0,
    asleep: document.visibilityState === "hidden",
    waiting: table.seats.some((seat) => seat.kind === "open"),
  };
  const before = useRef(now);
  const play = useEvent(() => {
    const sound = soundOf({ ...before.current, asleep: now.asleep }, now);
    before.current = now;
    if (sound && settings.sounds) playSound(sound);
  });
  useEffect(play, [table, play]);
}
