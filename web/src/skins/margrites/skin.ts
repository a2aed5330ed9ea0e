// What the pages need of MARGRITES: formations, turns of four steps, points beyond the far row.
import { msg, t, tn } from "../../lang/text";
import type { Skin } from "../skin";
import { arrangerOf, formationWord, givenFormation, homeRows, squareAt, squareName, usualFormations, withFormation } from "./formation";

const kUsual = { line: msg("A line"), block: msg("A block"), wings: msg("Two wings"), teeth: msg("Teeth") };
const kSettingUp = ["arranging", "placing"];
const kQuietTurns = 30; // so many are told of

export const kMargritesSkin: Skin = {
  start: { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "a7,b7,c7,d7,e7,f7,g7,h7" },
  example: ({ phase }) => (phase === "arranging" ? "a2,b2,c2,d2,e2,f2,g2,h2" : phase === "placing" ? "d2" : "d2>d3"),
  accepts: (side) => t("{side} accepts the formation.", { side }),
  groupless: true,
  binds: (options) => options["hostile"] === "full",
  turn: ({ phase = "", score, match, game = "", must_change, quiet_turns }) => {
    if (score === undefined || kSettingUp.includes(phase)) return null;
    const quiet = Number(quiet_turns ?? 0);
    return {
      score,
      unit: t("points (captures), black’s first"),
      heads: match === undefined ? [] : [t("Game {game} of the match, {match}", { game, match })],
      notes: [
        ...(must_change === "yes" ? [t("The position may not stay as it is in this turn.")] : []),
        ...(quiet >= kQuietTurns
          ? [tn("{n} turn without a point or a capture; sixty make a draw.", "{n} turns without a point or a capture; sixty make a draw.", quiet)]
          : []),
      ],
    };
  },
  arranging: {
    help: msg("Take a piece up and choose where in your two rows it goes. Play begins when each has accepted the other’s formation."),
    usual: (side) => usualFormations(side).map(({ name, squares }) => ({ name: kUsual[name], points: squares })),
    given: givenFormation,
    word: formationWord,
    name: squareName,
    at: squareAt,
    rows: homeRows,
    withPoints: withFormation,
    demands: [{ word: "hostile", help: msg("Then each places one piece in turn, and none is moved again.") }],
  },
  awaits: arrangerOf,
};
