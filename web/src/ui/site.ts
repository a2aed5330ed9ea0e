// What every page may want to know of the site. Read with the first page, and once a minute while one is seen.
import { fetchSite, type Site } from "../net/site";
import { onPersonChanged } from "../net/person";
import { Store } from "../state/store";

export const site = new Store<Site | null>(null); // null: not known yet, or no server is there

const kLookAgainMs = 60_000;
let begun = false;

export async function readSite(): Promise<void> {
  try {
    site.set(await fetchSite());
  } catch {
    // What was known stays.
  }
}

export function beOnSite(): void {
  if (begun) return;
  begun = true;
  void readSite();
  setInterval(() => document.visibilityState === "visible" && void readSite(), kLookAgainMs);
  onPersonChanged((other) => other && void readSite());
}
