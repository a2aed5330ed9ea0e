// What a game is, in one sentence beside its name: for whoever chooses. The core tells its rules; this invites.
import { msg, t } from "../lang/text";
import type { Game } from "../net/protocol";

const kInShort: Record<string, string> = {
  margo: msg("Go in three dimensions: place balls on the board or on top of four others, and surround groups to capture them."),
  go: msg("Surround more of the board than your opponent. Groups without an empty point next to them are captured."),
  margrites: msg("Eight pieces a side, four steps a turn: outnumber enemy pieces to capture them, and walk off the far row to score."),
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
