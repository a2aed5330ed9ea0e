// The size of a board: a number, or columns and rows where a game has rectangular boards.
import { useRef } from "preact/hooks";
import { t } from "../lang/text";
import { sidesOf, withColumns, withRows } from "../state/board_size";
import type { SizeField } from "../state/options";

interface Props {
  field: SizeField;
  value: string;
  onChange(size: string): void;
  commit?: boolean; // hears of a size when it is complete, not of each key
  labelled?: boolean; // a title stands before it
}

export function SizeInput({ field, value, onChange, commit = false, labelled = false }: Props) {
  const input = (side: string, name: string | undefined, change: (typed: string) => string) => {
    const hear = (event: { currentTarget: HTMLInputElement }) => onChange(change(event.currentTarget.value));
    return (
      <input
        type="number"
        required={field.fallback !== ""}
        min={field.low}
        max={field.high}
        value={side}
        aria-label={name}
        {...(commit ? { onChange: hear } : { onInput: hear })}
      />
    );
  };
  const [columns, rows] = sidesOf(value);
  const square = useRef(columns === rows); // until the rows are typed
  const limits = { low: field.low, high: field.high };
  if (!field.rectangles) return input(value, labelled ? undefined : t("Board size, {low} to {high}", limits), (typed) => typed);
  const setRows = (typed: string) => {
    square.current = false;
    return withRows(value, typed);
  };
  return (
    <span class="sides">
      {input(columns, t("Columns, {low} to {high}", limits), (typed) => withColumns(value, typed, square.current))}
      <span aria-hidden="true">×</span>
      {input(rows, t("Rows, {low} to {high}", limits), setRows)}
    </span>
  );
}
