// Sizes of boards as the option "size" writes them: "9" is a square, "13x9" thirteen columns by nine rows. Pure.

/** Columns and rows, as they are typed: either may still be empty. */
export function sidesOf(size: string): [columns: string, rows: string] {
  const cross = size.indexOf("x");
  return cross < 0 ? [size, size] : [size.slice(0, cross), size.slice(cross + 1)];
}

const same = (columns: string | number, rows: string | number): boolean =>
  String(columns) === String(rows) || (columns !== "" && rows !== "" && Number(columns) === Number(rows));

export const sizeOf = (columns: string | number, rows: string | number): string => (same(columns, rows) ? String(columns) : `${columns}x${rows}`);

/** Another number of columns. `square`: the rows follow. */
export const withColumns = (size: string, columns: string, square: boolean): string => (square ? columns : sizeOf(columns, sidesOf(size)[1]));

export const withRows = (size: string, rows: string): string => sizeOf(sidesOf(size)[0], rows);

/** "9 × 9", "13 × 9" */
export const sizeText = (size: string): string => sidesOf(size).join(" × ");

/** Whether a side is still to be typed. */
export const isHalfTyped = (size: string): boolean => sidesOf(size).includes("");

/** Whether both sides are whole numbers within these limits. */
export function isSize(size: string, { low, high }: { low: number; high: number }): boolean {
  return sidesOf(size).every((side) => /^\d+$/.test(side) && Number(side) >= low && Number(side) <= high);
}
