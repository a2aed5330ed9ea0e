// All games with comments, in the order in which they are offered.
import type { Replays } from "../replay";
import { kGoGames } from "./go";
import { kMargoGames } from "./margo";
import { kMargritesGames } from "./margrites";
import { kSpargoGames } from "./spargo";

export const kReplays: readonly Replays[] = [kMargritesGames, kMargoGames, kSpargoGames, kGoGames];
