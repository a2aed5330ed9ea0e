// A game with variations as it is worked on: nodes by number, 0 the start, the first child the main line. Values that
// nobody changes: every edit gives a new tree, so that one can be undone. Knows no rules.
import type { GameRecord, NodeData, RecordHead, RecordNode } from "../net/records";

export interface TreeNode {
  parent: number; // of the start: -1
  children: readonly number[];
  data: NodeData;
}

export interface Tree {
  head: RecordHead;
  nodes: ReadonlyMap<number, TreeNode>;
  next: number; // number of the next new node; none is used twice
}

export const kStart = 0;

export function treeOf(record: GameRecord): Tree {
  const { nodes: list, ...head } = record;
  const nodes = new Map<number, TreeNode>();
  list.forEach((item, i) => {
    const { after, ...data } = item;
    const parent = i === 0 ? -1 : (after ?? i - 1);
    nodes.set(i, { parent, children: [], data });
    const above = nodes.get(parent);
    if (above) (above.children as number[]).push(i);
  });
  if (nodes.size === 0) nodes.set(kStart, { parent: -1, children: [], data: {} });
  return { head, nodes, next: nodes.size };
}

/** Every node before its children, the main line of each before its variations. */
export function preorder(tree: Tree): number[] {
  const order: number[] = [];
  const open = [kStart];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    order.push(id);
    open.push(...[...nodeOf(tree, id).children].reverse());
  }
  return order;
}

export function recordOf(tree: Tree): GameRecord {
  const order = preorder(tree);
  const place = new Map(order.map((id, i) => [id, i]));
  const nodes = order.map((id, i): RecordNode => {
    const { parent, data } = nodeOf(tree, id);
    const after = place.get(parent) ?? 0;
    return i === 0 || after === i - 1 ? data : { after, ...data };
  });
  return { ...tree.head, format: "cairn-record", version: 2, nodes } as GameRecord;
}

export function nodeOf(tree: Tree, id: number): TreeNode {
  return tree.nodes.get(id) ?? { parent: -1, children: [], data: {} };
}

/** From the start to a node, both included. */
export function pathTo(tree: Tree, id: number): number[] {
  const path: number[] = [];
  for (let at = id; at >= 0; at = nodeOf(tree, at).parent) path.push(at);
  return path.reverse();
}

/** The moves that lead to a node. */
export function movesTo(tree: Tree, id: number): { word: string }[] {
  return pathTo(tree, id).flatMap((at) => {
    const word = nodeOf(tree, at).data.move?.[1];
    return word === undefined ? [] : [{ word }];
  });
}

/** The path to a node, and on along first children. */
export function lineThrough(tree: Tree, id: number): number[] {
  const line = pathTo(tree, id);
  for (;;) {
    const next = nodeOf(tree, line[line.length - 1] ?? kStart).children[0];
    if (next === undefined) return line;
    line.push(next);
  }
}

/** The number of a node's move in its line; of a node without one, of the move before it. */
export function plyOf(tree: Tree, id: number): number {
  return pathTo(tree, id).filter((at) => nodeOf(tree, at).data.move).length;
}

export function childBy(tree: Tree, id: number, seat: number, word: string): number | undefined {
  return nodeOf(tree, id).children.find((child) => {
    const { move, position } = nodeOf(tree, child).data;
    return !position && move?.[0] === seat && move[1].toLowerCase() === word.toLowerCase();
  });
}

/** Where a move leads: to the node that has it already, or to a new one. */
export function addMove(tree: Tree, id: number, seat: number, word: string): { tree: Tree; at: number } {
  const known = childBy(tree, id, seat, word);
  if (known !== undefined) return { tree, at: known };
  const at = tree.next;
  const nodes = new Map(tree.nodes);
  const above = nodeOf(tree, id);
  nodes.set(id, { ...above, children: [...above.children, at] });
  nodes.set(at, { parent: id, children: [], data: { move: [seat, word] } });
  return { tree: { ...tree, nodes, next: at + 1 }, at };
}

