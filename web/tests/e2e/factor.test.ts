// Two-factor authentication on the pages: set up with an app, asked for at the door, renewed, turned off.
import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { asAccount } from "./people";
import { useStage } from "./stage";

const stage = useStage();
const kPhone = { width: 390, height: 844 };
const kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => kDigits.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}

/** What an authenticator app shows, by RFC 6238; `later`: so many steps. */
function appCode(secret: string, later = 0): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac("sha1", bytesOf(secret.replaceAll(" ", "")))
    .update(counter)
    .digest();
  const at = mac[19]! & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["CAIRN_PICTURES"]) await page.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/${name}.png`, fullPage: true });
}

const card = (page: Page) => page.getByRole("region", { name: "Two-factor authentication" });

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel(/^Password/).fill(`password of ${name}`);
  await page.getByRole("button", { name: "Sign in" }).click();
}

describe("two-factor authentication", () => {
  it("is set up with an app, asked for at the door, and turned off with a code", async () => {
    const page = await asAccount(stage, "Ann", "/account", { bypassCSP: true });
    const factor = card(page);
    await factor.getByRole("button", { name: "Set up two-factor authentication" }).click();
    await factor.getByLabel("Current password").fill("a wrong guess");
    await factor.getByRole("button", { name: "Continue" }).click();
    await factor.getByRole("alert").getByText("the password is wrong").waitFor();
    await factor.getByLabel("Current password").fill("password of Ann");
    await factor.getByRole("button", { name: "Continue" }).click();
    await factor.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    const secret = await factor.getByLabel("Secret").inputValue();
    expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const uri = await factor.getByRole("link", { name: "Open in an app on this device" }).getAttribute("href");
    expect(uri).toContain(`otpauth://totp/Cairn:Ann?secret=${secret.replaceAll(" ", "")}&issuer=Cairn`);
    await picture(page, "factor_setup_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await factor.getByLabel("Authentication code").fill("000000");
    await factor.getByRole("button", { name: "Turn on" }).click();
    await factor.getByRole("alert").getByText("this code is wrong").waitFor();
    await factor.getByLabel("Authentication code").fill(appCode(secret, -1));
    await factor.getByRole("button", { name: "Turn on" }).click();
    await factor.getByText("Save these codes now.").waitFor();
    const codes = await factor.getByRole("listitem").allInnerTexts();
    expect(codes).toHaveLength(10);
    await picture(page, "factor_codes_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await factor.getByRole("button", { name: "I have saved them" }).click();
    await factor.getByText("10 recovery codes are left.").waitFor();
    await picture(page, "factor_on_wide");

    const phone = await stage.visit("/account", { viewport: kPhone, bypassCSP: true, colorScheme: "dark" });
    await signIn(phone, "Ann");
    await phone.getByLabel("Authentication code").fill("000000");
    await picture(phone, "factor_door_phone");
    expect(await faultsOfLooks(phone)).toEqual([]);
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByRole("alert").getByText("this code is wrong").waitFor();
    await phone.getByLabel("Authentication code").fill(appCode(secret));
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByRole("heading", { level: 1, name: "Ann" }).waitFor();
    await card(phone).getByText("10 recovery codes are left.").waitFor();
    await picture(phone, "factor_on_phone");
    expect(await faultsOfLooks(phone)).toEqual([]);

    // The password is changed with a recovery code: the field comes when it is needed.
    const password = phone.getByRole("region", { name: "Change password" });
    await password.getByLabel("Current password").fill("password of Ann");
    await password.getByLabel("New password").fill("another password");
    await password.getByRole("button", { name: "Change password" }).click();
    await password.getByLabel("Authentication code").fill(codes[0]!);
    await password.getByRole("button", { name: "Change password" }).click();
    await password.getByText("Password changed.").waitFor();

    await card(phone).getByRole("button", { name: "Turn off two-factor authentication" }).click();
    await card(phone).getByLabel("Authentication code").fill(codes[1]!);
    await card(phone).getByRole("button", { name: "Turn off" }).click();
    await card(phone).getByRole("button", { name: "Set up two-factor authentication" }).waitFor();
    expect(await faultsOfLooks(phone)).toEqual([]);
  });
});
