// Spargo, the small Margo, by what is sharper on it.
import type { Lesson } from "../lesson";

export const kSpargo: Lesson = {
  game: "spargo",
  summary: "Margo on a 4 × 4 board: every ball is near an edge, and captures come early.",
  exercises: [
    {
      id: "edge",
      title: "Everything is near the edge",
      text: "Spargo is Margo on a 4 × 4 board. Of its sixteen holes, only the four in the middle have four neighbours.",
      task: "A black ball lies at the edge, at A3. How many freedoms does it have?",
      moves: "C3 A3",
      ask: { fact: { freedoms: "A3" }, answers: ["1", "2", "3", "4"] },
      done: "A1 and A5. White occupies C3.",
    },
    {
      id: "two",
      title: "Two at once",
      text: "A move captures every enemy group that it leaves without a freedom, even several at once.",
      task: "White to move. Capture two balls that are not linked.",
      position: { board: ["..../W.../BW../.BW."], to_move: "white" },
      ask: { steps: [{ goal: { captures: ["A3", "C1"] }, solution: "A1" }] },
      done: "A1 was the last freedom of both.",
    },
    {
      id: "top",
      title: "On top",
      text: "A ball on four others occupies no hole of the board, so it takes no freedoms. It is safe as long as its group has a freedom.",
      task: "Black to move. Place a ball on the second layer so that its group has three freedoms or more.",
      position: { board: ["..../.BW./.WB./...."], to_move: "black" },
      ask: { steps: [{ goal: { level: 1, freedoms: 3 }, solution: "D4" }] },
      done: "It links C5 and E3, and the group has the freedoms of both.",
    },
    {
      id: "own",
      title: "Pinned balls stay",
      text: "A captured ball with another on top is pinned and stays as a zombie. When the ball on top goes, the pinned ball is removed at once.",
      task: "How many zombies are there?",
      position: { board: ["..../..../WW../BBW.", ".../.../W.."], to_move: "black" },
      ask: { fact: { zombies: true }, answers: ["0", "1", "2", "3"] },
      done: "A1 and C1 have no freedom, but the white ball at B2 pins them.",
    },
    {
      id: "forbidden",
      title: "Where you may not play",
      text: "Suicide is illegal in Spargo, as in Margo: you cannot play a ball that would have no freedom and capture nothing.",
      task: "Black to move. Find the hole where a black ball would have no freedom.",
      position: { board: ["..W./...W/..../...."], to_move: "black" },
      ask: { steps: [{ goal: { refused: "suicide" }, solution: "G7" }] },
      done: "White controls the corner without a ball in it.",
    },
  ],
};
