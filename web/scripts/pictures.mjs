// Makes the pictures that the client and the README show, from real games on a running server:
//   build/release/apps/cairn/cairn serve & node web/scripts/pictures.mjs [http://localhost:8080]
// Writes web/src/pages/hero.webp and docs/images/{table,phone}.png.
import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { kBrowserArguments, kBrowserPath } from "../tests/e2e/browser.mjs";
import { encodePng } from "./png.mjs";

const base = process.argv[2] ?? "http://localhost:8080";
const root = new URL("../../", import.meta.url);
const path = (name) => new URL(name, root).pathname;

// Two real games of the old mail server, as far as they make a good picture.
const kSmall = { size: "4", moves: "C5 C3 E3 E1 G3 E5 E7 D4 A3 G5 A7 C1 D2 G1 D2 G3 G7 C7 E7 D2 G7 C7 E7 F2" };
const kLarge = {
  size: "7",
  moves: "E3 G7 E9 C5 I5 I9 E7 E5 G5 F6 G9 I7 H6 H8 F8 G7 K7 G3 I3 F4 G1 K9 I11 C7 C9 D8 E11 C11 D10 A9 C13 A11 K11 K5 M7 K3 J6 M9",
};

const browser = await chromium.launch({ executablePath: kBrowserPath, args: kBrowserArguments });

async function json(answer) {
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
}

/** Two people play the moves; both contexts hold their seats' cookies. */
async function played({ size, moves }, options, guestOptions = options) {
  const host = await browser.newContext(options);
  const guest = await browser.newContext(guestOptions);
  await json(await host.request.post(`${base}/api/guest`, { data: { name: "Ann" } }));
  await json(await guest.request.post(`${base}/api/guest`, { data: { name: "Ben" } }));
  const made = await json(
    await host.request.post(`${base}/api/tables`, {
      data: { game: "margo", options: { size }, opponent: "friend", seat: "first" },
    }),
  );
  await json(await guest.request.post(`${base}/api/tables/${made.id}/join`, { data: {} }));
  let version = (await json(await host.request.get(`${base}/api/tables/${made.id}`))).version;
  for (const [i, word] of moves.split(" ").entries()) {
    const seat = i % 2 === 0 ? host : guest;
    const reply = await json(
      await seat.request.post(`${base}/api/tables/${made.id}/commands`, {
        data: { request: `picture-${i}`, version, command: "play", word },
      }),
    );
    version = reply.version;
  }
  return { host, guest, url: `${base}/t/${made.id}` };
}

async function shown(context, url) {
  const page = await context.newPage();
  await page.goto(`${url}?quality=high`); // though a processor draws
  await page.waitForSelector("canvas[data-frames]");
  await page.waitForTimeout(2500);
  return page;
}

/** The same picture in fewer bytes: colours in steps, better packed than a browser packs them. */
async function smaller(png, step) {
  const page = await (await browser.newContext()).newPage();
  const { width, height, text } = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const bytes = pen.getImageData(0, 0, image.width, image.height).data;
    let letters = "";
    for (let i = 0; i < bytes.length; i += 8192) letters += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return { width: image.width, height: image.height, text: btoa(letters) };
  }, png.toString("base64"));
  await page.close();
  return encodePng(width, height, Buffer.from(text, "base64"), step);
}

const desktop = { viewport: { width: 1280, height: 800 }, colorScheme: "light" };
const phone = { viewport: { width: 390, height: 844 }, colorScheme: "dark", isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
mkdirSync(path("docs/images"), { recursive: true });

const large = await played(kLarge, desktop, phone);
const table = await shown(large.host, large.url);
writeFileSync(path("docs/images/table.png"), await smaller(await table.screenshot(), 4));
const small = await shown(large.guest, large.url);
writeFileSync(path("docs/images/phone.png"), await smaller(await small.screenshot({ scale: "css" }), 1));

// The hero: the board alone, tilted, on nothing.
const hero = await played(kSmall, { viewport: { width: 1200, height: 1060 }, colorScheme: "light", reducedMotion: "reduce", bypassCSP: true });
await hero.host.addInitScript(() => localStorage.setItem("cairn.settings", '{"zombies":false}'));
const page = await shown(hero.host, hero.url);
await page.getByTestId("board").focus();
for (const key of ["Shift+ArrowUp", "Shift+ArrowUp"]) {
  await page.keyboard.press(key);
  await page.waitForTimeout(1500);
}
await page.addStyleTag({ content: "html,body{background:transparent!important} .board-frame{outline:none!important}" });
await page.evaluate(() => document.activeElement?.blur());
const png = await page.locator("canvas").screenshot({ omitBackground: true });
const tool = await (await browser.newContext()).newPage(); // no content policy here
const encoded = await tool.evaluate(async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const draw = (x, y, width, height) => {
    [canvas.width, canvas.height] = [width, height];
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    pen.drawImage(image, -x, -y);
    return pen.getImageData(0, 0, width, height).data;
  };
  const pixels = draw(0, 0, image.width, image.height);
  let [left, top, right, bottom] = [image.width, image.height, 0, 0]; // what is not transparent
  for (let y = 0; y < image.height; ++y)
    for (let x = 0; x < image.width; ++x) {
      if (pixels[4 * (y * image.width + x) + 3] < 12) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  draw(left, top, right - left + 1, bottom - top + 1);
  return canvas.toDataURL("image/webp", 0.84).split(",")[1];
}, png.toString("base64"));
writeFileSync(path("web/src/pages/hero.webp"), Buffer.from(encoded, "base64"));
await browser.close();
