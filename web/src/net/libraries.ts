// Libraries: collections of games that the host has taken in.
import { ask } from "./api";
import type { Libraries, LibraryGames, WholeLibraryGame } from "./api_types";

export type { Library, LibraryGame, LibraryGames } from "./api_types";

const pathOf = (library: string) => `/api/libraries/${encodeURIComponent(library)}`;

export function fetchLibraries(): Promise<Libraries> {
  return ask("GET", "/api/libraries");
}

export function fetchLibraryGames(library: string, query: URLSearchParams): Promise<LibraryGames> {
  return ask("GET", `${pathOf(library)}/games?${query.toString()}`);
}

export function fetchLibraryGame(library: string, number: number): Promise<WholeLibraryGame> {
  return ask("GET", `${pathOf(library)}/games/${number}`);
}

/** Where the games that are found come as a file. */
export function libraryFile(library: string, form: "sgf" | "jsonl" | "zip", query: URLSearchParams): string {
  return `${pathOf(library)}/games.${form}?${query.toString()}`;
}
