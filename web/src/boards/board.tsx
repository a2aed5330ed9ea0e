// Chooses the board for a surface: 3D for boards with levels where the browser can and one wants it, flat otherwise and on paper.
// three.js loads only here.
import { flushSync, lazy, Suspense } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { t } from "../lang/text";
import type { Settings } from "../state/settings";
import { hasLevels } from "../state/surface";
import type { BoardProps } from "./board_props";
import { FlatBoard } from "./flat_board";
import { useSettings } from "../state/settings_context";

const Board3d = lazy(() => import("./board_3d"));

export function Board(props: BoardProps) {
  const { settings } = useSettings();
  const [failed, setFailed] = useState(false);
  const [life, setLife] = useState(0); // a board that the GPU forgot is made anew
  const printing = usePrinting();
  if (!hasLevels(props.state) || failed || drawnFlat(settings)) return <FlatBoard {...props} />;
  const { handle: _, ...paper } = props;
  return (
    <>
      <Suspense fallback={<div class="board-surface board-loading">{t("Setting up the board …")}</div>}>
        <Board3d key={life} {...props} onFail={() => setFailed(true)} onRestored={() => setLife(life + 1)} />
      </Suspense>
      {printing && <FlatBoard {...paper} />}
    </>
  );
}

/** Whether boards with levels are wished flat. */
export const drawnFlat = (settings: Settings): boolean => settings.pyramid === "flat" || new URLSearchParams(location.search).get("board") === "flat";

/** Whether the page is being put on paper, where a canvas would stay empty. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia("print");
    const follow = () => flushSync(() => setPrinting(paper.matches));
    paper.addEventListener("change", follow);
    return () => paper.removeEventListener("change", follow);
  }, []);
  return printing;
}
