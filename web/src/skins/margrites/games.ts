// The three games of the MARGRITES packet, corrected where the print breaks its own rules.
import type { Replays } from "../lesson";

export const kMargritesGames: Replays = {
  game: "margrites",
  summary: "Walls, runners and pieces left alone: three games from the designer's packet, with its misprints corrected.",
  games: [
    {
      title: "Round the end of the wall",
      about: "Two walls meet in the middle, and the left edge decides. Game A, “White outflanks Black”.",
      players: [],
      options: { black: "b2,c2,d2,e1,e2,f2,g2,h2", white: "b7,c7,d7,e7,e8,f7,g7,h7" },
      moves:
        "d2>d3 d3>d4 e2>e3 e3>e4 c7>c6 b7>b6 b6>b5 h7>h6 d4>e5 e4>f5 f2>e3 e3>e4 d7>d6 d6>c5 e7>d6 d6>d5 " +
        "b2>c3 c2>d3 c3>c4 d3>d4 e8>e7 e7>e6 f7>f6 g7>g6 e1>d2 d2>c3 c3>b3 g2>g3 b5>a4 c6>b5 g6>g5 h6>h5 " +
        "g3>g4 h2>i3 i3>i4 i4>h4 a4>a3 a3>a2 a2>a1 a1>W++ e4>d3 d4>e4 d3>c3 c3>d4 b5>a4 a4>a3 c5>b5 b5>a4 " +
        "c4>b4 d4>d3 d3>c2 c2>b2 e6>d6 f6>e6 d6>d5 e6>d6 e5>f4 e4>d4 f4>e4 f5>e5 d6>c5 d5>c4 c5>b4 b4>b3 " +
        "e5>e6 e6>e7 e7>e8 e8>B++ c4>c3 c3>c2 c2>c1 c1>W++ resign",
      comments: {
        0: "Both sides line up, with one piece behind the middle. In a line a piece with a friend on each side falls only to six enemies, the one at an end only to four: walls are strong as long as they stay together.",
        4: "The walls touch. d5 has two enemies beside it, e4 and e5, and counts three with its friends c5 and c6: far from a capture, which would take six.",
        5: "Black builds c4, d4 and e4 under the white row. d5 is touched by four now, still two too few. In return c4 has three enemies, b5, c5 and d5, against itself and d4: a fourth white piece beside it would take it.",
        6: "White brings pieces up against e5 and f5, and misses a capture. After e8>e7 and e7>e6 there were two steps left for b5>b4 and c6>b5, which make four around c4. The piece at e6 is needed for it: without it d5 would have fallen by the same step, because c6 leaves it.",
        7: "The answer: the piece from e1 walks by d2 and c3 to b3 and stands beside c4, which counts three now. There is no capture left that White could make in one turn.",
        8: "b5>a4: a white piece has gone round the end of the wall. a3, a2, a1 and off: exactly the four steps of a turn, with nobody in the way.",
        10: "The first point. A piece that scores is gone: White has seven left, Black eight.",
        11: "Four steps, and the same squares are occupied as before: the piece from e4 has gone by d3 and c3 to d4, the one from d4 to e4. No piece came back to its own square, so this is not stalling. It is how to wait when you must move.",
        12: "White wants a second runner and pays for it. When c5 steps to b5, d5 keeps one friend, e6, against c4, d4, e4 and e5: four against two. It falls by White's own step, and it counts as Black's capture.",
        13: "Black stops the runners with b2, b3 and b4. The piece at a3 cannot move at all: at a2 it would stand alone between b2 and b3. And when a4 leaves, a3 is alone against three and falls.",
        14: "White fetches e6 and f6 for the left side. But f6 was a friend of g5, which now has only h5 against three. Black could take four pieces in this turn: b3>c4 and b4>c5 capture d5 and d6, e4>f4 captures g5 and h5.",
        15: "e5>f4 is the fourth piece at g5, and g5 falls. h5 is alone then between g4 and h4 and falls after it: one step, two captures. The last step spoils it. With b4>c4 in the place of f5>e5 White would have had no capture; now there are three.",
        16: "White takes all three. c4 and c5 join a3 and a4 around b4: the pieces that were held at the edge now hold. Then b3 has four enemies around it and one friend, and b2, the last one, is alone against two.",
        17: "Level: e5 has an open file, and four steps make a point.",
        18: "Black resigns. Count the steps: White's a3 and b3 need three each to score and a4 four, so White is home in three turns. Black has three turns until then, twelve steps, and every black piece needs five: two points. That makes 5 to 3 for White, as long as nobody is captured.",
      },
    },
    {
      title: "Left behind",
      about: "Both sides break through and leave pieces alone, again and again. Game B, “Black's daring escape”.",
      players: [],
      options: { black: "a2,b2,c2,d2,e2,f2,g1,g2", white: "b7,c7,d7,e7,e8,f7,g7,h7" },
      moves:
        "g1>h2 h2>h3 h3>h4 g2>g3 e7>f6 f6>g5 f7>g6 g6>h5 h4>i5 g3>h4 f2>g3 g3>g4 h7>g6 g7>f6 f6>f5 e8>f7 " +
        "e2>f3 f3>f4 d2>d3 d3>e4 f7>e6 e6>d5 d5>d4 f5>e5 c2>d3 b2>c3 a2>a3 a3>b4 d7>d6 d6>d5 b7>b6 g6>h6 " +
        "e4>f5 d3>c4 c4>c5 c3>c4 e5>e4 e4>e3 d5>e4 d4>d3 f4>e5 e5>d6 f5>e6 c4>b5 e4>f4 e3>f3 g5>g4 d3>e2 " +
        "c5>c6 d6>d7 e6>e7 e7>e8 f3>f2 f2>f1 f1>W++ f4>f5 e8>f7 f7>g7 g7>h7 i5>i6 c7>d8 d8>e7 e7>f6 f6>e5 " +
        "d7>d8 d8>B++ h7>h8 h8>B++ e2>f1 f1>W++ g4>g3 h5>h4 c6>d7 d7>d8 d8>B++ b4>a5 resign",
      comments: {
        1: "Black's formation has its spare piece at g1, behind the right wing, and there the game begins: the spare piece runs up to h4, and g3 follows.",
        3: "White had come to meet it with g5 and h5. Black goes round the end: i5, h4 and g4 stand around h5, three against two. A fourth piece at i4 would take h5, and g5 after it.",
        4: "White protects h5 and g5 with g6 and f5, and now threatens g4. The price: nobody is at home on the right. i5 could walk by i6, h7 and g8 and score.",
        6: "Black has brought f4 and e4 and saved g4. White turns against e4, but d4 and e5 have no friend there except each other.",
        7: "d3, c3 and e4 stand around d4: three against two, one too few. Black had the fourth: with a2>b3 and b3>c4 in the place of the last two steps d4 would have fallen, and e5 after it.",
        8: "White has seen it: d5 now stands beside both of them. And h6 shuts the way of i5, which would be alone between h5 and h6 if it stepped to i6.",
        9: "Black goes past on both sides, to c5 and f5, and takes the guards away from home. d4>d3, c2, b1 and off would be a point for White.",
        11: "The escape: f4 and f5 jump out to d6 and e6. Three stay behind on the right, and White could take them all at once: e3>f2, e4>f3, then f2>g3 captures g4, and f3>g4 captures h4 and i5.",
        13: "White took g4 only, and Black's runners are there: d7>c8, off, and e8 off would be two points in three steps.",
        14: "White scores by f1 in three steps. e2 was nearer: d1 and off, and two steps were left for f3>g3 and f4>g5, which captures h4 and i5.",
        15: "Black scores nothing and goes back from e8 to h7 to help i5. But when i5 steps to i6, h4 loses its only friend and falls to g4 and h5: a capture for White, by Black's own step.",
        16: "The same on the other side: c7 flees, and b6 stays alone between b5 and c6. Black's first capture, by White's own step. Had c7 stayed, b4>a5, d7>c8 and c8>b7 would have taken both.",
        17: "Two points in one turn, by d8 and h8. The step to h8 leaves i6 alone between h5 and h6: one piece for the second point.",
        18: "Level in points, and with points level White would win by captures, three to one. Black must score again, and c6 is three steps from it.",
        19: "White resigns. Black's a5 and b5 need four steps each: two turns, and with the second of them the game is over. White has two turns until then, eight steps: g3 needs three, h4 four, any other piece five or more. That makes 5 to 4 for Black.",
      },
    },
    {
      title: "The last piece",
      about: "White captures five pieces and loses. Game C, “Black downsizes”.",
      players: [],
      options: { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "b7,c7,d7,e7,f7,g7,h7,i7" },
      moves:
        "h2>g3 g3>f4 g2>f3 f3>e4 g7>g6 g6>g5 f7>f6 f6>f5 d2>d3 d3>d4 c2>c3 e2>f3 h7>h6 h6>h5 i7>i6 i6>i5 " +
        "f2>g3 g3>h3 f3>g3 g3>h4 g5>g4 e7>e6 e6>e5 d7>e6 d4>d5 c3>c4 b2>b3 a2>a3 c7>d6 b7>c6 c6>c5 i5>i4 " +
        "b3>b4 a3>a4 b4>a5 a5>b5 f5>g5 h5>g6 g6>f5 c5>d4 d5>c6 c6>c7 c7>c8 c8>B++ d4>d3 d3>d2 d2>d1 d1>W++ " +
        "b5>b6 b6>b7 b7>b8 b8>B++ i4>i3 i3>i2 i2>i1 i1>W++ c4>b5 b5>b6 a4>a5 a5>a6 d6>c7 c7>b8 e6>d7 d7>c8 " +
        "a6>a7 b6>b7 a7>a8 a8>B++",
      comments: {
        0: "Two plain rows, but they do not stand before each other: nobody is before a2, and nobody before i7. Each side has an edge to run along.",
        3: "Black threatens a capture: f3>g4 and d4>e5 would put four pieces around f5, and g5, alone then between f4 and g4, would fall after it.",
        4: "White brings h5 and i5 to help g5. The capture of f5 is still there, and with two more steps that of g5: f3>g4, d4>e5, e4>f5, e5>f6.",
        5: "Black lets it be and goes to the wing, where White is stronger. Now f5>g4 would capture h4, and g5>h4 then h3.",
        6: "White builds before it takes, and threatens three: f5>g5 captures h4, h5>h4 captures h3, h4>g3 captures f4.",
        7: "Black does not defend, but walks on the left: d5, c4, b3 and a3. The threat stays.",
        8: "White waits once more, with an even larger threat. But rows 7 and 8 are empty now: nobody guards them.",
        9: "b5 is four steps from a point: a6, a7, a8 and off.",
        10: "Three fall: g5 is the fourth piece at h4, h3 is alone then and falls after it, and g6>f5 brings the fourth to f4. Black has five pieces left, White eight.",
        11: "d5 leaves e4 alone among three, and scores. Now count the race: Black's last three need five, four and five steps, four turns in all. White has four turns until then, sixteen steps: d4, g4 and i4 score with twelve, and a fourth piece needs five more. 4 to 3 for Black, by a single step. So White must stop pieces, not only run.",
        14: "2 to 2, and four captures to none: level points are enough for White. But a run helps Black as well, who has only two pieces left. e5>d4 and d6>c5 would have captured c4.",
        15: "Both black pieces are three steps from a point, so one of them can get home in the next turn.",
        16: "White does not run with g4, which needs four steps, but sets guards at b8 and c8.",
        17: "The game ends the moment a side has no piece left. b6>b7 stands beside a7, which goes on to a8 and off: then b7 is alone between b8 and c8 and falls by Black's own step. Captures are five to none, and it does not matter: 3 points to 2. Had b7 lived, White would have been to move, with g4 four steps from a third point.",
      },
    },
  ],
};
