// Chooses the board for a surface: 3D for pyramids where the browser can, flat otherwise. three.js loads only here.
import { lazy, Suspense } from "preact/compat";
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import type { BoardProps } from "./board_3d";
import { FlatBoard } from "./flat_board";

/** What buttons and keys may ask of a board's camera. */
export interface BoardHandle {
  toTop(): void;
  turn(azimuth: number, tilt: number): void; // radians
  zoom(factor: number): void;
}

const Board3d = lazy(() => import("./board_3d"));

export function Board(props: BoardProps) {
  const [failed, setFailed] = useState(false);
  if (props.state.surface !== "pyramid" || failed || new URLSearchParams(location.search).get("board") === "flat")
    return <FlatBoard {...props} />;
  return (
    <Suspense fallback={<div class="board-surface board-loading">{t("Setting up the board …")}</div>}>
      <Board3d {...props} onFail={() => setFailed(true)} />
    </Suspense>
  );
}
