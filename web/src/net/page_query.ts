// Which part of a list the server is asked for.
/** `game`: only entries of this game, "" for all; `before`: the `next` of the last answer. */
export function pageQuery(game: string, before: number | null): URLSearchParams {
  const query = new URLSearchParams();
  if (game !== "") query.set("game", game);
  if (before !== null) query.set("before", String(before));
  return query;
}
