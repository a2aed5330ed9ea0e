// Libraries that the host has taken in: found by who played, opened on the analysis board, searched by a position that was
// set up there, counted by the explorer.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, bypassCSP: true } as const;
const kGames = [
  "(;GM[1]SZ[9]PB[Ann Lee]BR[3d]PW[Bob]DT[2016-03-09]EV[Club cup]RE[B+R];B[ec];W[ee];B[cc])",
  "(;GM[1]SZ[9]PB[Cid]PW[Dora]DT[1999]RE[W+4.5];B[ge];W[ee];B[gc])", // begins as the first one, turned
  "(;GM[1]SZ[9]PB[Eve]PW[Bob]RE[0];B[ee];W[cc];B[gg])",
].join("\n");

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["CAIRN_PICTURES"]) await page.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/${name}.png`, fullPage: true });
}

beforeAll(() => stage.server.takeIn("club-games", kGames));

const rows = (page: Page) => page.getByRole("list", { name: "Games", exact: true }).getByRole("listitem");

describe("libraries", () => {
  it("are listed, and their games found by who played", async () => {
    const page = await stage.visit("/libraries", { bypassCSP: true });
    await picture(page, "libraries");
    await page.getByRole("link", { name: /club-games/ }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(await page.locator(".small-board svg").count()).toBe(3);
    await picture(page, "library_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.getByLabel("Player", { exact: true }).fill("lee");
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    expect(page.url()).toContain("#player=lee");
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).getByRole("link").click();
    await page.getByText("Ann Lee").first().waitFor();
    expect(page.url()).toContain("/analysis#library=club-games&number=1");
    await page.close();
  });

  it("are searched by the position on the analysis board, however it is turned", async () => {
    const page = await stage.visit(`/analysis#new=go&options=${encodeURIComponent('{"size":"9"}')}&moves=C5+E5`, { bypassCSP: true });
    await page.getByRole("link", { name: "Games with this position" }).click();
    await page.getByRole("link", { name: /club-games/ }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByText("2 games of this library").waitFor();
    await page.getByText("position after 2 moves").first().waitFor();
    await picture(page, "library_position");
    await rows(page).nth(1).getByRole("link").click();
    await page.getByText("Cid").first().waitFor();
    expect(await page.getByTestId("place").textContent()).toContain("2");
    await page.close();
  });

  it("are searched by a pattern in a corner, however it is turned", async () => {
    const page = await stage.visit("/libraries/club-games#game=go&size=9", { bypassCSP: true });
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.getByText("Search for a pattern").click();
    const point = (row: number, column: number) => page.getByRole("button", { name: new RegExp(`^Row ${row}, column ${column}:`) });
    await point(3, 3).click();
    await point(3, 5).click();
    const pattern = page.getByRole("group", { name: "Pattern" });
    expect(await pattern.getByRole("button", { name: "Row 3, column 3: black" }).count()).toBe(1);
    expect(await faultsOfLooks(page)).toEqual([]);
    await picture(page, "library_pattern");
    await page.locator(".pattern-search").getByRole("button", { name: "Search" }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    await page.getByText("position after 3 moves").first().waitFor();
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await pattern.getByRole("button", { name: "Row 3, column 5: black" }).count()).toBe(1);
    await page.locator(".pattern-search").getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => rows(page).count()).toBe(3);
    await page.close();
  });

  it("are counted by the opening explorer", async () => {
    const page = await stage.visit("/openings/go-9#library=club-games", { bypassCSP: true });
    await page.getByText("3 games continued from here. Black to move.").waitFor();
    await page.locator(".openings").waitFor();
    expect(await page.locator(".openings tbody tr").count()).toBe(2);
    await picture(page, "library_openings");
    await page.close();
  });

  it("fit a phone", async () => {
    const page = await stage.visit("/libraries/club-games#player=bob", kPhone);
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await faultsOfLooks(page)).toEqual([]);
    await picture(page, "library_phone");
    await page.close();
  });
});
