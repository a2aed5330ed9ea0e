// The board of a table in a list, as it stands; of a study, where its main line leads; of a puzzle, as it is posed. It takes its room at once, and is asked for when it comes into sight.
import { useCallback, useReducer, useRef } from "preact/hooks";
import { fetchBoards, fetchPuzzleBoards, fetchStudyBoards, type Board } from "../net/boards";
import { onPersonChanged } from "../net/person";
import { SmallBoards } from "../state/small_boards";
import { useSettings } from "../state/settings_context";
import { BoardPicture } from "./board_picture";
import { useSight } from "./use_sight";
import "./small_board.css";

const boardsOf = (fetch: (ids: readonly string[]) => Promise<Board[]>) => new SmallBoards({ fetch, later: (ms, what) => void setTimeout(what, ms) });
const kBoards = { table: boardsOf(fetchBoards), study: boardsOf(fetchStudyBoards), puzzle: boardsOf(fetchPuzzleBoards) };
onPersonChanged((other) => other && Object.values(kBoards).forEach((one) => one.forget()));

interface Look {
  stamp: string | number | boolean | null; // of the row: another one once the game went on
  large?: boolean;
}
type Props = Look & { of: keyof typeof kBoards; id: string };

export const SmallBoard = ({ table, ...look }: Look & { table: string }) => <Wished of="table" id={table} {...look} />;
export const StudyBoard = ({ study, ...look }: Look & { study: string }) => <Wished of="study" id={study} {...look} />;
export const PuzzleBoard = ({ day }: { day: string }) => <Wished of="puzzle" id={day} stamp="" />;

function Wished(props: Props) {
  const { settings } = useSettings();
  return settings.thumbnails ? <Shown {...props} /> : null;
}

function Shown({ of, id, stamp, large }: Props) {
  const box = useRef<HTMLSpanElement | null>(null);
  const [, draw] = useReducer((times: number) => times + 1, 0);
  const come = useCallback(() => kBoards[of].want(id, String(stamp), () => draw(0)), [of, id, stamp]);
  useSight(box, come);
  const board = kBoards[of].board(id);
  return (
    <span class={large ? "small-board large" : "small-board"} ref={box} {...{ [`data-${of}`]: id }}>
      {board && <BoardPicture view={board} />}
    </span>
  );
}
