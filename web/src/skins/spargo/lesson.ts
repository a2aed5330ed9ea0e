// Spargo, the small Margo, by what is sharper on it.
import type { Lesson } from "../lesson";

export const kSpargo: Lesson = {
  game: "spargo",
  summary: "Margo on four by four: every ball is near an edge, and captures come early.",
  exercises: [
    {
      id: "edge",
      title: "Everything is near the edge",
      text: "Spargo is Margo on a board of four by four. Sixteen holes: only the four in the middle have four neighbours.",
      task: "A black ball lies at the edge, at A3. How many freedoms has it?",
      moves: "C3 A3",
      ask: { fact: { freedoms: "A3" }, answers: ["1", "2", "3", "4"] },
      done: "A1 and A5. C3 is White's.",
    },
    {
      id: "two",
      title: "Two at once",
      text: "A move takes every enemy group that it leaves without a freedom, not only one.",
      task: "White to move. Capture two balls that are not linked.",
      position: { board: ["..../W.../BW../.BW."], to_move: "white" },
      ask: { steps: [{ goal: { captures: ["A3", "C1"] }, solution: "A1" }] },
      done: "A1 was the last freedom of both.",
    },
    {
      id: "top",
      title: "On top",
      text: "A ball on four others takes no hole of the board, so it takes nobody's freedom. It is safe as long as a ball that it is linked to is.",
      task: "Black to move. Place a ball on the second level that has three freedoms or more through what it is linked to.",
      position: { board: ["..../.BW./.WB./...."], to_move: "black" },
      ask: { steps: [{ goal: { level: 1, freedoms: 3 }, solution: "D4" }] },
      done: "It links C5 and E3, and lives on the freedoms of both.",
    },
    {
      id: "own",
      title: "Pinned enemies stay",
      text: "Capturing only works as far as balls can be lifted. A dead ball under another is pinned until that one goes, and then it falls at once.",
      task: "How many zombies are there?",
      position: { board: ["..../..../WW../BBW.", ".../.../W.."], to_move: "black" },
      ask: { fact: { zombies: true }, answers: ["0", "1", "2", "3"] },
      done: "A1 and C1 have no freedom; the white ball at B2 holds them where they are.",
    },
    {
      id: "forbidden",
      title: "Where one may not play",
      text: "Suicide is illegal in Spargo as in Margo: a ball that would have no freedom and captures nothing cannot be played.",
      task: "Black to move. Point at the hole in which a black ball would have no freedom.",
      position: { board: ["..W./...W/..../...."], to_move: "black" },
      ask: { steps: [{ goal: { refused: "suicide" }, solution: "G7" }] },
      done: "The corner is White's, without a ball in it.",
    },
  ],
};
