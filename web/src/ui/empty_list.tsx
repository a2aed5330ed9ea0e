// A list that is empty: what will be there, with a board as it would be.
import type { ComponentChildren } from "preact";
import type { SmallView } from "../state/board_picture";
import { BoardPicture } from "./board_picture";
import "./small_board.css";

const kSides = [
  { name: "black", letter: "B" },
  { name: "white", letter: "W" },
];
const kLines: SmallView = {
  surface: "grid",
  columns: 9,
  rows: 9,
  levels: 1,
  board: [".........", "..W...B..", "..W.W.B..", "...WB....", "..WB.B...", "..BWBB...", "..BW.WB..", "..B......", "........."],
  sides: kSides,
  last: [[0, 5, 2]],
};
const kPyramid: SmallView = {
  surface: "pyramid",
  columns: 6,
  rows: 6,
  levels: 6,
  board: ["....../.WB.../.BWW../..BB../...W../......", "...../.W.../..B../...../.....", "..../..../..../...."],
  sides: kSides,
  last: [[1, 2, 2]],
};
const kViews = { lines: kLines, levels: kPyramid } as const;

export function EmptyList({ show = "lines", children }: { show?: keyof typeof kViews; children: ComponentChildren }) {
  return (
    <div class="empty-list">
      <span class="empty-board">
        <BoardPicture view={kViews[show]} />
      </span>
      <p class="quiet">{children}</p>
    </div>
  );
}
