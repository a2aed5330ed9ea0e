// The board for other sites: where it is found, and the line that puts it there.
import { expect, it } from "vitest";
import { embedLine } from "../../src/ui/embed_line";
import { routeOf } from "../../src/state/router";

it("has an address of its own", () => {
  expect(routeOf("/embed/x7Kq-_")).toEqual({ page: "embed", id: "x7Kq-_" });
  for (const path of ["/embed", "/embed/", "/embed/x/y"]) expect(routeOf(path)).toEqual({ page: "unknown" });
});

it("is put into a page by a line that a title cannot break", () => {
  expect(embedLine("https://a.example/embed/x", 'A "B" <C> & D')).toBe(
    '<iframe src="https://a.example/embed/x" title="A &quot;B&quot; &lt;C> &amp; D" width="480" height="600" style="border:0;max-width:100%" loading="lazy"></iframe>',
  );
});
