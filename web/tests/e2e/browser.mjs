// How the tests start Debian's Chromium: no calls home, software GL.
export const kBrowserPath = process.env.CAIRN_CHROMIUM ?? "/usr/bin/chromium";
export const kBrowserArguments = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--ignore-gpu-blocklist",
];
