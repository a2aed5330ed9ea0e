// A small picture of a board, from its position; for the eye alone, beside words that say which game it is.
import { useMemo } from "preact/hooks";
import { kFill, kGround } from "../boards/scene/flat_colours";
import { boardPaths, type SmallView } from "../state/board_picture";
import { useSettings } from "../state/settings_context";

export function BoardPicture({ view }: { view: SmallView }) {
  const { settings } = useSettings();
  const paths = useMemo(() => boardPaths(view), [view]);
  const { board, line } = kGround[settings.board];
  return (
    <svg class="board-picture" viewBox={paths.box} style={{ background: board }} aria-hidden="true" data-surface={view.surface}>
      {paths.lines && <path d={paths.lines} stroke={line} stroke-width={view.columns > 13 ? 0.07 : 0.045} fill="none" />}
      {paths.dark && <path d={paths.dark} fill="#0000002e" />}
      {paths.holes && <path d={paths.holes} fill="#00000055" />}
      {paths.pieces.map(({ colour, level, path }) => (
        <path key={`${level} ${colour}`} d={path} fill={kFill[colour]} stroke="#000" stroke-opacity={0.55} stroke-width={0.05} />
      ))}
      {paths.last.map(({ path, on }) => (
        <path key={path} d={path} fill={on === "white" || on === "none" ? "#c2410c" : "#ffa51f"} data-last />
      ))}
    </svg>
  );
}
