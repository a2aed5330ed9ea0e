// The client kept in the browser: it starts with the server gone, plays, learns and analyses; a new server is found again.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage({ wholeBrowser: true });

/** Until the service worker has all files of this build. */
async function kept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state)).toBe("activated");
}

describe("the installed client", () => {
  it("says what it is to the system", async () => {
    const page = await stage.visit("/");
    const address = await page.locator("link[rel=manifest]").getAttribute("href");
    const answer = await page.request.get(stage.server.url + (address ?? ""));
    expect(answer.headers()["content-type"]).toContain("application/manifest+json");
    const manifest = (await answer.json()) as { icons: { src: string; sizes: string }[]; start_url: string; display: string; shortcuts: { url: string }[] };
    expect([manifest.start_url, manifest.display]).toEqual(["/", "standalone"]);
    for (const { src, sizes } of manifest.icons.filter((icon) => icon.src.endsWith(".png"))) {
      const size = await page.evaluate(async (path) => {
        const image = new Image();
        image.src = path;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
    for (const { url } of manifest.shortcuts) expect((await page.request.get(stage.server.url + url)).ok()).toBe(true);
  });

  it("starts, plays, teaches and analyses without a server, and finds it again", async () => {
    const page = await stage.visit("/", { bypassCSP: true });
    await kept(page);
    await stage.server.kill();
    await page.reload();
    await page.getByRole("heading", { name: "Start a game" }).waitFor();
    await page.getByText("You can still play offline.").waitFor();
    expect(await faultsOfLooks(page)).toEqual([]);
    await picture(page, "installed_home");
    await page.getByRole("button", { name: "Play offline" }).click();
    await page.getByRole("button", { name: "Start offline game" }).click();
    await page.waitForURL(/\/local\//);
    await page.locator(".coordinate:enabled").fill("C3");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".move").count()).toBeGreaterThan(1);
    await page.reload(); // in its middle
    await expect.poll(() => page.locator(".move").count()).toBeGreaterThan(1);

    await page.goto(`${stage.server.url}/learn/go?board=flat`); // a page that was never open before
    await page.getByTestId("flat-board").waitFor();
    await page.goto(`${stage.server.url}/analysis?board=flat#new=go&options=%7B%22size%22%3A%229%22%7D&moves=E5+C3`);
    await page.getByTestId("flat-board").waitFor();
    await page.getByRole("button", { name: "Analyse" }).click();
    await page.locator(".candidate").first().waitFor();
    await page.goto(`${stage.server.url}/t/AAAAAAAAAA`); // what only the server has
    await page.getByText("The server is not responding. Trying again …").waitFor();

    await stage.server.launch();
    await page.goto(`${stage.server.url}/lobby`);
    await page.getByRole("heading", { name: "Lobby" }).waitFor();
    await page.goto(`${stage.server.url}/`);
    await page.getByText("You can still play offline.").waitFor({ state: "detached" });
  });
});
