// A game of Spargo that people played on the gamerz.net server; found in Cameron Browne's "Margo Basics".
import type { Replays } from "../lesson";

export const kSpargoGames: Replays = {
  game: "spargo",
  summary: "A cycle of captures, and what it costs to be the player who must break it.",
  games: [
    {
      title: "Five times round",
      about: "White catches thirteen balls with one, because Black must move. Game 254 of gamerz.net, Margo on 4 × 4, which is Spargo.",
      players: [],
      options: {},
      moves: "C5 C3 E3 E1 G3 E5 E7 D4 A3 G5 A7 C1 D2 G1 D2 G3 G7 C7 E7 D2 G7 C7 E7 F2 G7 C7 E7 F4 G7 C7 E7 E3 G7 C7 E7 A1 G7",
      comments: {
        7: "E5 has one freedom left, G5.",
        8: "Black does not run, but climbs: D4 lies on C3 and E5 and links them. Three freedoms instead of one.",
        10: "E5 reaches G5, and the white E3 and G3 have one freedom left, G1.",
        13: "D2 lies on E3, but that brings no freedom: freedoms are holes of the board, and there is still only G1.",
        14: "Black takes the last freedom. D2 and G3 are captured. E3 stays, because D4 rests on it; and since G3 is gone, it even has a freedom again.",
        16: "After White's second D2 the same once more: G3 captures it, and E3 has no freedom now. It is a zombie, held by D4.",
        17: "G7 leaves the black group of eight one freedom, A1. Black cannot play there: that would be suicide.",
        18: "C7 captures E7 and G7. The ball that does it has itself one freedom.",
        19: "E7 captures C7, and the board is what it was three moves before. But then White was to move, and now it is Black: no position is repeated, as the usual rule reads. With the option that forbids every board to come again, White could not play this.",
        20: "Black has to play something, and adds a ball to the pile: D2. Then the circle turns again. The next rounds bring F2, F4 and E3.",
        32: "The last ball that could be added: E3 on the third layer buries the white zombie below it. Black has twelve balls, White five.",
        35: "Round the circle for the fifth time. The black group has two freedoms, A1 and G7, and nothing else is left to play: the only two moves that the rules allow Black fill one of them.",
        37: "Thirteen balls at once: all that Black has. A player who is eight balls ahead and must move can still lose everything.",
      },
    },
  ],
};
