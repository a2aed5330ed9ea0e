// What the board of a table is for at this moment: the turn, a turn of several steps, a formation, a premove, answers to
// plan, marks of one's own. Each gives the board a position, what may be done there, and whom to tell.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { Point, TableState, View } from "../net/protocol";
import type { Arranging } from "../skins/skin";
import { skinOf } from "../skins/skins";
import { keepMarks, nextMark, readMarks } from "../state/own_marks";
import { premove, premoveOf } from "../state/plan";
import { emptyPoints, pointKey, samePoint } from "../state/points";
import type { Rules } from "../state/replica";
import type { Settings } from "../state/settings";
import { useSketch, type Sketch } from "./use_sketch";
import type { TableHook } from "../state/use_table";
import { hasSteps } from "../state/steps";

export interface Surface {
  view: View;
  rules: Rules | null;
  legal: readonly string[];
  seat: number | null; // who acts on it; null: nobody
  settings: Settings;
  ghost: boolean; // shows the piece that would come to stand
  play(word: string): void;
}

export interface Forming {
  by: Arranging;
  points: readonly Point[];
  changed: boolean; // not what was given
  set(points: readonly Point[]): void;
}

export interface BoardUse {
  surface: Surface;
  turn: Sketch | null; // of several steps
  forming: Forming | null;
  planning: Sketch | null;
  canPlan: boolean;
  setPlanning(on: boolean): void;
  marking: boolean;
  setMarking(on: boolean): void;
  marks: ReadonlyMap<string, string>;
  planned: readonly Point[];
}

const kNoMarks: ReadonlyMap<string, string> = new Map();
const kFine = { reason: "" } as const;

/** A turn is put together here where it has several steps and none of them binds before it is sent. */
const isStepped = ({ facts, steps_bind }: View): boolean => Number(facts["steps_left"] ?? 0) > 0 && !steps_bind;

export function useBoard(hook: TableHook, table: TableState, view: View, open: boolean, reviewing: boolean, settings: Settings): BoardUse {
  const { replica, send, hidden, local } = hook;
  const { you } = table;
  const seeing = replica !== null && !replica.blind;
  const live = you !== null && !table.view.over && !reviewing;
  const yours = you !== null && table.view.to_act.includes(you);
  const stand = table.moves.length;

  const turn = useSketch(replica, you ?? 0, stand, live && seeing && yours && isStepped(table.view));
  const canPlan = live && seeing && !yours && !hidden && !local && !table.seats.some((seat) => seat.kind === "open");
  const [wantsPlan, setPlanning] = useState(false);
  const planning = useSketch(replica, you ?? 0, stand, canPlan && wantsPlan);
  useEffect(() => setPlanning(false), [stand]);

  const forming = useForming(table.game, table, view, live && seeing && yours);
  const [marking, setMarking] = useState(false);
  const { marks, mark } = useOwnMarks(table.id, hidden && you !== null);

  const surface = useMemo<Surface>(() => {
    const base: Surface = {
      view,
      rules: replica,
      legal: table.legal,
      seat: open ? you : null,
      settings,
      ghost: true,
      play: (word) => send({ command: "play", word }),
    };
    if (marking && replica && hidden && you !== null && !table.view.over) {
      const points = emptyPoints(view);
      return {
        ...base,
        legal: [],
        seat: you,
        settings: { ...settings, confirm: "never" },
        ghost: false,
        rules: { name: (at) => replica.name(at), check: () => kFine, places: () => points.map((at) => ({ at, word: replica.name(at), reason: "" })) },
        play: (word) => points.filter((at) => replica.name(at) === word).forEach(mark),
      };
    }
    if (forming && you !== null) return formingSurface(base, forming, you);
    if (turn) return { ...base, view: turn.view, rules: turn.rules, legal: turn.legal, seat: turn.mover === you && open ? you : null, play: turn.play };
    if (planning) return { ...base, view: planning.view, rules: planning.rules, legal: planning.legal, seat: planning.mover, play: planning.play };
    const free = (table.plan ?? "") === "" || premoveOf(table.plan) !== null;
    const [other] = table.view.to_act;
    if (canPlan && settings.premoves && free && replica && other !== undefined && !hasSteps(table.view)) {
      const given = premoveOf(table.plan);
      return {
        ...base,
        legal: [],
        seat: you,
        rules: { name: (at) => replica.name(at), check: () => kFine, places: () => replica.places(other).filter((place) => place.reason === "") },
        play: (word) => send({ command: "plan", plan: word === given ? "" : premove(word) }),
      };
    }
    return base;
  }, [view, replica, table, open, you, settings, marking, mark, forming, turn, planning, canPlan, hidden, send]);

  const planned = useMemo(() => {
    const word = premoveOf(table.plan);
    return word && canPlan && replica ? (surface.rules?.places(you ?? 0).flatMap((place) => (place.word === word ? [place.at] : [])) ?? []) : [];
  }, [table.plan, canPlan, replica, surface, you]);

  return { surface, turn, forming, planning, canPlan, setPlanning, marking: marking && hidden, setMarking, marks, planned };
}

/** One's own formation until it is given; `on`: one may give it now, if the game is that far. */
export function useForming(game: string, table: Pick<TableState, "view" | "you">, view: View, on: boolean): Forming | null {
  const { arranging } = skinOf(game);
  const by = on && arranging?.now(table.view) ? arranging : null;
  const side = table.view.sides.find((one) => one.seat === table.you)?.name ?? "";
  const given = arranging?.shown(table.view, side) ?? "";
  const [own, setOwn] = useState<readonly Point[] | null>(null);
  useEffect(() => setOwn(null), [given, side]);
  return useMemo(() => {
    if (!by) return null;
    const points = own ?? by.given(view, side);
    return { by, points, changed: by.word(points) !== given, set: setOwn };
  }, [by, own, view, side, given]);
}

export function formingSurface(base: Surface, { by, points, set }: Forming, you: number): Surface {
  const side = base.view.sides.find((one) => one.seat === you)?.name ?? "";
  const rows = by.rows(side);
  const view = by.withPoints(base.view, side, points);
  const empty = emptyPoints(view).filter(([, , row]) => rows.includes(row));
  return {
    ...base,
    view,
    legal: points.flatMap((from) => empty.map((to) => `${by.name(from)}>${by.name(to)}`)),
    seat: you,
    settings: { ...base.settings, confirm: "never" },
    ghost: false,
    rules: { name: by.name, check: () => kFine, places: () => [] },
    play: (word) => {
      const [from = null, to = null] = word.split(">").map(by.at);
      if (from && to) set(points.map((point) => (samePoint(point, from) ? to : point)));
    },
  };
}

function useOwnMarks(table: string, on: boolean) {
  const [marks, setMarks] = useState(kNoMarks);
  useEffect(() => setMarks(on ? readMarks(table) : kNoMarks), [table, on]);
  const mark = useCallback(
    (at: Point) => {
      const after = nextMark(marks, pointKey(at));
      keepMarks(table, after);
      setMarks(after);
    },
    [table, marks],
  );
  return { marks, mark };
}
