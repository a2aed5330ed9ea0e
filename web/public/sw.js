// Keeps the client in the browser, so that it starts without a network; shows what the server pushes (docs/webhooks.md
// tells its shape), and leads to the game.
"use strict";

const kShell = []; // the files of this build; vite.config.ts writes them here
const kVersion = ""; // changes with any of them
const kCache = `cairn-${kVersion}`;

const others = (said) => (said.seats ?? []).filter((name, seat) => name && seat !== said.seat).join(", ") || "no opponent yet";

function hours(ms) {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  return minutes < 120 ? `${minutes} minutes` : minutes < 2_880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1_440)} days`;
}

function words(said) {
  switch (said.event) {
    case "your-turn":
      return [`${said.title}: your turn`, `against ${others(said)}`];
    case "game-over":
      return [`${said.title} is over`, `against ${others(said)}${said.result?.text ? `: ${said.result.text}` : ""}`];
    case "reminder":
      return [`${said.title}: your time is running out`, `${hours(said.left)} left against ${others(said)}`];
    case "challenge":
      return [`${said.from} challenges you`, said.title];
    case "round":
      return [`${said.name}, round ${said.round}`, said.opponent ? `against ${said.opponent}` : "bye"];
    default:
      return ["Cairn", "You will be notified about your games in this browser."];
  }
}

self.addEventListener("install", (event) =>
  event.waitUntil(
    (async () => {
      // What stands under a name of its content is taken over from an older build instead of fetched again.
      const cache = await caches.open(kCache);
      for (const path of kShell) {
        const known = path.startsWith("/assets/") ? await caches.match(path) : undefined;
        if (known) await cache.put(path, known);
        else await cache.add(new Request(path, { cache: "no-cache" }));
      }
    })(),
  ),
);
self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith("cairn-") && name !== kCache).map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  ),
);

const kPatience = 4_000; // ms that a page waits for a slow network before what is kept is shown

/** The page from the network while that answers, so that a new build is seen at once. */
async function page(request) {
  const kept = await caches.match("/", { cacheName: kCache });
  if (!kept) return fetch(request);
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), kPatience));
  return Promise.race([fetch(request).catch(() => kept), late]);
}

/** Proofs and endings are large and asked for by few: they are kept from their first use on. */
async function fromFirstUse(request, path) {
  const cache = await caches.open(kCache);
  const kept = await caches.match(path);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(path, answer.clone());
  return answer;
}

async function file(request, path) {
  const kept = await caches.match(path, { cacheName: kCache });
  if (kept && path.startsWith("/assets/")) return kept;
  return fetch(request).catch(() => kept ?? Response.error());
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || kShell.length === 0) return;
  const ofServer = /^\/(api|game|unsubscribe|healthz|readyz|metrics|embed)(\/|$)/.test(url.pathname);
  if (request.mode === "navigate" && !ofServer) event.respondWith(page(request));
  else if (/^\/assets\/.*\.(proof|endings)$/.test(url.pathname)) event.respondWith(fromFirstUse(request, url.pathname));
  else if (kShell.includes(url.pathname)) event.respondWith(file(request, url.pathname));
});

self.addEventListener("push", (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // Something came all the same, and a browser wants to see it shown.
  }
  const [title, body] = words(said);
  const page = said.table ? `/t/${said.table}` : said.challenge ? `/challenges/${said.challenge}` : said.tournament ? `/tournaments/${said.tournament}` : "/";
  const link = said.link ?? page;
  event.waitUntil(self.registration.showNotification(title, { body, tag: said.table ?? said.id, data: { link }, icon: "/favicon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data?.link ?? "/", self.location.origin).href;
  event.waitUntil(
    (async () => {
      const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
      const there = pages.find((page) => page.url.split("?")[0] === url);
      await (there ? there.focus() : self.clients.openWindow(url));
    })(),
  );
});
