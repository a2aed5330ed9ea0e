// The files of proven puzzles that come with the client, fetched when a page asks for them.
import { t } from "../lang/text";

const kFiles = import.meta.glob<string>("../wasm/*.puzzles", { query: "?url", import: "default", eager: true });

/** What each file says, in the order of their names. Throws where one cannot be fetched. */
export function fetchPuzzleFiles(): Promise<string[]> {
  return Promise.all(
    Object.values(kFiles).map(async (url) => {
      const response = await fetch(url).catch(() => null);
      if (!response?.ok) throw new Error(t("The puzzle collection could not be loaded. Check your connection and reload the page."));
      return response.text();
    }),
  );
}
