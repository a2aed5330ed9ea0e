import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";
import { kOldest } from "./browsers";

/** Tells the service worker which files this build has: all but proofs and endings are kept, so that any page starts offline. */
function shell(): Plugin {
  let folder = "";
  return {
    name: "shell",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: () => {
      const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name !== "sw.js" && !/^icon-.*512/.test(name) && statSync(join(folder, name)).isFile())
        .sort();
      const version = createHash("sha256");
      for (const name of files) version.update(name).update(readFileSync(join(folder, name)));
      const paths = files.filter((name) => !/\.(proof|endings)$/.test(name)).map((name) => (name === "index.html" ? "/" : `/${name}`));
      const worker = join(folder, "sw.js");
      const text = readFileSync(worker, "utf8")
        .replace("const kShell = [];", `const kShell = ${JSON.stringify(paths)};`)
        .replace('const kVersion = "";', `const kVersion = "${version.digest("hex").slice(0, 12)}";`);
      writeFileSync(worker, text);
      for (const name of [...files, "sw.js"]) pack(join(folder, name));
    },
  };
}

/** NAME.gz beside it, where that is smaller by a tenth at least: the server sends it as it is. */
function pack(path: string): void {
  const bytes = readFileSync(path);
  const packed = gzipSync(bytes, { level: 9 });
  if (packed.length < 0.9 * bytes.length) writeFileSync(`${path}.gz`, packed);
}

export default defineConfig({
  build: {
    target: Object.entries(kOldest).map(([browser, version]) => browser + version),
    assetsInlineLimit: 0, // the strict content policy knows no data: URLs for code
    modulePreload: { polyfill: false },
    rollupOptions: { output: { experimentalMinChunkSize: 12_000 } }, // each file more is a round trip
    chunkSizeWarningLimit: 800, // three.js, loaded only where a 3D board is shown
  },
  plugins: [shell()],
  server: {
    proxy: { "/api/": { target: process.env["CAIRN_SERVER"] ?? "http://127.0.0.1:8080", ws: true } },
  },
});
