// What a game is, in one sentence beside its name: for whoever chooses. The core tells its rules; this invites.
import { msg, t } from "../lang/text";
import type { Game } from "../net/protocol";

const kInShort: Record<string, string> = {
  margo: msg("Go that climbs: marbles lie on the board or on four others, and what is surrounded is captured."),
  go: msg("Surround more of the board than the other does; stones without a free point beside them are captured."),
  margrites: msg("Eight pieces a side: four steps a turn, greater numbers capture, and each piece that walks off the far row scores."),
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
