// The collection of proven puzzles that comes with the client: how its file is read, its steps of difficulty, and which of
// its puzzles are wished for. Pure. tools/puzzles has the file: a line a puzzle, seven fields with tabs between them.
import { msg, t } from "../lang/text";
import type { Progress } from "./puzzle_progress";

export const kThemes = {
  zombie: msg("Zombie"),
  overpass: msg("Overpass"),
  race: msg("Capturing race"),
  revealed: msg("Revealed capture"),
  sacrifice: msg("Sacrifice"),
} as const;
export type Theme = keyof typeof kThemes;

/** From easy to hard; `from`: the least percentage of the bots' tries that found the move. */
export const kDifficulties = [
  { name: "easy", text: msg("Easy"), from: 60 },
  { name: "medium", text: msg("Medium"), from: 45 },
  { name: "fairly-hard", text: msg("Fairly hard"), from: 30 },
  { name: "hard", text: msg("Hard"), from: 15 },
  { name: "very-hard", text: msg("Very hard"), from: 0 },
] as const;
export type Difficulty = (typeof kDifficulties)[number];

export interface ProvenPuzzle {
  id: string; // stays the same in every collection that has the puzzle
  number: number; // among those of its game and size, from easy to hard
  game: string;
  options: Readonly<Record<string, string>>;
  moves: readonly string[]; // from the start to the position
  right: string; // the only move that wins
  line: readonly string[]; // how it goes on; the right move first
  found: number; // percent of their tries in which bots found the right move
  themes: readonly Theme[];
}

export const difficultyOf = ({ found }: Pick<ProvenPuzzle, "found">): Difficulty => kDifficulties.find(({ from }) => found >= from) ?? kDifficulties[4];
export const sizeOf = ({ options }: Pick<ProvenPuzzle, "options">): string => options["size"] ?? "";

/** Ten digits of a hash (FNV-1a, its 64 bits folded to 40) of what is asked. */
export function puzzleId(game: string, options: string, moves: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(`${game}\t${options}\t${moves}`)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return BigInt.asUintN(40, (hash >> 40n) ^ hash)
    .toString(16)
    .padStart(10, "0");
}

const wordsOf = (text: string): string[] => text.split(" ").filter((word) => word !== "");
const isTheme = (word: string): word is Theme => Object.keys(kThemes).includes(word);

/** Null: no puzzle can be read from it. */
function readLine(line: string): Omit<ProvenPuzzle, "number"> | null {
  const fields = line.split("\t");
  const [game = "", options = "", moves = "", right = "", answer = "", percent = "", themes = ""] = fields;
  const pairs = wordsOf(options).map((pair) => /^(\w+)=(\S+)$/.exec(pair));
  const [first, ...rest] = wordsOf(answer);
  const named = themes.split(",").filter((word) => word !== "");
  const found = Number(percent);
  const whole = fields.length === 7 && /^[a-z]+$/.test(game) && !pairs.includes(null) && /^\S+$/.test(right) && first === right;
  if (!whole || !/^\d{1,3}$/.test(percent) || found > 100 || !named.every(isTheme)) return null;
  return {
    id: puzzleId(game, options, moves),
    game,
    options: Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""])),
    moves: wordsOf(moves),
    right,
    line: [first, ...rest],
    found,
    themes: named.filter(isTheme),
  };
}

/** The puzzles of the files, from easy to hard; throws, with the line, where a file is damaged or has a puzzle twice. */
export function readPuzzles(files: readonly string[]): ProvenPuzzle[] {
  const puzzles = new Map<string, Omit<ProvenPuzzle, "number">>();
  for (const file of files)
    for (const [i, line] of file.split("\n").entries()) {
      if (line === "" || line.startsWith("#")) continue;
      const puzzle = readLine(line);
      if (!puzzle || puzzles.has(puzzle.id)) throw new Error(t("The puzzle collection is damaged in line {line}. Reload the page.", { line: i + 1 }));
      puzzles.set(puzzle.id, puzzle);
    }
  const count = new Map<string, number>();
  return [...puzzles.values()]
    .sort((a, b) => b.found - a.found)
    .map((puzzle) => {
      const kind = `${puzzle.game} ${sizeOf(puzzle)}`;
      const number = (count.get(kind) ?? 0) + 1;
      count.set(kind, number);
      return { ...puzzle, number };
    });
}

