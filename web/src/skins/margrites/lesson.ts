// MARGRITES, rule by rule.
import type { Lesson } from "../lesson";

const kEmpty = ".........";

export const kMargrites: Lesson = {
  game: "margrites",
  summary: "Eight pieces a side: steps, captures by weight of numbers, and points beyond the far row.",
  exercises: [
    {
      id: "steps",
      title: "Steps",
      text: "A step takes a piece to one of the eight squares around it, if that is empty. A turn is up to four steps, by one piece or by several.",
      task: "How many squares may the black piece at b2 step to?",
      position: { board: [kEmpty, "WWWWWWWW.", kEmpty, kEmpty, kEmpty, kEmpty, "BBB......", "........."], to_move: "black" },
      ask: { fact: { steps: "b2" }, answers: ["3", "6", "8"] },
      done: "Three before it and three behind; its friends stand beside it.",
    },
    {
      id: "capture",
      title: "Capture",
      text: "After every step, a piece falls when the enemies that touch it are at least twice as many as its friends that touch it, itself included. A piece alone falls to two.",
      task: "Black to move. Capture the white piece at e5 with one step.",
      position: { board: ["W........", kEmpty, kEmpty, "....W....", "...B.....", "......B..", kEmpty, kEmpty], to_move: "black" },
      ask: { steps: [{ goal: { captures: ["e5"] }, solution: "g3>f4" }] },
      done: "Two touch it, and it counts one: two are twice one.",
    },
    {
      id: "company",
      title: "Friends protect",
      text: "A friend beside a piece doubles what is needed: a piece with one friend beside it falls only to four.",
      task: "White holds e5 and d6, which touch. Black touches e5 with two pieces and could bring a third, g4>f5. How many white pieces would fall?",
      position: { board: ["W........", kEmpty, "...W.....", "....W....", "...BB.B..", kEmpty, kEmpty, kEmpty], to_move: "black" },
      ask: { fact: { takes: "g4>f5" }, answers: ["0", "1", "2"] },
      done: "Three against two: e5 stands. A fourth enemy beside it would take it.",
    },
    {
      id: "martyrdom",
      title: "No martyrdom",
      text: "A piece may not step where it would fall by its own step.",
      task: "Black is to move. May the piece at e3 step to e4?",
      position: { board: ["W........", kEmpty, kEmpty, "...W.W...", kEmpty, "....B....", kEmpty, "B........"], to_move: "black" },
      ask: { fact: { may: "e3>e4" }, answers: ["yes", "no"] },
      done: "At e4 two enemies would touch it, and it would have no friend there: it would fall by its own step.",
    },
    {
      id: "stalling",
      title: "No stalling",
      text: "In one turn a piece may not come back to the square on which it began that turn. Another piece may go there.",
      task: "Black has stepped from e3 to e4, and the turn goes on. May the piece step back to e3?",
      position: { board: ["W........", kEmpty, kEmpty, kEmpty, kEmpty, "....B....", kEmpty, kEmpty], to_move: "black" },
      moves: "e3>e4",
      ask: { fact: { may: "e4>e3" }, answers: ["yes", "no"] },
      done: "It began the turn there. Everywhere else around e4 it may go.",
    },
    {
      id: "score",
      title: "Points",
      text: "A step from the far row off the board scores the piece: one point, and the piece is gone. Black scores off row 8, White off row 1.",
      task: "Black to move. Bring the piece at e8 home: take it up and choose e8>B++.",
      position: { board: ["....B....", kEmpty, kEmpty, kEmpty, "W........", kEmpty, kEmpty, "........B"], to_move: "black" },
      ask: { steps: [{ goal: { scores: { black: 1 } }, solution: "e8>B++" }] },
      done: "One point for Black.",
    },
    {
      id: "turn",
      title: "Four steps make a turn",
      text: "The turn goes on until four steps are made, or none is left. All of them may be one piece's.",
      task: "Black to move. Score with the piece at e6 in one turn: step to the far row, and off it.",
      position: { board: [kEmpty, kEmpty, "....B....", kEmpty, "W........", kEmpty, kEmpty, "........B"], to_move: "black" },
      ask: {
        steps: [
          { goal: { words: ["e6>e7", "e6>d7", "e6>f7"] }, solution: "e6>e7" },
          { goal: { words: ["e7>e8", "e7>d8", "e7>f8", "d7>c8", "d7>d8", "d7>e8", "f7>e8", "f7>f8", "f7>g8"] }, solution: "e7>e8" },
          { goal: { scores: { black: 1 } }, solution: "e8>B++" },
        ],
      },
      done: "Three steps for a point, and one is left for another piece.",
    },
    {
      id: "end",
      title: "The end",
      text: "The game ends the moment a side has no piece left on the board, even in the middle of a turn. More points win; then more captures.",
      task: "Black's last piece stands at e8, and White has no point. End the game and win it.",
      position: { board: ["....B....", kEmpty, kEmpty, kEmpty, "W........", kEmpty, kEmpty, kEmpty], to_move: "black" },
      ask: { steps: [{ goal: { result: "B+1" }, solution: "e8>B++" }] },
      done: "One point to none.",
    },
  ],
};
