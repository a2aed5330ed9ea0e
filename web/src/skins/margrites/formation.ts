// A formation while it is arranged: eight squares of one's own two rows. Words only; the core has the rules.
import type { Point, View } from "../../net/protocol";

const kPieces = 8;
export const homeRows = (side: string): readonly [number, number] => (side === "black" ? [0, 1] : [7, 6]); // the outer one first

export const squareName = ([, column, row]: Point): string => `${String.fromCharCode(97 + column)}${row + 1}`;

export function squareAt(name: string): Point | null {
  const match = /^([a-i])([1-8])$/.exec(name.trim());
  return match ? [0, (match[1] as string).charCodeAt(0) - 97, Number(match[2]) - 1] : null;
}

/** What a side has given, as it is written. */
export const shownFormation = ({ facts }: View, side: string): string => facts[`${side}_formation`] ?? "";

export const acceptsFormation = ({ facts }: View, side: string): boolean => facts[`${side}_accepts`] === "yes";

/** What a side has given, or one to begin from: the inner row but for its last square. */
export function givenFormation(view: View, side: string): Point[] {
  const given = shownFormation(view, side)
    .split(",")
    .flatMap((name): Point[] => {
      const square = squareAt(name);
      return square ? [square] : [];
    });
  return given.length === kPieces ? given : (usualFormations(side)[0]?.squares ?? []);
}

export interface Usual {
  name: "line" | "wings" | "block" | "teeth";
  squares: Point[];
}

export function usualFormations(side: string): Usual[] {
  const [outer, inner] = homeRows(side);
  const at = (row: number, files: string): Point[] => [...files].map((file): Point => [0, file.charCodeAt(0) - 97, row]);
  return [
    { name: "line", squares: at(inner, "abcdefgh") },
    { name: "block", squares: [...at(inner, "cdefg"), ...at(outer, "def")] },
    { name: "wings", squares: [...at(inner, "abhi"), ...at(outer, "abhi")] },
    { name: "teeth", squares: [...at(inner, "acegi"), ...at(outer, "bdf")] },
  ];
}

/** As the core writes it: by rank of its squares' names. */
export function formationWord(squares: readonly Point[]): string {
  return squares.map(squareName).sort().join(",");
}

/** The view as it would be with this formation given. */
export function withFormation(view: View, side: string, squares: readonly Point[]): View {
  const letter = view.sides.find((one) => one.name === side)?.letter ?? "?";
  const taken = new Set(squares.map((point) => point.join()));
  const board = view.board.map((line, down) =>
    [...line].map((now, column) => (taken.has([0, column, view.board.length - 1 - down].join()) ? letter : now === letter ? "." : now)).join(""),
  );
  return { ...view, board };
}
