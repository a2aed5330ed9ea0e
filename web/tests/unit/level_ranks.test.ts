import { describe, expect, it } from "vitest";
import type { Game } from "../../src/net/protocol";
import { rankText } from "../../src/state/level_ranks";

const go: Game = {
  name: "go",
  title: "Go",
  summary: "",
  hidden: false,
  options: [{ name: "size", values: "2..25[x2..25]", default: "19", help: "" }],
  ranks: [{ size: "19", kyu: [30, 20, 1, 0, -2] }],
};

describe("the rank of a level", () => {
  it("is told in kyu and dan, on boards of the size that was measured", () => {
    expect([1, 2, 3, 4, 5].map((level) => rankText(go, {}, level))).toEqual(["30 kyu or weaker", "about 20 kyu", "about 1 kyu", "about 1 dan", "about 3 dan"]);
    expect(rankText(go, { size: "19" }, 2)).toBe("about 20 kyu");
  });

  it("is not told where nothing was measured", () => {
    expect(rankText(go, {}, 6)).toBe("");
    expect(rankText(go, { size: "9" }, 2)).toBe("");
    expect(rankText({ ...go, ranks: [] }, {}, 2)).toBe("");
  });
});
