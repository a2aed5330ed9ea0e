// Phantom Go: what one knows, and what the referee says.
import type { Lesson } from "../lesson";

export const kPhantom: Lesson = {
  game: "phantom",
  summary: "Go in the dark: you see your own stones, and hear the referee.",
  exercises: [
    {
      id: "own",
      title: "Your own stones alone",
      text: "Each player sees his own stones. Of the other's moves he hears that a stone was played, not where.",
      task: "Black has played two stones, White one. You are Black. How many white stones do you see?",
      options: { size: "5" },
      moves: "C3 D3 B2 pass",
      ask: { fact: { stones: "white" }, answers: ["0", "1", "2"] },
      done: "There is one; where it stands you have to find out.",
    },
    {
      id: "try",
      title: "Trying a point",
      text: "You try a point. If the move is illegal on the true board the referee tells you, and you alone, why.",
      task: "You are White. Black has played one stone, in the very middle. Try that point.",
      options: { size: "5" },
      moves: "C3",
      ask: { steps: [{ goal: { refused: "occupied" }, solution: "C3" }] },
      done: "Occupied: now you know where it stands. Black heard nothing of your try.",
    },
    {
      id: "again",
      title: "A refused try costs nothing",
      text: "A refused try is no move: the same player tries again, as often as it takes.",
      task: "You are White. Try the middle, C3; then, as it is refused, put your stone beside it, on D3.",
      options: { size: "5" },
      moves: "C3",
      ask: {
        steps: [
          { goal: { refused: "occupied" }, solution: "C3" },
          { goal: { words: ["D3"] }, solution: "D3" },
        ],
      },
      done: "The stone stands. Black only hears that White has played.",
    },
    {
      id: "captured",
      title: "Captures are told to both",
      text: "When stones are captured the referee tells both players from where they were taken. So a capture shows where a stone stood that you never saw.",
      task: "You are Black. A white stone stands somewhere between your three. Play where it would be captured.",
      options: { size: "5" },
      moves: "C4 C3 B3 E5 C2 A5",
      ask: { steps: [{ goal: { captures: ["C3"] }, solution: "D3" }] },
      done: "White loses the stone at C3, and both of you are told.",
    },
    {
      id: "rules",
      title: "The referee knows the rules",
      text: "Suicide and ko are judged on the true board. A point can look free and still be refused.",
      task: "You are White. Four black stones stand round a point in the middle; you have never seen them. Try it.",
      options: { size: "5" },
      moves: "C4 A1 B3 A2 D3 A3 C2",
      ask: { steps: [{ goal: { refused: "suicide" }, solution: "C3" }] },
      done: "Suicide: so all four neighbours must be black.",
    },
  ],
};
