// What the 3D board costs: plain where a processor draws, and in motion no more pixels than come in time.
import { describe, expect, it } from "vitest";
import { useStage } from "./stage";

const stage = useStage();
const kPath = "/analysis?board=3d#new=margo&options=%7B%22size%22%3A%224%22%7D&moves=C3+E3+C5+E5";

/** In the page, before all else: each frame takes as long as one of a slow GPU, which counts the pixels. */
function slowDown(): void {
  const ask = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) =>
    ask((now) => {
      run(now);
      const canvas = document.querySelector("canvas");
      const share = canvas ? canvas.width / canvas.clientWidth : 0;
      for (const end = performance.now() + 60 * share * share; performance.now() < end;);
    });
}

describe("the 3D board", () => {
  it("is plain where a processor draws it, unless all is asked for", async () => {
    for (const [query, quality] of [
      ["", "low"],
      ["&quality=high", "high"],
      ["&quality=low", "low"],
    ] as const) {
      const page = await stage.visit(kPath.replace("board=3d", `board=3d${query}`));
      await page.waitForSelector("canvas[data-frames]");
      expect(await page.locator("canvas").getAttribute("data-quality"), query).toBe(quality);
      await page.close();
    }
  });

  it("has fewer pixels while it is turned where its frames come late, and all of them at rest", async () => {
    const page = await stage.visit("/");
    await page.addInitScript(slowDown);
    await page.goto(stage.server.url + kPath);
    await page.waitForSelector("canvas[data-frames]");
    const share = () =>
      page.evaluate(() => {
        const canvas = document.querySelector("canvas") as HTMLCanvasElement;
        return canvas.width / canvas.clientWidth;
      });
    await expect.poll(share).toBe(1);
    const box = await page.locator("canvas").boundingBox();
    if (!box) throw new Error("no board");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    let least = 1;
    for (let i = 1; i < 120 && least === 1; ++i) {
      await page.mouse.move(x + 3 * i, y - 2 * i);
      least = await share();
    }
    expect(least).toBeCloseTo(0.5, 2);
    await page.mouse.up();
    await expect.poll(share).toBe(1);
  });

  it("is made anew when the GPU forgot it, and is flat when that does not come back", async () => {
    const page = await stage.visit(kPath);
    const canvas = page.locator("canvas");
    /** Has the GPU forget the board, for `ms` or for good. */
    const forget = (ms: number | null) =>
      canvas.evaluate((surface, ms) => {
        const tool = (surface as HTMLCanvasElement).getContext("webgl2")?.getExtension("WEBGL_lose_context");
        tool?.loseContext();
        if (ms !== null) setTimeout(() => tool?.restoreContext(), ms);
      }, ms);
    await page.waitForSelector("canvas[data-frames]");
    await canvas.evaluate((surface) => (surface.dataset["first"] = "yes"));
    await forget(200);
    await page.waitForSelector("canvas[data-frames]:not([data-first])");
    const shown = await canvas.screenshot();
    expect(shown.length).toBeGreaterThan(10_000); // not one colour
    await forget(null);
    await page.getByTestId("flat-board").waitFor();
    expect(await canvas.count()).toBe(0);
  });
});