/** Which puzzles are shown; "": any. */
export interface PuzzleWish {
  game: string;
  size: string; // of that game
  difficulty: string;
  theme: string;
}
export const kAnyPuzzle: PuzzleWish = { game: "", size: "", difficulty: "", theme: "" };
const kWished = ["game", "size", "difficulty", "theme"] as const;

/** As the address keeps it behind its "#". */
export function puzzleQuery(wish: PuzzleWish): string {
  const query = new URLSearchParams();
  for (const name of kWished) if (wish[name] !== "" && (name !== "size" || wish.game !== "")) query.set(name, wish[name]);
  return query.toString();
}

export function puzzleWish(query: URLSearchParams): PuzzleWish {
  const [game, size, difficulty, theme] = kWished.map((name) => query.get(name) ?? "") as [string, string, string, string];
  return {
    game,
    size: game === "" ? "" : size,
    difficulty: kDifficulties.some((one) => one.name === difficulty) ? difficulty : "",
    theme: isTheme(theme) ? theme : "",
  };
}

/** Without a game or a size that none of the puzzles has: such filters could not be shown. */
export function knownWish(puzzles: readonly ProvenPuzzle[], wish: PuzzleWish): PuzzleWish {
  const sizes = sizesOf(puzzles, wish.game);
  return sizes.length === 0 ? { ...wish, game: "", size: "" } : { ...wish, size: sizes.includes(wish.size) ? wish.size : "" };
}

export const matching = (puzzles: readonly ProvenPuzzle[], wish: PuzzleWish): ProvenPuzzle[] =>
  puzzles.filter(
    (one) =>
      (wish.game === "" || one.game === wish.game) &&
      (wish.size === "" || sizeOf(one) === wish.size) &&
      (wish.difficulty === "" || difficultyOf(one).name === wish.difficulty) &&
      (wish.theme === "" || one.themes.some((theme) => theme === wish.theme)),
  );

/** The sizes of a game's boards, the smallest first. */
export const sizesOf = (puzzles: readonly ProvenPuzzle[], game: string): string[] =>
  [...new Set(puzzles.filter((one) => one.game === game).map(sizeOf))].sort((a, b) => parseInt(a) - parseInt(b));

/** The themes that a game's puzzles have; "": those of any. */
export function themesOf(puzzles: readonly ProvenPuzzle[], game: string): Theme[] {
  const named = new Set(matching(puzzles, { ...kAnyPuzzle, game }).flatMap(({ themes }) => themes));
  return Object.keys(kThemes).filter((one): one is Theme => isTheme(one) && named.has(one));
}

export const solvedOf = (puzzles: readonly ProvenPuzzle[], progress: Progress): number =>
  puzzles.filter(({ id }) => progress.get(id)?.state === "solved").length;

/** The next one after this puzzle ("": the first) that is not settled, round the end; where all are, one that was not solved. */
export function nextUnsolved(puzzles: readonly ProvenPuzzle[], progress: Progress, after: string): ProvenPuzzle | null {
  const at = puzzles.findIndex(({ id }) => id === after) + 1;
  const others = [...puzzles.slice(at), ...puzzles.slice(0, at)].filter(({ id }) => id !== after);
  const state = ({ id }: ProvenPuzzle) => progress.get(id)?.state ?? "open";
  return others.find((one) => state(one) === "open") ?? others.find((one) => state(one) !== "solved") ?? null;
}
