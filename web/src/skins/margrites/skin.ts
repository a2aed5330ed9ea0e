// What the pages need of MARGRITES: formations, turns of four steps, points beyond the far row.
import { listed, msg, t, tn } from "../../lang/text";
import type { Point, View } from "../../net/protocol";
import type { Hint, Moment, Skin } from "../skin";
import { acceptsFormation, formationWord, givenFormation, homeRows, shownFormation, squareAt, squareName, usualFormations, withFormation } from "./formation";

const kUsual = { line: msg("A line"), block: msg("A block"), wings: msg("Two wings"), teeth: msg("Teeth") };
const kHostile = "hostile";
const kFormation = /^[a-z]\d(,[a-z]\d)+$/;
const kOff = "++"; // "e8>B++" scores, "B++>e8" comes back
const kSettingUp = ["arranging", "placing"];
const kQuietTurns = 30; // so many are told of

const kFew = 2; // pieces of a side: the end is near

const kHints: readonly Hint[] = [
  {
    id: "formation",
    text: msg("Choose a formation. Play begins when both players have accepted each other's formation."),
    when: (moment) => (moment.view.facts["phase"] === "arranging" ? homeOf(moment) : null),
  },
  {
    id: "score",
    text: msg("This piece is on the far row. One more step takes it off the board and scores a point."),
    when: ({ legal }) => someOf(legal.flatMap(scorer)),
  },
  {
    id: "outnumbered",
    text: msg("A piece is captured when at least twice as many enemies touch it as friends, counting itself."),
    when: ({ view, gone }) => (view.sides.some(({ captures }) => (captures ?? 0) > 0) ? gone : null),
  },
  {
    id: "few",
    text: msg("The game ends when one side has no piece left on the board. The most points win."),
    when: ({ view }) => (isPlaying(view) ? someOf(view.sides.flatMap((side) => lastPieces(view, side.letter))) : null),
  },
  {
    id: "steps",
    text: msg("A turn has four steps. Any of your pieces may take them, in any direction."),
    when: ({ view, legal }) => (isPlaying(view) ? distinct(legal.flatMap(stepper)) : null),
  },
];

function scorer(word: string): Point[] {
  const [from = "", to = ""] = word.split(">");
  const at = to.endsWith(kOff) ? squareAt(from) : null;
  return at ? [at] : [];
}

/** Where the player's own pieces may stand at first. */
function homeOf({ view, you }: Moment): Point[] {
  const side = view.sides.find(({ seat }) => seat === you)?.name;
  return side ? homeRows(side).flatMap((row) => Array.from({ length: view.columns }, (_, column): Point => [0, column, row])) : [];
}

/** The pieces of a side that has few left. */
function lastPieces(view: View, letter: string): Point[] {
  const own = view.board.flatMap((row, down) =>
    [...row].flatMap((one, column): Point[] => (one === letter ? [[0, column, view.board.length - 1 - down]] : [])),
  );
  return own.length <= kFew ? own : [];
}

const distinct = (points: readonly Point[]): Point[] => [...new Map(points.map((at) => [at.join(), at])).values()];
function stepper(word: string): Point[] {
  const at = squareAt(word.split(">")[0] ?? "");
  return at ? [at] : [];
}

const someOf = (points: readonly Point[]): readonly Point[] | null => (points.length > 0 ? points : null);
const isPlaying = ({ facts }: View): boolean => Number(facts["steps_left"] ?? 0) > 0;

export const kMargritesSkin: Skin = {
  hints: kHints,
  start: { options: { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "a7,b7,c7,d7,e7,f7,g7,h7" }, others: ["hostile"] },
  example: ({ phase }) => (phase === "arranging" ? "a2,b2,c2,d2,e2,f2,g2,h2" : phase === "placing" ? "d2" : "d2>d3"),
  deed: (side, word) => {
    if (word === "accept") return t("{side} accepts the formation.", { side });
    if (word === kHostile) return t("{side} demands the hostile setup.", { side });
    return kFormation.test(word) ? t("{side} proposes a formation: {list}.", { side, list: listed(word.split(",")) }) : null;
  },
  step: (word) => {
    const [from = "", to = ""] = word.split(">");
    if (to.endsWith(kOff)) return t("{from} off the board, for a point", { from });
    return from.endsWith(kOff) ? t("a piece back to {to}", { to }) : null;
  },
  button: (word) => (word.endsWith(kOff) ? t("Move off and score") : null),
  ways: offBoard,
  turn: ({ phase = "", score, match, game = "", must_change, quiet_turns }) => {
    if (score === undefined || kSettingUp.includes(phase)) return null;
    const quiet = Number(quiet_turns ?? 0);
    return {
      score,
      unit: t("points (captures), Black first"),
      heads: match === undefined ? [] : [t("Game {game} of the match: {match}", { game, match })],
      notes: [
        ...(must_change === "yes" ? [t("The position must change in this turn.")] : []),
        ...(quiet >= kQuietTurns
          ? [
              tn(
                "{n} turn without a point or capture. The game is a draw after 60.",
                "{n} turns without a point or capture. The game is a draw after 60.",
                quiet,
              ),
            ]
          : []),
      ],
    };
  },
  arranging: {
    now: ({ facts }) => facts["phase"] === "arranging",
    shown: shownFormation,
    accepts: acceptsFormation,
    help: msg("Select a piece, then a square in your two rows. Play begins when both players have accepted each other's formation."),
    usual: (side) => usualFormations(side).map(({ name, squares }) => ({ name: kUsual[name], points: squares })),
    given: givenFormation,
    word: formationWord,
    name: squareName,
    at: squareAt,
    rows: homeRows,
    withPoints: withFormation,
    demands: [
      { word: kHostile, name: msg("Demand hostile setup"), help: msg("Players then place one piece each in turn. A placed piece stays until play begins.") },
    ],
  },
};

/** Where a piece of the first or last row leaves the board: straight on and aslant. */
function offBoard({ columns, rows }: View, [, column, row]: Point): Point[] {
  const out = row === rows - 1 ? rows : row === 0 ? -1 : null;
  return out === null ? [] : [column, column - 1, column + 1].filter((one) => one >= 0 && one < columns).map((one) => [0, one, out]);
}
