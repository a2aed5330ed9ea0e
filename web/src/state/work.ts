// What happens at the analysis board: moves, walks, notes, and taking all of that back. A pure reducer over trees.
import type { GameRecord, MoveMark } from "../net/records";
import { addMove, edit, goTo, kStart, lineOf, nodeOf, preorder, promote, remove, sibling, treeOf, type Place, type Tree } from "./tree";

interface Stage {
  tree: Tree;
  place: Place;
}

export interface Work extends Stage {
  past: readonly Stage[];
  future: readonly Stage[];
  writing: number | null; // the node whose comment is being written: one step to take back
}

export type WorkAction =
  | { type: "play"; seat: number; word: string }
  | { type: "show"; id: number }
  | { type: "walk"; way: Way }
  | { type: "comment"; text: string }
  | { type: "mark"; mark: MoveMark | "" }
  | { type: "promote" | "remove" | "undo" | "redo" }
  | { type: "load"; record: GameRecord };

export type Way = "start" | "back" | "forward" | "end" | "next" | "previous";

const kMostPast = 200;

/** `at`: which node of the record, in its order. */
export function openWork(record: GameRecord, at = 0): Work {
  const tree = treeOf(record);
  const place = goTo(tree, { at: kStart, tip: kStart }, preorder(tree)[at] ?? kStart);
  return { tree, place, past: [], future: [], writing: null };
}

/** The same, seen at the end of the main line. */
export function endOf(record: GameRecord): number {
  const tree = treeOf(record);
  const line = lineOf(tree, { at: kStart, tip: kStart });
  return preorder(tree).indexOf(line[line.length - 1] ?? kStart);
}

/** The node behind so many moves of the main line, in the record's order; its end where it has fewer. */
export function nodeAfter(record: GameRecord, moves: number): number {
  const tree = treeOf(record);
  let left = moves;
  let at = kStart;
  for (const id of lineOf(tree, { at: kStart, tip: kStart })) {
    if (nodeOf(tree, id).data.move && left-- <= 0) break;
    at = id;
  }
  return preorder(tree).indexOf(at);
}

export function reduceWork(work: Work, action: WorkAction): Work {
  const { tree, place } = work;
  switch (action.type) {
    case "play": {
      const played = addMove(tree, place.at, action.seat, action.word);
      const next = goTo(played.tree, place, played.at);
      return played.tree === tree ? { ...work, place: next, writing: null } : change(work, played.tree, next);
    }
    case "show":
      return { ...work, place: goTo(tree, place, action.id), writing: null };
    case "walk":
      return { ...work, place: walk(tree, place, action.way), writing: null };
    case "comment": {
      const written = edit(tree, place.at, { comment: action.text });
      if (work.writing === place.at) return { ...work, tree: written, future: [] };
      return { ...change(work, written, place), writing: place.at };
    }
    case "mark":
      return change(work, edit(tree, place.at, { mark: action.mark || undefined } as never), place);
    case "promote": {
      const next = promote(tree, place.at);
      return next === tree ? work : change(work, next, place);
    }
    case "remove": {
      if (place.at === kStart) return work;
      const left = remove(tree, place.at);
      return change(work, left.tree, goTo(left.tree, { at: left.at, tip: left.at }, left.at));
    }
    case "load": {
      const opened = openWork(action.record, endOf(action.record));
      return change(work, opened.tree, opened.place);
    }
    case "undo":
      return turn(work, "past", "future");
    case "redo":
      return turn(work, "future", "past");
  }
}

function change(work: Work, tree: Tree, place: Place): Work {
  const past = [...work.past, { tree: work.tree, place: work.place }].slice(-kMostPast);
  return { tree, place, past, future: [], writing: null };
}

function turn(work: Work, from: "past" | "future", to: "past" | "future"): Work {
  const stage = work[from][work[from].length - 1];
  if (!stage) return work;
  // A number that was used once is not used again for something else.
  const same = stage.tree.head === work.tree.head;
  const tree = same ? { ...stage.tree, next: Math.max(stage.tree.next, work.tree.next) } : stage.tree;
  return {
    tree,
    place: stage.place,
    [from]: work[from].slice(0, -1),
    [to]: [...work[to], { tree: work.tree, place: work.place }],
    writing: null,
  } as unknown as Work;
}

function walk(tree: Tree, place: Place, way: Way): Place {
  const line = lineOf(tree, place);
  const i = line.indexOf(place.at);
  const to = {
    start: kStart,
    back: line[i - 1],
    forward: line[i + 1],
    end: line[line.length - 1],
    next: sibling(tree, place.at, 1),
    previous: sibling(tree, place.at, -1),
  }[way];
  return to === undefined ? place : goTo(tree, place, to);
}

export function hasSiblings(tree: Tree, id: number): boolean {
  return nodeOf(tree, nodeOf(tree, id).parent).children.length > 1;
}
