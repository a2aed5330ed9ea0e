// The board of a table in a list, as it stands. It takes its room at once, and is asked for when it comes into sight.
import { useEffect, useReducer, useRef } from "preact/hooks";
import { fetchBoards } from "../net/boards";
import { onPersonChanged } from "../net/person";
import { SmallBoards } from "../state/small_boards";
import { useSettings } from "../state/settings_context";
import { BoardPicture } from "./board_picture";
import "./small_board.css";

const smallBoards = new SmallBoards({ fetch: fetchBoards, later: (ms, what) => void setTimeout(what, ms) });
onPersonChanged((other) => other && smallBoards.forget());

const kNear = "200px"; // of the window: asked for a little before it is seen

interface Props {
  table: string;
  stamp: string | number | boolean | null; // of the row: another one once the game went on
  large?: boolean;
}

export function SmallBoard(props: Props) {
  const { settings } = useSettings();
  return settings.thumbnails ? <Shown {...props} /> : null;
}

function Shown({ table, stamp, large }: Props) {
  const box = useRef<HTMLSpanElement | null>(null);
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!box.current) return;
    let leave: (() => void) | null = null;
    const watch = new IntersectionObserver(
      (entries) => {
        const seen = entries[entries.length - 1]?.isIntersecting ?? false;
        if (seen) leave ??= smallBoards.want(table, String(stamp), () => draw(0));
        else {
          leave?.();
          leave = null;
        }
      },
      { rootMargin: kNear },
    );
    watch.observe(box.current);
    return () => {
      watch.disconnect();
      leave?.();
    };
  }, [table, stamp]);
  const board = smallBoards.board(table);
  return (
    <span class={large ? "small-board large" : "small-board"} ref={box} data-table={table}>
      {board && <BoardPicture view={board} />}
    </span>
  );
}
