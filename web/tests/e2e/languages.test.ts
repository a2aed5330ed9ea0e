// The client in other languages: chosen by the browser or by hand, kept, and fitting on a phone.
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { picture } from "./pictures";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { width: 360, height: 740 };

describe("languages", () => {
  it("are chosen in the menu, at once and for good", async () => {
    const page = await stage.visit("/lobby", { bypassCSP: true });
    await page.getByRole("heading", { level: 1, name: "Lobby" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByLabel("Language").selectOption({ label: "Deutsch" });
    await page.getByRole("link", { name: "Turniere" }).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
    await page.reload();
    await page.getByRole("link", { name: "Turniere" }).first().waitFor();
    await picture(page, "lobby_de");
    expect(await faultsOfLooks(page)).toEqual([]);
  });

  it.each([
    ["de-AT", "Regeln lernen"],
    ["fr", "Apprendre les règles"],
    ["es-MX", "Aprender las reglas"],
    ["ja", "ルールを学ぶ"],
    ["zh-CN", "学习规则"],
  ])("%s is what the browser wants, and fits a phone", async (locale, words) => {
    const page = await stage.visit("/", { locale, viewport: kPhone, bypassCSP: true });
    await page.locator(".menu > button").click();
    await page.getByRole("link", { name: words }).waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale.slice(0, 2));
    await picture(page, `menu_${locale}`);
    expect(await faultsOfLooks(page)).toEqual([]);
    for (const path of ["/", "/lobby", "/account", "/tournaments/new", "/learn/margo", "/archive"]) {
      await page.goto(`${stage.server.url}${path}`);
      await page.locator("h1:visible").first().waitFor();
      await picture(page, `${locale}${path.replaceAll("/", "_")}`);
      expect([path, ...(await faultsOfLooks(page))]).toEqual([path]);
    }
  });

  it("say what the core refuses, too", async () => {
    const page = await stage.visit("/analysis", { locale: "de" });
    await page.getByText("Partie importieren").first().click();
    const said = page.locator(".panel-said");
    const open = async (text: string) => {
      await page.getByLabel("Partie als Text").fill(text);
      await page.getByRole("button", { name: "Importieren", exact: true }).click();
    };
    await open("(;GM[1]SZ[5];B[aa]");
    await said.getByText("der Text endet zu früh").waitFor();
    await open("(;GM[2])");
    await said.getByText("ist kein Spiel dieses Programms").waitFor();
  });
});
