// Conditional moves as a tree and in the server's text form (docs/protocol.md): "(D4=E5(F6=G7))(*=C3)".

export interface PlanTurn {
  on: string; // what the others play, words with blanks between them; "*": anything
  play: string; // the answer
  then: PlanTurn[];
}

/** One way through the plan: what is played by turns, the others' first. */
export type PlanLine = readonly { on: string; play: string }[];

const kAnything = "*";

/** null where it is no plan. */
export function parsePlan(text: string): PlanTurn[] | null {
  let at = 0;
  const until = (stops: string): string => {
    const start = at;
    while (at < text.length && !stops.includes(text[at] as string) && !"()=".includes(text[at] as string)) ++at;
    return text.slice(start, at).trim();
  };
  const turns = (): PlanTurn[] | null => {
    const list: PlanTurn[] = [];
    while (text[at] === "(") {
      ++at;
      const on = until("=");
      if (on === "" || text[at++] !== "=") return null;
      const play = until("()");
      const then = turns();
      if (play === "" || then === null || text[at++] !== ")") return null;
      list.push({ on, play, then });
    }
    return list;
  };
  const list = turns();
  return at === text.length ? list : null;
}

export function planText(turns: readonly PlanTurn[]): string {
  return turns.map(({ on, play, then }) => `(${on}=${play}${planText(then)})`).join("");
}

/** The plan with a line more; where it answers the same otherwise, the new answer takes its place. */
export function withLine(turns: readonly PlanTurn[], line: PlanLine): PlanTurn[] {
  const [first, ...rest] = line;
  if (!first) return [...turns];
  const known = turns.findIndex((turn) => turn.on === first.on);
  const before = turns[known];
  const then = withLine(before?.play === first.play ? before.then : [], rest);
  const turn = { ...first, then };
  return before ? turns.map((one, i) => (i === known ? turn : one)) : [...turns, turn];
}

/** The plan without the end of a line, and without what only led there. */
export function withoutLine(turns: readonly PlanTurn[], line: PlanLine): PlanTurn[] {
  const [first, ...rest] = line;
  return turns.flatMap((turn) => {
    if (turn.on !== first?.on) return [turn];
    const then = withoutLine(turn.then, rest);
    return rest.length === 0 || then.length === 0 ? [] : [{ ...turn, then }];
  });
}

/** Every way from the start to an end, in the plan's order. */
export function linesOf(turns: readonly PlanTurn[]): PlanLine[] {
  return turns.flatMap(({ on, play, then }): PlanLine[] => {
    const own = { on, play };
    return then.length === 0 ? [[own]] : linesOf(then).map((rest) => [own, ...rest]);
  });
}

/** The word of a premove, if the plan is nothing else. */
export function premoveOf(text: string | null): string | null {
  const turns = parsePlan(text ?? "");
  const [only] = turns ?? [];
  return turns?.length === 1 && only?.on === kAnything && only.then.length === 0 ? only.play : null;
}

export const premove = (word: string): string => `(${kAnything}=${word})`;

/** What was tried on the board as a line of a plan; null where it does not end with an answer of one's own. */
export function lineOf(moves: readonly { seat: number; word: string }[], you: number): PlanLine | null {
  const line: { on: string[]; play: string[] }[] = [];
  for (const { seat, word } of moves) {
    let last = line[line.length - 1];
    if (!last || (seat !== you && last.play.length > 0)) line.push((last = { on: [], play: [] }));
    (seat === you ? last.play : last.on).push(word);
  }
  const whole = line.length > 0 && line.every(({ on, play }) => on.length > 0 && play.length > 0);
  return whole ? line.map(({ on, play }) => ({ on: on.join(" "), play: play.join(" ") })) : null;
}

export const planLineText = (line: PlanLine): string => line.map(({ on, play }) => `${on} → ${play}`).join(", ");
