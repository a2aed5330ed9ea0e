// Boards that can be played on at once, where a game would first have its pieces set up.
export const kStarts: Record<string, Record<string, string>> = {
  margrites: { black: "a2,b2,c2,d2,e2,f2,g2,h2", white: "a7,b7,c7,d7,e7,f7,g7,h7" },
};

/** The options with a setup, unless they say something of it themselves. */
export function withStart(game: string, options: Record<string, string>): Record<string, string> {
  const start = kStarts[game] ?? {};
  const told = ["hostile", ...Object.keys(start)].some((name) => name in options);
  return told ? options : { ...start, ...options };
}
