// How the tests start Debian's Chromium: no calls home, no GPU, and without what they never use but every window pays for.
export const kBrowserPath = process.env.CAIRN_CHROMIUM ?? "/usr/bin/chromium";
// The same without windows, menus and notices: a third less work. CAIRN_CHROMIUM stands for both.
export const kShellPath = process.env.CAIRN_CHROMIUM ?? "/usr/bin/chromium-headless-shell";

// Of several such switches the last alone counts: those of Playwright itself come first, then the address bar's pages,
// a process that takes as long as the page itself.
const kWithout = [
  "AcceptCHFrame",
  "AutoDeElevate",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "DialMediaRouteProvider",
  "GlobalMediaControls",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "RenderDocument",
  "ThirdPartyStoragePartitioning",
  "Translate",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
];

const kAlways = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--js-flags=--liftoff-only",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--enable-unsafe-swiftshader",
  "--font-render-hinting=none", // the shell's text stands as Chromium's own
  `--disable-features=${kWithout.join(",")}`,
];

// Pages are painted without GL; boards in 3D alone are drawn by software GL. What paints needs no process of its own.
export const kBrowserArguments = [...kAlways, "--disable-gpu", "--in-process-gpu"];
// All is painted by GL, as at home, though by software.
export const kGlBrowserArguments = [...kAlways, "--use-gl=angle", "--use-angle=swiftshader", "--ignore-gpu-blocklist"];
