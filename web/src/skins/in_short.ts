// What a game is, in one sentence beside its name: for whoever chooses. The core tells its rules; this invites.
import { msg, t } from "../lang/text";
import type { Game } from "../net/protocol";

const kInShort: Record<string, string> = {
  margo: msg("Go that climbs. Place balls on the board or on four others, and capture what you surround."),
  go: msg("Surround more of the board than your opponent. Stones without liberties are captured."),
  margrites: msg("Eight pieces a side, four steps a turn. Outnumber pieces to capture them; a piece that leaves over the far row scores."),
};

/** Of a game that has none here: the first sentence of what the core says. */
export function inShort({ name, summary }: Pick<Game, "name" | "summary">): string {
  const own = kInShort[name];
  return own === undefined ? firstSentence(t(summary)) : t(own);
}

function firstSentence(text: string): string {
  const flat = text.replace(/\s+/g, " ");
  return /^.*?([.!?](?=\s|$)|[。！？])/.exec(flat)?.[0] ?? flat;
}
