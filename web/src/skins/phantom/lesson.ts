// Phantom Go: what one knows, and what the referee says.
import type { Lesson } from "../lesson";

export const kPhantom: Lesson = {
  game: "phantom",
  summary: "Go in the dark: you see only your own stones, and you hear the referee.",
  exercises: [
    {
      id: "own",
      title: "Only your own stones",
      text: "Each player sees only their own stones. When your opponent moves, you hear that they played, but not where.",
      task: "Black has played two stones, White one. You are Black. How many white stones do you see?",
      options: { size: "5" },
      moves: "C3 D3 B2 pass",
      ask: { fact: { stones: "white" }, answers: ["0", "1", "2"] },
      done: "There is one on the board, and you have to find out where.",
    },
    {
      id: "try",
      title: "Trying a point",
      text: "You try a point. If the move is illegal on the real board, the referee tells you why. Your opponent does not hear it.",
      task: "You are White. Black has played one stone, on the centre point. Try that point.",
      options: { size: "5" },
      moves: "C3",
      ask: { steps: [{ goal: { refused: "occupied" }, solution: "C3" }] },
      done: "Occupied: now you know where it is. Black heard nothing of your try.",
    },
    {
      id: "again",
      title: "An illegal try costs nothing",
      text: "An illegal try is not a move: you try again, as often as you need.",
      task: "You are White. Try the centre, C3. It is illegal, so play next to it, on D3.",
      options: { size: "5" },
      moves: "C3",
      ask: {
        steps: [
          { goal: { refused: "occupied" }, solution: "C3" },
          { goal: { words: ["D3"] }, solution: "D3" },
        ],
      },
      done: "Your stone is on the board. Black only hears that White has played.",
    },
    {
      id: "captured",
      title: "Both players hear of captures",
      text: "When stones are captured, the referee tells both players which points they were on. So a capture reveals stones that you never saw.",
      task: "You are Black. A white stone is somewhere between your three stones. Play where you would capture it.",
      options: { size: "5" },
      moves: "C4 C3 B3 E5 C2 A5",
      ask: { steps: [{ goal: { captures: ["C3"] }, solution: "D3" }] },
      done: "White loses the stone at C3, and both of you hear it.",
    },
    {
      id: "rules",
      title: "The referee knows the rules",
      text: "Suicide and ko are judged on the real board. A point can look empty to you and still be illegal.",
      task: "You are White. Four black stones that you have never seen surround the centre point. Try it.",
      options: { size: "5" },
      moves: "C4 A1 B3 A2 D3 A3 C2",
      ask: { steps: [{ goal: { refused: "suicide" }, solution: "C3" }] },
      done: "Suicide: so all four neighbouring points must be black.",
    },
  ],
};
