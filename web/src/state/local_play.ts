// Starting games that this browser keeps itself.
import { t } from "../lang/text";
import { engine } from "../engine/engine";
import { LocalTable } from "./local_table";
import type { Game, NewTable } from "../net/protocol";
import { freshId, later, type Listener } from "../net/table_connection";
import { levelName, loadLocalGame, saveLocalGame, type LocalGame } from "./local_games";
import type { Core } from "../wasm/core";
import { loadCore } from "../wasm/load";

export interface LocalWish {
  game: Pick<Game, "name" | "title">;
  options: Record<string, string>;
  seat: NewTable["seat"] | number; // a number: this one
  level: number;
  name: string;
  moves?: readonly { seat: number; word: string }[]; // played already
}

/** Games that could not be stored last as long as the page. */
const unstored = new Map<string, LocalGame>();

export function findLocalGame(id: string): LocalGame | null {
  try {
    return loadLocalGame(localStorage, id) ?? unstored.get(id) ?? null;
  } catch {
    return unstored.get(id) ?? null; // storage is forbidden
  }
}

/** A new game; throws CoreError when the options are wrong. Returns its address. */
export function startLocalGame(core: Core, wish: LocalWish): string {
  const start = core.create(wish.game.name, wish.options);
  const count = start.view().sides.length;
  start.free();
  const { seat: wished, moves = [] } = wish;
  const you = typeof wished === "number" ? wished : wished === "random" ? Math.floor(Math.random() * count) : wished === "first" ? 0 : 1;
  const game: LocalGame = {
    id: freshId(),
    game: wish.game.name,
    title: wish.game.title,
    options: wish.options,
    seats: Array.from({ length: count }, (_, seat) =>
      seat === you ? { name: wish.name.trim() || t("Guest"), kind: "guest" as const } : { name: levelName(wish.level), kind: "bot" as const },
    ),
    you,
    level: wish.level,
    seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
    log: moves.map(({ seat, word }) => ({ seat, command: "play", words: word })),
    moves: moves.length,
    over: false,
    saved: Date.now(),
  };
  keep(game);
  return `/local/${game.id}`;
}

export function openLocalGame(game: LocalGame, listener: Listener): LocalTable {
  return new LocalTable({ core: loadCore, engine: engine(), save: (changed) => saveLocalGame(localStorage, changed), later, request: freshId }, game, listener);
}

function keep(game: LocalGame): void {
  try {
    saveLocalGame(localStorage, game);
  } catch {
    unstored.set(game.id, game);
  }
}
