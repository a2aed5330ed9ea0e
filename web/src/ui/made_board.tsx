// A small board in a list whose position the browser makes itself, once it comes into sight.
import { useCallback, useMemo, useRef, useState } from "preact/hooks";
import type { SmallView } from "../state/board_picture";
import { useSettings } from "../state/settings_context";
import { BoardPicture } from "./board_picture";
import { useSight } from "./use_sight";
import "./small_board.css";

interface Props {
  make(): SmallView | null; // is to stay the same function; null: there is no position
}

export function MadeBoard({ make }: Props) {
  const { settings } = useSettings();
  return settings.thumbnails ? <Made make={make} /> : null;
}

function Made({ make }: Props) {
  const box = useRef<HTMLSpanElement | null>(null);
  const [seen, setSeen] = useState(false);
  const come = useCallback(() => {
    setSeen(true);
    return () => undefined; // it stays made
  }, []);
  useSight(box, come);
  const view = useMemo(() => (seen ? make() : null), [seen, make]);
  return (
    <span class="small-board" ref={box}>
      {view && <BoardPicture view={view} />}
    </span>
  );
}
