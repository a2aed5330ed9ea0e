// All games with comments, in the order in which they are offered.
import type { Replays } from "./lesson";
import { kGoGames } from "./go/games";
import { kMargoGames } from "./margo/games";
import { kMargritesGames } from "./margrites/games";
import { kSpargoGames } from "./spargo/games";

export const kReplays: readonly Replays[] = [kMargritesGames, kMargoGames, kSpargoGames, kGoGames];
