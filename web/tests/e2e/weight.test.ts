// What the first visit costs: bytes on the wire, time on a slow line and processor, and whether anything jumps.
import { describe, expect, it } from "vitest";
import { useStage } from "./stage";

const stage = useStage();
const kBudget = 120 * 1024; // bytes on the wire, packed, before anything is played

describe("the first visit", () => {
  it("loads no more than it may, and no 3D", async () => {
    const page = await stage.visit("/healthz");
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } })); // nothing ahead of time
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const names = new Map<string, string>();
    const bytes = new Map<string, number>();
    session.on("Network.responseReceived", ({ requestId, response }) => names.set(requestId, response.url));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => bytes.set(names.get(requestId) ?? "", encodedDataLength));
    await page.goto(stage.server.url, { waitUntil: "load" });
    await page.getByRole("radio").first().waitFor();
    const loaded = [...bytes].filter(([name]) => /\.(js|css|woff2|html|webp)$|\/$/.test(name));
    expect([...bytes.keys()].filter((name) => /board_3d|\.wasm$/.test(name))).toEqual([]);
    const total = loaded.reduce((sum, [, size]) => sum + size, 0);
    expect(loaded.length).toBeGreaterThan(3);
    expect(total, loaded.map(([name, size]) => `${name} ${size}`).join("\n")).toBeLessThanOrEqual(kBudget);
  });

  it("of a table on the server loads the rules, and nothing that thinks", async () => {
    const page = await stage.visit("/");
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    await page.getByRole("button", { name: "Play against a bot" }).click();
    await page.waitForURL(/\/t\//);
    const names: string[] = [];
    page.on("response", (response) => names.push(response.url()));
    await page.reload();
    await page.waitForSelector("#board-words:not(:empty)");
    const cores = () => names.filter((name) => /\.wasm$/.test(name)).map((name) => name.replace(/.*\/(\w+)-[^/]*$/, "$1"));
    await expect.poll(cores).toContain("cairn");
    await page.waitForTimeout(2_000); // what might still be asked for
    expect(cores()).toEqual(["cairn"]);
  });

  it("jumps nowhere while it comes in", async () => {
    for (const path of ["/", "/lobby", "/learn", "/analysis?board=flat"]) {
      const page = await stage.visit("/healthz");
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) {
              shifts.push(entry.value);
              console.log(
                "SHIFT",
                entry.value,
                (entry as unknown as { sources: { node: Element; previousRect: DOMRect; currentRect: DOMRect }[] }).sources
                  .map(
                    (s) =>
                      `${s.node?.nodeName}.${(s.node as Element)?.className} ${s.previousRect.y}->${s.currentRect.y} h${s.previousRect.height}->${s.currentRect.height}`,
                  )
                  .join(" | "),
              );
            }
        }).observe({ type: "layout-shift", buffered: true });
      });
      page.on("console", (m) => m.text().startsWith("SHIFT") && console.log(path, m.text()));
      await page.goto(stage.server.url + path);
      await page.locator("main h1, main h2").first().waitFor();
      await page.waitForTimeout(3000);
      const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0));
      expect(shifted, path).toBeLessThan(0.02);
    }
  });
});
