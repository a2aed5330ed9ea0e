import { defineConfig } from "vite";

export default defineConfig({
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // the strict content policy knows no data: URLs for code
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800, // three.js, loaded only where a 3D board is shown
  },
  server: {
    proxy: { "/api": { target: process.env["CAIRN_SERVER"] ?? "http://127.0.0.1:8080", ws: true } },
  },
});
