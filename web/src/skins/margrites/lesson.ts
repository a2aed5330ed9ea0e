// MARGRITES, rule by rule.
import type { Lesson } from "../lesson";

const kEmpty = ".........";

export const kMargrites: Lesson = {
  game: "margrites",
  summary: "Eight pieces a side: steps, captures by greater numbers, and points beyond the far row.",
  exercises: [
    {
      id: "steps",
      title: "Steps",
      text: "In one step a piece moves to an empty square next to it, in any of eight directions. A turn is up to four steps, with one piece or several.",
      task: "How many squares can the black piece at b2 step to?",
      position: { board: [kEmpty, "WWWWWWWW.", kEmpty, kEmpty, kEmpty, kEmpty, "BBB......", "........."], to_move: "black" },
      ask: { fact: { steps: "b2" }, answers: ["3", "6", "8"] },
      done: "Three in front and three behind. Friends occupy the squares beside it.",
    },
    {
      id: "capture",
      title: "Capture",
      text: "After every step, a piece is captured if the enemies touching it are at least twice as many as the friends touching it, counting the piece itself. Two enemies capture a lone piece.",
      task: "Black to move. Capture the white piece at e5 with one step.",
      position: { board: ["W........", kEmpty, kEmpty, "....W....", "...B.....", "......B..", kEmpty, kEmpty], to_move: "black" },
      ask: { steps: [{ goal: { captures: ["e5"] }, solution: "g3>f4" }] },
      done: "Two enemies touch it, and it counts as one: two is twice one.",
    },
    {
      id: "company",
      title: "Friends protect",
      text: "A friend next to a piece doubles the number of enemies needed: it takes four to capture a piece with one friend.",
      task: "White's pieces at e5 and d6 touch. Black has two pieces next to e5 and could bring a third with g4>f5. How many white pieces would that capture?",
      position: { board: ["W........", kEmpty, "...W.....", "....W....", "...BB.B..", kEmpty, kEmpty, kEmpty], to_move: "black" },
      ask: { fact: { takes: "g4>f5" }, answers: ["0", "1", "2"] },
      done: "Three against two: e5 is safe. A fourth enemy next to it would capture it.",
    },
    {
      id: "martyrdom",
      title: "No martyrdom",
      text: "A piece may not step to a square where that step would get it captured.",
      task: "Black to move. May the piece at e3 step to e4?",
      position: { board: ["W........", kEmpty, kEmpty, "...W.W...", kEmpty, "....B....", kEmpty, "B........"], to_move: "black" },
      ask: { fact: { may: "e3>e4" }, answers: ["yes", "no"] },
      done: "At e4 two enemies would touch it, and it would have no friend there: it would be captured.",
    },
    {
      id: "stalling",
      title: "No stalling",
      text: "A piece may not return to the square where it began the turn. Another piece may go there.",
      task: "Black has stepped from e3 to e4, and the turn continues. May the piece step back to e3?",
      position: { board: ["W........", kEmpty, kEmpty, kEmpty, kEmpty, "....B....", kEmpty, kEmpty], to_move: "black" },
      moves: "e3>e4",
      ask: { fact: { may: "e4>e3" }, answers: ["yes", "no"] },
      done: "It began the turn there. It may step to any other square around e4.",
    },
    {
      id: "score",
      title: "Points",
      text: "A piece on the far row can step off the board. It scores one point and is gone. Black scores beyond row 8, White beyond row 1.",
      task: "Black to move. Score with the piece at e8: select it and choose e8>B++.",
      position: { board: ["....B....", kEmpty, kEmpty, kEmpty, "W........", kEmpty, kEmpty, "........B"], to_move: "black" },
      ask: { steps: [{ goal: { scores: { black: 1 } }, solution: "e8>B++" }] },
      done: "One point for Black.",
    },
    {
      id: "turn",
      title: "Four steps make a turn",
      text: "Your turn lasts until you have made four steps or have no legal step. One piece may make all four.",
      task: "Black to move. Score with the piece at e6 in one turn: step to the far row, and off it.",
      position: { board: [kEmpty, kEmpty, "....B....", kEmpty, "W........", kEmpty, kEmpty, "........B"], to_move: "black" },
      ask: {
        steps: [
          { goal: { words: ["e6>e7", "e6>d7", "e6>f7"] }, solution: "e6>e7" },
          { goal: { words: ["e7>e8", "e7>d8", "e7>f8", "d7>c8", "d7>d8", "d7>e8", "f7>e8", "f7>f8", "f7>g8"] }, solution: "e7>e8" },
          { goal: { scores: { black: 1 } }, solution: "e8>B++" },
        ],
      },
      done: "Three steps for a point, and one step is left for another piece.",
    },
    {
      id: "end",
      title: "The end",
      text: "The game ends as soon as a side has no piece left on the board, even during a turn. The player with more points wins; if points are equal, the player with more captures.",
      task: "Black's last piece is at e8, and White has no points. End the game and win it.",
      position: { board: ["....B....", kEmpty, kEmpty, kEmpty, "W........", kEmpty, kEmpty, kEmpty], to_move: "black" },
      ask: { steps: [{ goal: { result: "B+1" }, solution: "e8>B++" }] },
      done: "Black wins by one point to none.",
    },
  ],
};
