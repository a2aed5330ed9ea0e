// Before the first paint: the chosen colours, so that nothing flashes.
try {
  const { theme, contrast } = JSON.parse(localStorage.getItem("cairn.settings") || "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (contrast === true || matchMedia("(prefers-contrast: more)").matches) document.documentElement.dataset.contrast = "more";
} catch {
  // Storage is forbidden or broken: the system's theme it is.
}
// What the start shows is asked for while its code is on its way.
if (location.pathname === "/") {
  const games = document.createElement("link");
  Object.assign(games, { rel: "preload", as: "fetch", crossOrigin: "anonymous", href: "/api/games" });
  document.head.append(games);
}
