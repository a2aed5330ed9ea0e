// Toroidal Go: what a board without edges changes.
import type { Lesson } from "../lesson";

export const kToroidal: Lesson = {
  game: "toroidal",
  summary: "Go on a board without edges: left meets right, top meets bottom.",
  exercises: [
    {
      id: "corner",
      title: "No corners",
      text: "The left edge goes on at the right one, and the top at the bottom. So there are no corners and no edges: every point has four neighbours.",
      task: "How many liberties has the black stone that is drawn in the corner?",
      options: { size: "5" },
      position: { board: [".....", ".....", ".....", ".....", "B...."], to_move: "white" },
      ask: { fact: { freedoms: "A1" }, answers: ["2", "3", "4"] },
      done: "B1 and A2, and across the edges E1 and A5.",
    },
    {
      id: "chain",
      title: "Chains across the edge",
      text: "Stones that meet across an edge are one chain.",
      task: "How many stones has the chain of A3?",
      options: { size: "5" },
      position: { board: [".....", ".....", "BB..B", ".....", "....."], to_move: "white" },
      ask: { fact: { group: "A3" }, answers: ["1", "2", "3"] },
      done: "E3 is beside A3.",
    },
    {
      id: "capture",
      title: "Capture across the edge",
      text: "Four stones are needed to capture one, wherever it stands.",
      task: "Black to move. Capture the white stone at A1.",
      options: { size: "5" },
      position: { board: ["B....", ".....", ".....", "B....", "WB..."], to_move: "black" },
      ask: { steps: [{ goal: { captures: ["A1"] }, solution: "E1" }] },
      done: "E1, at the other side of the picture, was its last liberty.",
    },
    {
      id: "suicide",
      title: "An eye over the corner",
      text: "An eye, too, can lie across the edges.",
      task: "White to move. Point at the place where White may not play.",
      options: { size: "5" },
      position: { board: ["....B", ".....", ".....", "....B", "B..B."], to_move: "white" },
      ask: { steps: [{ goal: { refused: "suicide" }, solution: "E1" }] },
      done: "Its four neighbours are E5, E2, D1 and A1, all black.",
    },
    {
      id: "ladder",
      title: "Nowhere to hide",
      text: "On the usual board the edge helps to capture. Here a stone in atari may run round the board.",
      task: "Black to move. Save the stone at A3: its chain must have three liberties or more.",
      options: { size: "5" },
      position: { board: [".....", "W....", "BW...", "W....", "....."], to_move: "black" },
      ask: { steps: [{ goal: { freedoms: 3, words: ["E3"] }, solution: "E3" }] },
      done: "Across the edge to E3, with liberties at E4, E2 and D3.",
    },
  ],
};
