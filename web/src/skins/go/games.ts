// A game of Go from our test positions: made by programs, which agree on its dead stones.
import type { Replays } from "../lesson";

export const kGoGames: Replays = {
  game: "go",
  summary: "A whole game on 9 × 9, including the scoring: a captured stone, a border, and the dead stones at the end.",
  games: [
    {
      title: "What the dead stones decide",
      about: "Two programs played this game on 9 × 9. Its last decision is not a move.",
      players: [],
      options: { size: "9", komi: "6.5" },
      moves:
        "B3 H6 B4 H2 H8 D5 E3 F4 C6 E7 D7 E8 D8 D9 C9 E9 B8 H7 F2 E4 G3 F3 G2 D3 J3 E2 H1 D6 C5 C2 H4 G4 H5 G5 J6 J7 " +
        "J5 F1 B2 B1 A2 E1 G1 C1 C3 D4 C4 A1 pass pass dead:H2 dead:H8 accept accept",
      comments: {
        11: "D7 touches E7, and a border begins: Black's side is the left, White's the right of it.",
        16: "D9 was in atari, with E9 as its last liberty. White connects it to the stones below: one group of four stones, with four liberties.",
        22: "F3 pushes in between E3 and G3, and leaves E3 two liberties, E2 and D3.",
        24: "D3 takes one of them: E3 is in atari. E2 would save it now, because it joins F2.",
        26: "Black played J3 instead, and White captures E3 by E2. Its liberties were taken one by one: E4, F3, D3, E2.",
        36: "J7 puts J6 in atari: one liberty is left, J5.",
        37: "J5 connects it to H5 and H4. The group of four has two liberties, H3 and J4, both in Black's own area.",
        41: "With A2 the left side is closed to White. The count beside the board, which takes every empty area that touches one colour, rises from 20 to 34 for Black.",
        47: "C4 connects the stones on the left: a single group of eight stones.",
        50: "Two passes end the play. If every stone on the board were alive, Black would have 37 and White 33.5 with the komi: Black would win by 3.5.",
        51: "But H2 and H8 are dead: each stands alone in the other's area and cannot live there. H2 gives Black the corner below. H8 was all that kept the empty points at the upper right from being White's.",
        52: "Both accept, and White wins by 7.5: 47.5 to 40. The mark of H8 alone moved the count by sixteen points.",
      },
    },
  ],
};
