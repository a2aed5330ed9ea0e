// Before the first paint: the chosen theme, so that nothing flashes.
try {
  const theme = JSON.parse(localStorage.getItem("cairn.settings") || "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden or broken: the system's theme it is.
}
