// The rules of a site: a few signs of Markdown, and nothing that could be HTML or a script.
import { describe, expect, it } from "vitest";
import { rulesBlocks, spansOf } from "../../src/state/rules_text";

describe("the rules of a site", () => {
  it("are headings, lists and paragraphs", () => {
    expect(rulesBlocks("# Be kind\n\nNo engines,\nplease.\n\n- one\n* two\n\n## Fair play\nEnd")).toEqual([
      { kind: "heading", level: 2, spans: ["Be kind"] },
      { kind: "paragraph", spans: ["No engines, please."] },
      { kind: "list", items: [["one"], ["two"]] },
      { kind: "heading", level: 3, spans: ["Fair play"] },
      { kind: "paragraph", spans: ["End"] },
    ]);
    expect(rulesBlocks("#no heading\n-no item")).toEqual([{ kind: "paragraph", spans: ["#no heading -no item"] }]);
    expect(rulesBlocks(" \n\n")).toEqual([]);
  });
  it("have links to http and https alone", () => {
    expect(spansOf("See https://example.org/a?b=1, and [our club](http://club.example).")).toEqual([
      "See ",
      { words: "https://example.org/a?b=1", href: "https://example.org/a?b=1" },
      ", and ",
      { words: "our club", href: "http://club.example" },
      ".",
    ]);
    for (const bad of ["[x](javascript:alert(1))", "javascript:alert(1)", "[x](data:text/html,y)", "<a href=x>", "[x](//example.org)"])
      expect(spansOf(bad)).toEqual([bad]);
  });
});
