// The account's page: in, out, who sees one, and notices that the browser shows while no page is open.
import { createServer, type IncomingHttpHeaders } from "node:http";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { faultsOfLooks } from "./looks";
import { useStage } from "./stage";

// Letters are read where they wait: no relay answers at that port.
const stage = useStage({
  wholeBrowser: true,
  options: [
    "--hook-networks",
    "127.0.0.0/8",
    "--public-url",
    "https://play.example.org",
    "--mail-relay",
    "smtp://127.0.0.1:9",
    "--mail-from",
    "cairn@example.org",
  ],
});
const kPhone = { width: 360, height: 740 };

async function picture(page: Page, name: string): Promise<void> {
  if (process.env["CAIRN_PICTURES"]) await page.screenshot({ path: `${process.env["CAIRN_PICTURES"]}/${name}.png`, fullPage: true });
}

async function signUp(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel(/^Password/).fill(`password of ${name}`);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

describe("an account", () => {
  it("is made, left and entered again, and says what is wrong", async () => {
    const page = await stage.visit("/", { bypassCSP: true });
    await page.getByRole("link", { name: "Your account" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await picture(page, "account_door_wide");
    expect(await faultsOfLooks(page)).toEqual([]);
    await signUp(page, "Ann");
    await page.getByText("this browser", { exact: true }).waitFor();
    await picture(page, "account_wide");
    expect(await faultsOfLooks(page)).toEqual([]);

    // The list is read anew every few seconds only.
    const online = async () => ((await (await page.request.get(`${stage.server.url}/api/people`)).json()) as { people: { name: string }[] }).people;
    await expect.poll(async () => (await online()).map((one) => one.name)).toEqual(["Ann"]);
    const watcher = await stage.visit("/");
    await watcher.getByText("Ann is online.").waitFor();
    await page.getByLabel("Hide me from the list").check();
    await expect.poll(online).toEqual([]);

    const other = await stage.visit("/account", { viewport: kPhone, bypassCSP: true, colorScheme: "dark" });
    await other.getByLabel(/^Name/).fill("Ann");
    await other.getByLabel(/^Password/).fill("guessed wrongly");
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByRole("alert").getByText("the name or the password is wrong").waitFor();
    await picture(other, "account_door_phone");
    expect(await faultsOfLooks(other)).toEqual([]);
    await other.getByLabel(/^Password/).fill("password of Ann");
    await other.getByRole("button", { name: "Sign in" }).click();
    await other.getByLabel("Hide me from the list").waitFor();
    expect(await other.getByLabel("Hide me from the list").isChecked()).toBe(true);
    await picture(other, "account_phone");
    expect(await faultsOfLooks(other)).toEqual([]);

    // The browser's own time zone is filled in; what is saved stays.
    const zone = page.getByLabel(/^Time zone/);
    expect(await zone.inputValue()).toBe(String(-new Date().getTimezoneOffset() || 0));
    await zone.selectOption({ label: "UTC+5:30" });
    const weekends = page.getByRole("region", { name: "Weekend pause" });
    await weekends.getByRole("button", { name: "Save" }).click();
    await weekends.getByRole("button", { name: "Saved" }).waitFor();
    await picture(page, "account_zone");

    // On vacation until a day, and back again.
    const vacation = page.getByRole("region", { name: "Vacation" });
    await vacation.getByLabel(/^Duration/).selectOption({ label: "14 days" });
    await vacation.getByRole("button", { name: "Start vacation" }).click();
    await vacation.getByText(/^You have been on vacation since .*, until .*\./).waitFor();
    await picture(page, "account_vacation");
    await page.reload();
    await vacation.getByRole("button", { name: "End vacation" }).click();
    await vacation.getByRole("button", { name: "Start vacation" }).waitFor();

    // The first browser ends the second; its page says so at the next thing it tries.
    await page.reload();
    expect(await zone.inputValue()).toBe("330");
    await page
      .getByRole("button", { name: /^End session: / })
      .first()
      .click();
    await expect.poll(() => page.getByText(/last used/).count()).toBe(0);
    await other.reload();
    await other.getByRole("heading", { name: "Sign in" }).waitFor();

    await page.getByLabel("Current password").fill("password of Ann");
    await page.getByLabel("New password").fill("quite another one");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Password changed.").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await page.getByLabel(/^Name/).fill("ann");
    await page.getByLabel(/^Password/).fill("quite another one");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Delete account").click();
    await page.locator(".account-delete").getByLabel("Password").fill("quite another one");
    await page.getByRole("button", { name: "Delete permanently" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  it("keeps what was played as a guest", async () => {
    const page = await stage.visit("/");
    await page.locator(".game-card", { hasText: /^Go/ }).click();
    await page.getByRole("button", { name: "Invite a friend" }).click();
    await page.waitForURL(/\/t\//);
    await page.goto(`${stage.server.url}/account`);
    await page.getByText(/You are playing as a guest/).waitFor();
    await signUp(page, "Gwen");
    await page.goto(stage.server.url);
    await page.getByRole("link", { name: /^Go · waiting for an opponent/ }).waitFor();
  });
});

describe("a mailed link", () => {
  // Where the last letter to an address leads to, on the server of the test.
  const linkTo = async (address: string, page: string): Promise<string> => {
    const found = () => new RegExp(`https://play\\.example\\.org(/link/${page}#\\S+)`).exec(stage.server.letter(address))?.[1] ?? "";
    await expect.poll(found).not.toBe("");
    return found();
  };

  it("proves an address, signs in and sets a password", async () => {
    const page = await stage.visit("/account", { bypassCSP: true });
    await signUp(page, "Mia");
    await page.getByLabel(/^E-mail address/).fill("mia@example.org");
    await page.getByRole("region", { name: "E-mail" }).getByRole("button", { name: "Save" }).click();
    await page.getByText("We have sent you a link.").waitFor();
    await page.getByText("mia@example.org is not confirmed yet. Until then, we send no sign-in links there.").waitFor();
    await page.getByRole("button", { name: "Resend the link" }).waitFor();
    await picture(page, "account_address");
    expect(await faultsOfLooks(page)).toEqual([]);

    // It may be opened anywhere, and to open it changes nothing.
    const proof = await linkTo("mia@example.org", "address");
    const phone = await stage.visit(proof, { viewport: kPhone, bypassCSP: true, colorScheme: "dark" });
    await phone.getByRole("heading", { level: 1, name: "Confirm your e-mail address" }).waitFor();
    expect(await faultsOfLooks(phone)).toEqual([]);
    await page.reload();
    await page.getByText("mia@example.org is not confirmed yet").waitFor();
    await phone.getByRole("button", { name: "Confirm address" }).click();
    await phone.getByText("E-mail for Mia now goes to mia@example.org.").waitFor();
    await page.reload();
    await page.getByText("This address is confirmed.").waitFor();
    const mails = page.getByLabel(/^E-mail notifications/);
    expect(await mails.inputValue()).toBe("every");
    await mails.selectOption({ label: "Daily digest" });
    await page.getByRole("region", { name: "E-mail" }).getByRole("status").getByText("Saved").waitFor();
    await picture(page, "account_mails");
    expect(await faultsOfLooks(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => mails.inputValue()).toBe("digest");
    await page.getByRole("region", { name: "E-mail" }).getByRole("button", { name: "Send a test" }).click();
    await page.getByText("Test sent. It should arrive soon.").waitFor();

    await phone.getByRole("link", { name: "Your account" }).last().click();
    await phone.getByRole("button", { name: /^Forgot your password/ }).click();
    await phone.getByLabel("Name or e-mail address").fill("mia");
    await phone.getByRole("button", { name: "Send a sign-in link" }).click();
    await phone.getByText("If this account exists").waitFor();
    await picture(phone, "account_mailed_link");
    expect(await faultsOfLooks(phone)).toEqual([]);
    const enter = await linkTo("mia@example.org", "sign-in");
    await phone.goto(stage.server.url + enter);
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByRole("heading", { level: 1, name: "Mia" }).waitFor();
    const late = await stage.visit(enter);
    await late.getByRole("button", { name: "Sign in" }).click();
    await late.getByRole("alert").getByText("this link is invalid, used or expired").waitFor();

    await late.getByRole("link", { name: "Get another link" }).click();
    await late.getByRole("button", { name: /^Forgot your password/ }).click();
    await late.getByLabel("Name or e-mail address").fill("Mia@example.org");
    await late.getByRole("button", { name: "Reset my password" }).click();
    await late.getByText("If this account exists").waitFor();
    await late.goto(stage.server.url + (await linkTo("mia@example.org", "password")));
    await late.getByLabel(/^New password/).fill("quite another one");
    await picture(late, "link_password");
    await late.getByRole("button", { name: "Set password" }).click();
    await late.getByText("Your new password is set.").waitFor();
    await phone.reload(); // all others are signed out
    await phone.getByRole("heading", { name: "Sign in" }).waitFor();
    await phone.getByLabel(/^Name/).fill("Mia");
    await phone.getByLabel(/^Password/).fill("quite another one");
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByRole("heading", { level: 1, name: "Mia" }).waitFor();
  });
});

describe("notifications", () => {
  // A push service of the test's: no browser's own can be reached from here.
  async function service(): Promise<{ url: string; came: IncomingHttpHeaders[]; close(): void }> {
    const came: IncomingHttpHeaders[] = [];
    const server = createServer((request, answer) => {
      came.push(request.headers);
      request.resume();
      answer.writeHead(201).end();
    });
    await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/to/me`, came, close: () => server.close() };
  }

  it("are asked for, tested and ended", async () => {
    const { url, came, close } = await service();
    const page = await stage.visit("/account");
    await page.context().grantPermissions(["notifications"]);
    const point = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey.export({ type: "spki", format: "der" }).subarray(-65);
    const given = { endpoint: url, expirationTime: null, keys: { p256dh: point.toString("base64url"), auth: randomBytes(16).toString("base64url") } };
    await page.addInitScript((json) => {
      Notification.requestPermission = async () => "granted";
      let there: object | null = null;
      PushManager.prototype.subscribe = async (options) => {
        if (typeof options?.applicationServerKey !== "string" || options.applicationServerKey.length !== 87) throw new Error("no key");
        there = { endpoint: json.endpoint, toJSON: () => json, unsubscribe: async () => ((there = null), true) };
        return there as PushSubscription;
      };
      PushManager.prototype.getSubscription = async () => there as PushSubscription | null;
    }, given);
    await page.reload();
    await signUp(page, "Nora");
    const box = page.getByLabel(/^Notify this browser/);
    await box.check();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("Test sent. It should arrive soon.").waitFor();
    await picture(page, "account_notices");
    await expect.poll(() => came.length).toBe(1);
    expect(came[0]?.["content-encoding"]).toBe("aes128gcm");
    await box.uncheck();
    const hooks = async () => ((await (await page.request.get(`${stage.server.url}/api/hooks`)).json()) as { hooks: [] }).hooks.length;
    await expect.poll(hooks).toBe(0);
    // Whoever signs out is not told any more.
    await box.check();
    await expect.poll(hooks).toBe(1);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel(/^Name/).fill("Nora");
    await page.getByLabel(/^Password/).fill("password of Nora");
    await page.getByRole("button", { name: "Sign in" }).click();
    await box.waitFor();
    await expect.poll(hooks).toBe(0);
    close();
  });

  it("are shown by the browser and lead to the game", async () => {
    const page = await stage.visit("/account");
    await page.context().grantPermissions(["notifications"]);
    const cdp = await page.context().newCDPSession(page);
    const registered = new Promise<string>((found) =>
      cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const one = registrations.find((it) => !it.isDeleted);
        if (one) found(one.registrationId);
      }),
    );
    await cdp.send("ServiceWorker.enable");
    await page.evaluate(async () => {
      await navigator.serviceWorker.register("/sw.js");
      const { active } = await navigator.serviceWorker.ready;
      while (active?.state !== "activated") await new Promise((go) => setTimeout(go, 20)); // before that a push is lost
    });
    const registrationId = await registered;
    const shown = () =>
      page.evaluate(async () => {
        const all = await (await navigator.serviceWorker.ready).getNotifications();
        return all.map((one) => [one.title, one.body, one.tag, (one.data as { link: string }).link]);
      });
    // Chromium forgets a notification that is asked for while it is on its way to the screen: sent again, under its tag.
    const pushed = (said: object) =>
      expect.poll(async () => {
        await cdp.send("ServiceWorker.deliverPushMessage", { origin: stage.server.url, registrationId, data: JSON.stringify(said) });
        await new Promise((go) => setTimeout(go, 500));
        return shown();
      });
    const table = { table: "x7Kq", link: "/t/x7Kq", title: "Go", seats: ["Ann", "Bob"], seat: 1 };
    await pushed({ ...table, event: "your-turn", id: "1" }).toEqual([["Go: your turn", "against Ann", "x7Kq", "/t/x7Kq"]]);
    await pushed({ ...table, event: "game-over", id: "2", result: { text: "B+3" } }).toEqual([["Go is over", "against Ann: B+3", "x7Kq", "/t/x7Kq"]]);
    await pushed({ event: "challenge", id: "3", challenge: "c7", from: "Cat", title: "Margo" }).toContainEqual([
      "Cat challenges you",
      "Margo",
      "3",
      "/challenges/c7",
    ]);
    await pushed({ event: "round", id: "4", tournament: "q9", name: "Cup", round: 2, opponent: null, table: null }).toContainEqual([
      "Cup, round 2",
      "bye",
      "4",
      "/tournaments/q9",
    ]);
    await pushed({ ...table, event: "reminder", id: "5", left: 86_400_000 }).toContainEqual([
      "Go: your time is running out",
      "24 hours left against Ann",
      "x7Kq",
      "/t/x7Kq",
    ]);
  });
});
