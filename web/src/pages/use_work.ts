// What the analysis board looks at: the position and who plays there, the line on which one walks, what is kept unsaved.
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { Study } from "../net/studies";
import { keepDraft } from "../state/drafts";
import { kStart, movesTo, nodeOf, pathTo, preorder, recordOf, type Place, type Tree } from "../state/tree";
import { useEvent } from "../state/use_event";
import { Walker, type Stand } from "../state/walker";
import type { WorkAction } from "../state/work";
import { refusedText } from "../lang/core_text";
import { useExplainedMove } from "../ui/use_explained_move";
import type { Core } from "../wasm/core";

const kDraftMs = 400;

export function useStand(core: Core, tree: Tree, at: number) {
  const [actor, chooseSeat] = useState<number | null>(null); // where several may play
  const walker = useMemo(() => Walker.open(core, tree.head), [core, tree.head]);
  useEffect(() => () => walker.free(), [walker]);
  const stand = useMemo(() => walker.at(tree, at), [walker, tree, at]);
  const start = useMemo(() => walker.at(tree, kStart), [walker, tree]);
  useLayoutEffect(() => chooseSeat(null), [at]); // at once: the next choice may come before the browser paints
  const { view } = stand;
  const mover = actor !== null && view.to_act.includes(actor) ? actor : view.next;
  const seat = view.over ? null : mover;
  const legal = useMemo(() => (seat === null ? [] : stand.legal(seat)), [stand, seat]);
  return { stand, start, seat, legal, chooseSeat };
}

/** The moves on the way to a node. */
export const useMovesTo = (tree: Tree, at: number) => useMemo(() => movesTo(tree, at), [tree, at]);

/** Keeps in this browser what is not saved. */
export function useDraft(tree: Tree, place: Place, { study, table }: { study: Study | null; table: string | null }, changed: boolean): void {
  const keep = useEvent(() => {
    const at = preorder(tree).indexOf(place.at);
    keepDraft(localStorage, study?.id ?? null, { record: recordOf(tree), at, version: study?.version ?? 0, table });
    // What is kept now is not what the address tells any more.
    if (!study && (location.hash !== "" || location.pathname !== "/analysis")) history.replaceState(null, "", `/analysis${location.search}`);
  });
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(keep, kDraftMs);
    return () => clearTimeout(timer);
  }, [tree, place, changed, keep]);
}

/** The line on which one walks as the engine takes it: from the start, or from the last position that was set up. */
export type Line = ReturnType<typeof useLine>;

export function useLine(tree: Tree, line: readonly number[], at: number) {
  const path = pathTo(tree, at);
  const set = path.filter((id) => nodeOf(tree, id).data.position).pop();
  const from = set ?? kStart;
  const { head } = tree;
  const later = set === undefined ? undefined : nodeOf(tree, set).data.position;
  const start = useMemo(
    () => ({ game: head.game, options: head.options, ...(head.position ? { position: head.position } : {}), ...(later ? { later } : {}) }),
    [head, later],
  );
  const tail = line.slice(line.indexOf(from));
  const next = tail.findIndex((id, i) => i > 0 && nodeOf(tree, id).data.position);
  const part = next < 0 ? tail : tail.slice(0, next);
  const moving = part.filter((id) => nodeOf(tree, id).data.move);
  const text = moving.map((id) => nodeOf(tree, id).data.move?.join(":")).join(" ");
  const record = useMemo(() => (text === "" ? [] : text.split(" ")).map((one) => ({ seat: parseInt(one), word: one.slice(one.indexOf(":") + 1) })), [text]);
  const shown = part.slice(0, part.indexOf(at) + 1).filter((id) => nodeOf(tree, id).data.move).length;
  return { start, record, ply: shown, nodes: [moving.includes(from) ? kStart : from, ...moving] };
}

interface Trying {
  stand: Stand;
  at: number; // the node that is shown
  seat: number | null; // who plays there
  act(action: WorkAction): void;
}

/** Moves that are tried on the analysis board: played, or refused with the reason. */
export function useTried({ stand, at, seat, act }: Trying) {
  const { view } = stand;
  const [notice, setNotice] = useState<string | null>(null);
  const explain = useExplainedMove({ led: stand.id === at ? stand.led : null, view, rules: stand, seat });
  const { forget } = explain;
  const quiet = () => {
    setNotice(null);
    forget();
  };
  const refuse = (word: string, reason: string, by = seat): false => {
    setNotice(explain.refuse(word, by) ? null : refusedText(word, reason));
    return false;
  };
  const playWord = useEvent((word: string): boolean => {
    const [, side, rest] = /^(\w+):(\w+)$/.exec(word) ?? [];
    const named = view.sides.find((one) => one.name === side?.toLowerCase() && view.to_act.includes(one.seat));
    const [by, what] = named && rest ? [named.seat, rest] : [seat, word];
    if (by === null) return false;
    const { reason } = stand.check(by, what);
    if (reason !== "") return refuse(what, reason, by);
    quiet();
    const spelled = [...stand.legal(by)].find((one) => one.toLowerCase() === what.toLowerCase());
    act({ type: "play", seat: by, word: spelled ?? what });
    return true;
  });
  useLayoutEffect(() => {
    setNotice(null);
    forget();
  }, [at, forget]);
  return { notice, explain, refuse, quiet, playWord };
}
