// A game of Margo that people played on the gamerz.net server; found in Cameron Browne's "Margo Basics".
import type { Replays } from "../lesson";

export const kMargoGames: Replays = {
  game: "margo",
  summary: "A fight all over the board, decided by balls on the third layer.",
  games: [
    {
      title: "Bridges and cuts",
      about: "Links go over links, and three balls on top of the pile turn the game. Game 311 of gamerz.net, 7 × 7.",
      players: [],
      options: { size: "7" },
      moves:
        "E3 G7 E9 C5 I5 I9 E7 E5 G5 F6 G9 I7 H6 H8 F8 G7 K7 G3 I3 F4 G1 K9 I11 C7 C9 D8 E11 C11 D10 A9 C13 A11 " +
        "K11 K5 M7 K3 J6 M9 K1 H4 J4 C3 C1 A3 D4 D6 E5 A1 E7 E1 G5 I1 M3 M1 M5",
      comments: {
        10: "Four balls carry one: F6 lies on E5, G5, E7 and G7, and links the black ones of them, E5 and G7, which do not touch on the board. One group now, with five freedoms.",
        14: "H8 lies over the link between G7 and I7, and so does White's H6: with both sides of it covered, the link on the board is cut. It does not matter to Black, because H8 itself lies on both and joins them.",
        16: "A ball on the third layer, on F6, H6, F8 and H8. It lies straight above the black G7 of the board, which is buried now and no longer links to anything. The balls above hold the group together.",
        20: "G3 had one freedom left. F4 lies on it and on E5, and takes it into the great group with its six freedoms.",
        34: "K5 takes a freedom from two groups at once. K7 has one left, at M7.",
        36: "K7 has run to M7. Now the four white balls around I5 have one freedom, I1.",
        37: "White climbs: J6 lies on I5 and K7 and links both groups, seven balls with three freedoms. The black K5, which carries it too, does not hinder that.",
        47: "Again the third layer: E5 lies on D4, F4, D6 and F6 and buries the black E5 of the board. Black is still one group: D6 and F6 are linked side by side.",
        49: "One ball, three deeds. E7 lies beside E5 over that link and cuts it: Black's great group falls into two, and the larger part has one freedom left, M11. It buries the white E7, which hardly matters. And it links E3, which had one freedom, to White's group in the north.",
        51: "G5 cuts once more. G3, F4 and H4 have no freedom now, and yet they stay: a ball on which another rests is not taken off. They are zombies, and count as before.",
        52: "I1 captures G1, and that hole is a freedom of G3: the zombies are a living group again.",
        55: "The record ends here. Black has 27 balls, White 25, but four black groups have a single freedom left, the largest of them seven balls.",
      },
    },
  ],
};
