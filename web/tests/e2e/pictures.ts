// Pictures of what the tests show, in the folder that CAIRN_PICTURES names: for looking at.
import type { Page } from "playwright-core";

export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env["CAIRN_PICTURES"];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}
