// Which of the games being played now are shown: as the address keeps it behind its "#", and as the server is asked.
export interface WatchWish {
  game: string; // "": any
  rated: boolean; // no casual games
}

export function watchQuery({ game, rated }: WatchWish): URLSearchParams {
  const query = new URLSearchParams();
  if (game !== "") query.set("game", game);
  if (rated) query.set("rated", "true");
  return query;
}

export const watchWish = (query: URLSearchParams): WatchWish => ({ game: query.get("game") ?? "", rated: query.get("rated") === "true" });
