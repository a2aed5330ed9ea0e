// A puzzle of the collection, which needs no server.
import { useMemo } from "preact/hooks";
import { reasonText } from "../lang/core_text";
import { phrases, t } from "../lang/text";
import type { PuzzleAnswer } from "../net/puzzles";
import { nameOf, posed, withAttempt, type PosedPuzzle } from "../state/posed_puzzle";
import { difficultyOf, kThemes, knownWish, matching, nextUnsolved, puzzleWish, solvedOf, type ProvenPuzzle } from "../state/puzzle_collection";
import { afterTry, givenUp, kAgain } from "../state/puzzle_progress";
import { readHash } from "../state/share";
import { useCore } from "../state/use_core";
import type { Core } from "../wasm/core";
import { Link } from "../ui/link";
import { Message, Waiting } from "../ui/message";
import { PosedPuzzlePage } from "../ui/posed_puzzle";
import { useCollection, type Collection } from "../ui/use_collection";
import { problemText } from "../state/problem_text";
import { useHash } from "../ui/use_hash";
import { useTitle } from "../ui/use_title";
import { collectionPath, doneText, puzzlePath, wishText } from "./puzzle_words";
import "./account.css";

export default function CollectedPuzzlePage({ id }: { id: string }) {
  const core = useCore();
  const { puzzles, problem, ...rest } = useCollection();
  const puzzle = puzzles?.find((one) => one.id === id);
  useTitle(t("Puzzle"));
  const made = useMemo(() => {
    if (!core || !puzzle) return null;
    try {
      return posed(core, puzzle);
    } catch (error) {
      return problemText(error);
    }
  }, [core, puzzle]);
  if (problem) return <Message title={t("Puzzle")} text={problem} />;
  if (puzzles && !puzzle) return <Message title={t("Puzzle not found")} text={t("The collection has no puzzle with this address.")} />;
  if (typeof made === "string") return <Message title={t("Puzzle")} text={made} />;
  if (!core || !puzzles || !puzzle || !made) return <Waiting title={t("Puzzle")} text={t("Loading the puzzle …")} />;
  return <Collected core={core} puzzles={puzzles} puzzle={puzzle} made={made} {...rest} />;
}

interface Props extends Pick<Collection, "progress" | "note"> {
  core: Core;
  puzzles: readonly ProvenPuzzle[];
  puzzle: ProvenPuzzle;
  made: PosedPuzzle;
}

function Collected({ core, puzzles, puzzle, made, progress, note }: Props) {
  const you = progress.get(puzzle.id) ?? null;
  const shown = useMemo(() => withAttempt(made, puzzle, you), [made, puzzle, you]);
  const answer = async (given: PuzzleAnswer) => {
    if (!("word" in given)) return note(puzzle.id, givenUp(you));
    const word = made.legal.find((one) => one.toLowerCase() === given.word.toLowerCase());
    if (word === undefined) throw new Error(reasonText("unknown-move"));
    note(puzzle.id, afterTry(you, word, puzzle.right));
  };
  const state = you?.state ?? "open";
  return (
    <PosedPuzzlePage
      puzzle={shown}
      caption={nameOf(core, puzzle)}
      mayGiveUp
      onAnswer={answer}
      about={<p class="quiet">{t("Difficulty: {difficulty}", { difficulty: t(difficultyOf(puzzle).text) })}</p>}
      result={<Result puzzle={puzzle} onAgain={state === "solved" ? null : () => note(puzzle.id, kAgain)} />}
    >
      <More core={core} puzzles={puzzles} puzzle={puzzle} progress={progress} settled={state !== "open"} />
    </PosedPuzzlePage>
  );
}

function Result({ puzzle, onAgain }: { puzzle: ProvenPuzzle; onAgain: (() => void) | null }) {
  return (
    <>
      <p class="quiet" data-testid="puzzle-found">
        {t("The bots found it in {percent} % of their tries.", { percent: puzzle.found })}
      </p>
      {puzzle.themes.length > 0 && <p class="quiet">{t("Themes: {themes}", { themes: phrases(puzzle.themes.map((theme) => t(kThemes[theme]))) })}</p>}
      {onAgain && (
        <button type="button" class="button" onClick={onAgain}>
          {t("Try again")}
        </button>
      )}
    </>
  );
}

/** The others that are wished for, and how one did. */
function More({ core, puzzles, puzzle, progress, settled }: Omit<Props, "made" | "note"> & { settled: boolean }) {
  const [hash] = useHash();
  const wish = knownWish(puzzles, puzzleWish(readHash(hash)));
  const wished = matching(puzzles, wish);
  const next = nextUnsolved(wished, progress, puzzle.id);
  return (
    <section class="card puzzle-card" aria-labelledby="puzzle-more">
      <h2 id="puzzle-more">{t("Puzzle collection")}</h2>
      <p class="quiet">{wishText(core, wish)}</p>
      <p class="quiet" data-testid="puzzles-done">
        {doneText(solvedOf(wished, progress), wished.length)}
      </p>
      <div class="account-buttons">
        {next && (
          <Link class={settled ? "button primary" : "button"} to={puzzlePath(next.id, wish)}>
            {t("Next unsolved")}
          </Link>
        )}
        <Link class="button" to={collectionPath(wish)}>
          {t("All puzzles")}
        </Link>
      </div>
    </section>
  );
}
