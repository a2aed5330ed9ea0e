// The client kept in the browser: asked for when the page has nothing better to do, and not where data are dear.
const kQuietMs = 3_000;

export function keepClient(): void {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV || location.pathname.startsWith("/embed/")) return;
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const ask = () => setTimeout(() => void navigator.serviceWorker.register("/sw.js").catch(() => undefined), kQuietMs);
  if (document.readyState === "complete") ask();
  else addEventListener("load", ask, { once: true });
}
