// Makes the icons of the installed client from public/favicon.svg: node web/scripts/icons.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";
import { kBrowserArguments, kBrowserPath } from "../tests/e2e/browser.mjs";
import { encodePng } from "./png.mjs";

const file = (name) => new URL(`../public/${name}`, import.meta.url).pathname;
const svg = readFileSync(file("favicon.svg"), "utf8");
const browser = await chromium.launch({ executablePath: kBrowserPath, args: kBrowserArguments });
const page = await browser.newPage();

// `part`: of the picture's side that the drawing takes; a mask may cut the outer fifth away.
for (const [name, side, part, ground] of [
  ["icon-192.png", 192, 0.86, "#f4efe6"],
  ["icon-512.png", 512, 0.86, "#f4efe6"],
  ["icon-maskable-512.png", 512, 0.62, "#f4efe6"],
]) {
  const letters = await page.evaluate(
    async ([drawing, side, part, ground]) => {
      const image = new Image();
      image.src = `data:image/svg+xml;base64,${btoa(drawing.replace("<svg ", `<svg width="${side}" height="${side}" `))}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = side;
      const pen = canvas.getContext("2d");
      pen.fillStyle = ground;
      pen.fillRect(0, 0, side, side);
      const inside = side * part;
      pen.drawImage(image, (side - inside) / 2, (side - inside) / 2, inside, inside);
      const bytes = pen.getImageData(0, 0, side, side).data;
      let text = "";
      for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
      return btoa(text);
    },
    [svg, side, part, ground],
  );
  writeFileSync(file(name), encodePng(side, side, Buffer.from(letters, "base64"), 4));
}
await browser.close();
