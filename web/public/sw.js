// Shows what the server pushes to this browser (docs/webhooks.md tells its shape), and leads to the game.
"use strict";

const others = (said) => (said.seats ?? []).filter((name, seat) => name && seat !== said.seat).join(", ") || "nobody yet";

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
      return [`${said.title}: your time runs out`, `${hours(said.left)} left against ${others(said)}`];
    case "challenge":
      return [`${said.from} challenges you`, said.title];
    case "round":
      return [`${said.name}, round ${said.round}`, said.opponent ? `against ${said.opponent}` : "a bye"];
    default:
      return ["Cairn", "This browser is told what happens in your games."];
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

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
