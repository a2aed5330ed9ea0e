// The collection of proven puzzles: filters, and the puzzles that they leave, from easy to hard.
import { useCallback, useState } from "preact/hooks";
import { t } from "../lang/text";
import { sizeText } from "../state/board_size";
import { boardOf, nameOf, titleOf } from "../state/posed_puzzle";
import {
  difficultyOf,
  kDifficulties,
  kThemes,
  knownWish,
  matching,
  nextUnsolved,
  puzzleQuery,
  sizesOf,
  solvedOf,
  themesOf,
  type ProvenPuzzle,
  type PuzzleWish,
} from "../state/puzzle_collection";
import type { Attempt } from "../state/puzzle_progress";
import { useCore } from "../state/use_core";
import type { Core } from "../wasm/core";
import { EmptyList } from "../ui/empty_list";
import { GameFilter } from "../ui/game_filter";
import { Link } from "../ui/link";
import { MadeBoard } from "../ui/made_board";
import { PuzzleMark } from "../ui/puzzle_mark";
import { useCollection } from "../ui/use_collection";
import { doneText, puzzlePath } from "./puzzle_words";

const kAtOnce = 24;

interface Props {
  wish: PuzzleWish;
  onWish(wish: PuzzleWish): void;
}

export function PuzzleCollection({ wish: asked, onWish }: Props) {
  const core = useCore();
  const { puzzles, problem, progress } = useCollection();
  if (problem) return <p role="alert">{problem}</p>;
  if (!core || !puzzles)
    return (
      <p class="quiet" aria-live="polite">
        {t("Loading the puzzles …")}
      </p>
    );
  const wish = knownWish(puzzles, asked);
  const wished = matching(puzzles, wish);
  const solved = solvedOf(wished, progress);
  const next = nextUnsolved(wished, progress, "");
  return (
    <>
      <p>{t("Positions with one winning move, each of them proven. They work offline, and this browser remembers which ones you solved.")}</p>
      <Filters core={core} puzzles={puzzles} wish={wish} onWish={onWish} />
      {wished.length === 0 ? (
        <EmptyList show="levels">{t("No puzzles match these filters. Try fewer filters.")}</EmptyList>
      ) : (
        <>
          <label class="row learn-progress">
            <span data-testid="puzzles-done">{doneText(solved, wished.length)}</span>
            <progress max={wished.length} value={solved} />
          </label>
          {next && (
            <Link to={puzzlePath(next.id, wish)} class="button primary">
              {t("Next unsolved")}
            </Link>
          )}
          <List key={puzzleQuery(wish)} core={core} puzzles={wished} wish={wish} stateOf={(id) => progress.get(id)?.state ?? null} />
        </>
      )}
    </>
  );
}

function Filters({ core, puzzles, wish, onWish }: Props & { core: Core; puzzles: readonly ProvenPuzzle[] }) {
  const games = [...new Set(puzzles.map(({ game }) => game))].sort().map((name) => ({ name, title: titleOf(core, name) }));
  const sizes = wish.game === "" ? [] : sizesOf(puzzles, wish.game);
  // One that no puzzle has is offered only where the address asks for it.
  const themes = themesOf(puzzles, wish.game);
  const offered = Object.entries(kThemes).filter(([name]) => name === wish.theme || themes.some((one) => one === name));
  return (
    <div class="puzzle-filters" role="group" aria-label={t("Filters")}>
      <GameFilter games={games} game={wish.game} onChange={(game) => onWish({ ...wish, game, size: "" })} />
      {sizes.length > 1 && (
        <Choice
          label={t("Size")}
          any={t("All sizes")}
          value={wish.size}
          choices={sizes.map((size) => [size, sizeText(size)])}
          onChoose={(size) => onWish({ ...wish, size })}
        />
      )}
      <Choice
        label={t("Difficulty")}
        any={t("All difficulties")}
        value={wish.difficulty}
        choices={kDifficulties.map(({ name, text }) => [name, t(text)])}
        onChoose={(difficulty) => onWish({ ...wish, difficulty })}
      />
      <Choice
        label={t("Theme##of a puzzle")}
        any={t("All themes")}
        value={wish.theme}
        choices={offered.map(([name, text]) => [name, t(text)])}
        onChoose={(theme) => onWish({ ...wish, theme })}
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  any: string;
  value: string;
  choices: readonly (readonly [value: string, text: string])[];
  onChoose(value: string): void;
}

function Choice({ label, any, value, choices, onChoose }: ChoiceProps) {
  return (
    <label class="row">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        <option value="">{any}</option>
        {choices.map(([one, text]) => (
          <option value={one} key={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ListProps {
  core: Core;
  puzzles: readonly ProvenPuzzle[];
  wish: PuzzleWish;
  stateOf(id: string): Attempt["state"] | null;
}

function List({ core, puzzles, wish, stateOf }: ListProps) {
  const [shown, setShown] = useState(kAtOnce);
  return (
    <>
      <ol class="list" aria-label={t("Puzzles")}>
        {puzzles.slice(0, shown).map((puzzle) => (
          <Row key={puzzle.id} core={core} puzzle={puzzle} wish={wish} state={stateOf(puzzle.id)} />
        ))}
      </ol>
      {puzzles.length > shown && (
        <button type="button" class="button" onClick={() => setShown(shown + kAtOnce)}>
          {t("Show more")}
        </button>
      )}
    </>
  );
}

interface RowProps extends Pick<ListProps, "core" | "wish"> {
  puzzle: ProvenPuzzle;
  state: Attempt["state"] | null;
}

function Row({ core, puzzle, wish, state }: RowProps) {
  const make = useCallback(() => boardOf(core, puzzle), [core, puzzle]);
  return (
    <li class="list-row">
      <MadeBoard make={make} />
      <Link to={puzzlePath(puzzle.id, wish)} class="list-main">
        <span class="list-name">{nameOf(core, puzzle)}</span>
        <span class="quiet">{t(difficultyOf(puzzle).text)}</span>
      </Link>
      {state && <PuzzleMark state={state} />}
    </li>
  );
}
