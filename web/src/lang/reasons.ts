// Refusals that only one game knows, in words: the core tells them when it is loaded (src/wasm/load.ts).

let told: Readonly<Record<string, string>> = {};

export function setReasons(games: readonly { reasons: Readonly<Record<string, string>> }[]): void {
  told = Object.fromEntries(games.flatMap((game) => Object.entries(game.reasons)));
}

/** As a sentence, which is its key in the catalogues: "too-late" is "That had to come before the tenth turn." */
export function reasonSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

export function toldReason(word: string): string | null {
  const text = told[word];
  return text === undefined ? null : reasonSentence(text);
}