export function edit(tree: Tree, id: number, change: Partial<NodeData>): Tree {
  const node = nodeOf(tree, id);
  const data = Object.fromEntries(Object.entries({ ...node.data, ...change }).filter(([, value]) => value !== undefined && value !== ""));
  return { ...tree, nodes: new Map(tree.nodes).set(id, { ...node, data }) };
}

/** A node and all that follows it goes; the start stays. */
export function remove(tree: Tree, id: number): { tree: Tree; at: number } {
  if (id === kStart) return { tree, at: kStart };
  const nodes = new Map(tree.nodes);
  const { parent } = nodeOf(tree, id);
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    open.push(...nodeOf(tree, at).children);
    nodes.delete(at);
  }
  const above = nodeOf(tree, parent);
  nodes.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  return { tree: { ...tree, nodes }, at: parent };
}

/** Where the variation that leads to a node leaves the line before it; null on the main line. */
export function branchOf(tree: Tree, id: number): number | null {
  for (let at = id; at !== kStart && at >= 0; at = nodeOf(tree, at).parent) if (nodeOf(tree, nodeOf(tree, at).parent).children[0] !== at) return at;
  return null;
}

/** The variation that a node stands in goes one place up, in the end to be the main line. */
export function promote(tree: Tree, id: number): Tree {
  const branch = branchOf(tree, id);
  if (branch === null) return tree;
  const { parent } = nodeOf(tree, branch);
  const above = nodeOf(tree, parent);
  const children = [...above.children];
  const at = children.indexOf(branch);
  children.splice(at - 1, 2, branch, children[at - 1] as number);
  return { ...tree, nodes: new Map(tree.nodes).set(parent, { ...above, children }) };
}

/** The sibling before (-1) or after (1) a node, going round; itself where it has none. */
export function sibling(tree: Tree, id: number, step: 1 | -1): number {
  const { children } = nodeOf(tree, nodeOf(tree, id).parent);
  const at = children.indexOf(id);
  return at < 0 ? id : (children[(at + step + children.length) % children.length] ?? id);
}

/** What is looked at: a node, and how far the line goes on which one walks. */
export interface Place {
  at: number;
  tip: number;
}

/** Goes to a node; the line stays where the node is on it. */
export function goTo(tree: Tree, place: Place, id: number): Place {
  if (!tree.nodes.has(id)) return place;
  const on = tree.nodes.has(place.tip) && pathTo(tree, place.tip).includes(id);
  const line = lineThrough(tree, id);
  return { at: id, tip: on ? place.tip : (line[line.length - 1] ?? id) };
}

/** The line on which one walks: through the place to the line's end. */
export function lineOf(tree: Tree, { at, tip }: Place): number[] {
  const known = tree.nodes.has(tip) && pathTo(tree, tip).includes(at);
  return lineThrough(tree, known ? tip : at);
}

/** A run of moves without a fork inside; what leaves it stands behind the node after which it would come. */
export interface Run {
  nodes: { id: number; variations: Run[] }[];
}

/** The tree as lists to be read: a line, and beside each of its nodes the lines that could have stood there instead. */
export function runOf(tree: Tree, first: number, beside = false): Run {
  const run: Run = { nodes: [] };
  for (let id: number | undefined = first; id !== undefined; id = nodeOf(tree, id).children[0]) {
    const [, ...others] = id === first && !beside ? [] : nodeOf(tree, nodeOf(tree, id).parent).children;
    run.nodes.push({ id, variations: others.map((other) => runOf(tree, other)) });
  }
  return run;
}

/** The whole tree; null where nothing was played. */
export function wholeRun(tree: Tree): Run | null {
  const first = nodeOf(tree, kStart).children[0];
  return first === undefined ? null : runOf(tree, first, true);
}
