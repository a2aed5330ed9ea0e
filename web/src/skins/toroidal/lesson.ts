// Toroidal Go: what a board without edges changes.
import type { Lesson } from "../lesson";

export const kToroidal: Lesson = {
  game: "toroidal",
  summary: "Go on a board without edges: left meets right, top meets bottom.",
  exercises: [
    {
      id: "corner",
      title: "No corners",
      text: "The left edge joins the right edge, and the top joins the bottom. So there are no corners and no edges: every point has four neighbours.",
      task: "How many liberties does the black stone in the corner of the picture have?",
      options: { size: "5" },
      position: { board: [".....", ".....", ".....", ".....", "B...."], to_move: "white" },
      ask: { fact: { freedoms: "A1" }, answers: ["2", "3", "4"] },
      done: "B1 and A2, and across the edges E1 and A5.",
    },
    {
      id: "chain",
      title: "Groups across the edge",
      text: "Stones that touch across an edge form one group.",
      task: "How many stones does the group at A3 have?",
      options: { size: "5" },
      position: { board: [".....", ".....", "BB..B", ".....", "....."], to_move: "white" },
      ask: { fact: { group: "A3" }, answers: ["1", "2", "3"] },
      done: "Across the edge, E3 is next to A3.",
    },
    {
      id: "capture",
      title: "Capture across the edge",
      text: "You need four stones to capture one, wherever it is.",
      task: "Black to move. Capture the white stone at A1.",
      options: { size: "5" },
      position: { board: ["B....", ".....", ".....", "B....", "WB..."], to_move: "black" },
      ask: { steps: [{ goal: { captures: ["A1"] }, solution: "E1" }] },
      done: "E1, on the other side of the picture, was its last liberty.",
    },
    {
      id: "suicide",
      title: "An eye across the corner",
      text: "An eye can lie across the edges, too.",
      task: "White to move. Find the point where White may not play.",
      options: { size: "5" },
      position: { board: ["....B", ".....", ".....", "....B", "B..B."], to_move: "white" },
      ask: { steps: [{ goal: { refused: "suicide" }, solution: "E1" }] },
      done: "The four neighbours of E1 are E5, E2, D1 and A1, all black.",
    },
    {
      id: "ladder",
      title: "Running around the board",
      text: "On an ordinary board the edge helps to capture. Here a stone in atari can run around the board.",
      task: "Black to move. Save the stone at A3: its group must have three liberties or more.",
      options: { size: "5" },
      position: { board: [".....", "W....", "BW...", "W....", "....."], to_move: "black" },
      ask: { steps: [{ goal: { freedoms: 3, words: ["E3"] }, solution: "E3" }] },
      done: "Across the edge to E3, with liberties at E4, E2 and D3.",
    },
  ],
};
