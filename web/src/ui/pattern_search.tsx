// Part of a board to look for in a library: each point is anything, a piece or empty, by a click for each.
import { useState } from "preact/hooks";
import { kFill, kGround } from "../boards/scene/flat_colours";
import { t } from "../lang/text";
import { coloursOf } from "../state/board_model";
import type { SmallView } from "../state/board_picture";
import { nextCell, patternCells, patternText, withCell, type PatternPlace } from "../state/library_pattern";
import { useSettings } from "../state/settings_context";
import "./pattern_search.css";

interface Props {
  like: SmallView; // a board of the game and size
  pattern: string;
  place: PatternPlace;
  onSearch(pattern: string, place: PatternPlace): void;
}

export function PatternSearch({ like, pattern, place: placeAsked, onSearch }: Props) {
  const [cells, setCells] = useState(patternCells(like, pattern));
  const [place, setPlace] = useState(placeAsked);
  const letters = like.sides.map((side) => side.letter);
  const text = patternText(cells, place);
  return (
    <details class="card pattern-search" open={pattern !== ""}>
      <summary>{t("Search for a pattern")}</summary>
      <p class="quiet">{t("Click a point to choose a piece, empty or anything. The search also turns and mirrors the pattern.")}</p>
      <label class="option">
        <span class="option-name">{t("Position of the pattern")}</span>
        <select value={place} onChange={(event) => setPlace(event.currentTarget.value === "side" ? "side" : "corner")}>
          <option value="corner">{t("In a corner")}</option>
          <option value="side">{t("On a side")}</option>
        </select>
      </label>
      <PatternGrid
        like={like}
        cells={cells}
        corner={place === "corner"}
        onCell={(row, column, cell) => setCells(withCell(cells, row, column, nextCell(cell, letters)))}
      />
      <div class="account-buttons">
        <button type="button" class="button primary" disabled={text === ""} onClick={() => onSearch(text, place)}>
          {t("Search")}
        </button>
        <button type="button" class="button" onClick={() => (pattern === "" ? setCells(patternCells(like, "")) : onSearch("", place))}>
          {t("Clear")}
        </button>
      </div>
    </details>
  );
}

interface GridProps {
  like: SmallView;
  cells: readonly string[];
  corner: boolean;
  onCell(row: number, column: number, cell: string): void;
}

function PatternGrid({ like, cells, corner, onCell }: GridProps) {
  const { settings } = useSettings();
  const { board, line } = kGround[settings.board];
  const colours = coloursOf(like.sides);
  const sideOf = (cell: string) => like.sides.find((side) => side.letter === cell);
  const nameOf = (cell: string) => {
    const side = sideOf(cell);
    return side ? t(side.name) : cell === "." ? t("empty") : t("anything");
  };
  const fillOf = (cell: string) => {
    const colour = colours.get(sideOf(cell)?.name ?? "");
    return colour ? { background: kFill[colour] } : {};
  };
  return (
    <div
      class={`pattern-grid${corner ? " corner" : ""}`}
      style={{ "--board": board, "--grid-line": line, "--columns": cells[0]?.length ?? 0 }}
      role="group"
      aria-label={t("Pattern")}
    >
      {cells.map((letters, row) =>
        [...letters].map((cell, column) => (
          <button
            type="button"
            key={`${row} ${column}`}
            class={`pattern-cell${cell === "." ? " empty" : cell === "?" ? "" : " piece"}${row === 0 ? " upper" : ""}${column === 0 ? " left" : ""}`}
            aria-label={t("Row {row}, column {column}: {piece}", { row: row + 1, column: column + 1, piece: nameOf(cell) })}
            onClick={() => onCell(row, column, cell)}
          >
            <span style={fillOf(cell)} />
          </button>
        )),
      )}
    </div>
  );
}
