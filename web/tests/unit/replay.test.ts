// Games with comments through the real core: each replays to its end, and what is said stands at turns that there are.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { kReplays } from "../../src/skins/replays";
import { analysisLink, commented, readReplay, turnAt, turnsOf } from "../../src/state/replay";
import type { AnnotatedGame } from "../../src/skins/lesson";
import { kStart, lineThrough } from "../../src/state/tree";
import { readHash } from "../../src/state/share";
import { Walker } from "../../src/state/walker";
import { Core } from "../../src/wasm/core";

let core: Core;

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

const words = (game: AnnotatedGame) => game.moves.split(" ");

function gameOf(name: string, index = 0): AnnotatedGame {
  return kReplays.find((one) => one.game === name)?.games[index] as AnnotatedGame;
}

/** What the board counts at the end, by side, and the result where there is one. */
function endOf(name: string, index = 0): string {
  const game = gameOf(name, index);
  const tree = readReplay(core, name, game);
  const walker = Walker.open(core, tree.head);
  const { view } = walker.at(tree, lineThrough(tree, kStart).pop() ?? kStart);
  walker.free();
  return [...view.sides.map((side) => `${side.name} ${side.score}${side.captures ? ` (${side.captures})` : ""}`), view.result?.text ?? "open"].join(", ");
}

describe("games with comments", () => {
  it("are of games that there are, with titles of their own", () => {
    const names = core.games().map((one) => one.name);
    for (const { game } of kReplays) expect(names).toContain(game);
    const titles = kReplays.flatMap(({ games }) => games.map((one) => one.title));
    expect(new Set(titles).size).toBe(titles.length);
  });

  for (const { game: name, games } of kReplays)
    for (const game of games)
      it(`${name}: ${game.title}`, () => {
        const tree = readReplay(core, name, game);
        const walker = Walker.open(core, tree.head);
        const line = lineThrough(tree, kStart);
        expect(line.length - 1, "every move is in it").toBe(words(game).length);
        line.forEach((id) => expect(walker.at(tree, id).id).toBe(id));
        walker.free();
        const turns = turnsOf(tree);
        expect(turns.flatMap((turn) => turn.words)).toEqual(words(game));
        const said = Object.entries(game.comments);
        expect(said.length).toBeGreaterThanOrEqual(name === "margrites" ? 8 : 6);
        for (const [number, text] of said) {
          expect(Number(number)).toBeLessThanOrEqual(turns.length);
          expect(text.trim().length).toBeGreaterThan(20);
        }
      });

  it("end as they ended", () => {
    expect([0, 1, 2].map((index) => endOf("margrites", index))).toEqual([
      "black 1 (3), white 2 (3), W+R",
      "black 3 (1), white 2 (3), B+R",
      "black 3, white 2 (5), B+1",
    ]);
    expect(endOf("margo")).toBe("white 25, black 27, open");
    expect(endOf("spargo")).toBe("white 6, black 0, open");
    expect(endOf("go")).toBe("black 40, white 47.5 (1), W+7.5");
  });

  it("are walked by turns, and from comment to comment", () => {
    const game = gameOf("margrites");
    const turns = turnsOf(readReplay(core, "margrites", game));
    expect(turns[0]).toEqual({ number: 1, seat: 0, words: ["d2>d3", "d3>d4", "e2>e3", "e3>e4"], last: 4 });
    expect([0, 1, 4, 5].map((ply) => turnAt(turns, ply))).toEqual([0, 1, 1, 2]);
    expect(commented(game, turns, 0, "next")).toBe(16);
    expect(commented(game, turns, 14, "next")).toBe(16);
    expect(commented(game, turns, 16, "previous")).toBe(0);
    expect(commented(game, turns, 0, "previous")).toBeNull();
    expect(commented(game, turns, 73, "next")).toBeNull();
  });

  it("are told to the analysis board in its own words", () => {
    const game = gameOf("go");
    const hash = readHash(analysisLink("go", game, 7).replace(/^[^#]*/, ""));
    expect(JSON.parse(hash.get("options") ?? "")).toEqual({ size: "9", komi: "6.5" });
    expect(core.readFile({ text: hash.get("moves") ?? "", game: hash.get("new") ?? "", options: game.options }).record.nodes.length).toBe(
      words(game).length + 1,
    );
    expect(hash.get("at")).toBe("7");
  });
});
