// The replica against the real core: it follows the table's words, and says so when it cannot.
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Move, TableState } from "../../src/net/protocol";
import { makeLabels } from "../../src/state/labels";
import { Replica } from "../../src/state/replica";
import { Core } from "../../src/wasm/core";

let core: Core;

beforeAll(async () => {
  core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
});

/** A table as the server would tell it, with the view of the game's start: the replica looks at the words alone. */
function table(game: string, options: Record<string, string>, words: (string | null)[], more: Partial<TableState> = {}): TableState {
  const start = core.create(game, options);
  const view = start.view();
  start.free();
  const moves: Move[] = words.map((word, i) => ({ seat: i % 2, side: view.sides[i % 2]?.name ?? "", word }));
  return {
    id: "t",
    game,
    title: game,
    options,
    seats: [],
    you: 0,
    version: words.length,
    moves,
    view,
    legal: [],
    legal_count: 0,
    bot: null,
    thinking: false,
    rated: false,
    clock: null,
    offers: [],
    plan: "",
    rematch: null,
    invitation: "/t/t",
    ...more,
  };
}

const kSmall = { size: "4" };

describe("replica", () => {
  it("keeps the captures and the board of every move", () => {
    const replica = Replica.follow(core, table("margo", kSmall, ["A3", "A1", "C1"]), null);
    expect(replica?.blind).toBe(false);
    expect(replica?.plies.map((ply) => ply.captured)).toEqual([[], [], ["A1"]]);
    expect(replica?.viewAt(0).board[0]).toBe("..../..../..../....");
    expect(replica?.viewAt(2).board[0]).toBe("..../..../W.../B...");
    expect(replica?.viewAt(3).board[0]).toBe("..../..../W.../.W..");
    replica?.free();
  });

  it("goes on where it stood, and starts anew after moves were taken back", () => {
    const first = Replica.follow(core, table("margo", kSmall, ["C3"]), null);
    const further = Replica.follow(core, table("margo", kSmall, ["C3", "E5"]), first);
    expect(further).toBe(first);
    expect(further?.plies).toHaveLength(2);
    const back = Replica.follow(core, table("margo", kSmall, []), further);
    expect(back?.plies).toHaveLength(0);
    expect(back?.places(0)).toHaveLength(16);
    back?.free();
  });

  it("is blind where a word is hidden or refused, and then goes by the server's list", () => {
    for (const words of [
      ["C3", null],
      ["C3", "C3"],
    ]) {
      const replica = Replica.follow(core, table("go", { size: "5" }, words, { legal: ["A1", "B2", "pass"] }), null);
      expect(replica?.blind).toBe(true);
      expect(
        replica
          ?.places(0)
          .map((place) => place.word)
          .sort(),
      ).toEqual(["A1", "B2"]);
      expect(replica?.check(0, "b2").reason).toBe("");
      expect(replica?.check(0, "E5").reason).toBe("unknown-move");
      replica?.free();
    }
  });

  it("is none where the core knows no such game", () => {
    const known = table("margo", kSmall, []);
    expect(Replica.follow(core, { ...known, game: "halma" }, null)).toBeNull();
  });

  it("gives the edges their labels, those between two holes too", () => {
    const replica = Replica.follow(core, table("margo", kSmall, []), null);
    if (!replica) throw new Error("no replica");
    const labels = makeLabels(replica.start, (point) => replica.name(point));
    expect(labels.columns.map((label) => label.text).join("")).toBe("ABCDEFG");
    expect(labels.rows.filter((label) => !label.minor).map((label) => label.text)).toEqual(["1", "3", "5", "7"]);
    replica.free();
  });
});
