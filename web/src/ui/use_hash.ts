// What stands behind the "#" of the address, for pages that keep there what they show.
import { useState } from "preact/hooks";
import { useMount } from "../state/use_event";

/** The "#" and what follows; and how to look again, after the page itself has changed the address. */
export function useHash(): [hash: string, follow: () => void] {
  const [hash, setHash] = useState(location.hash);
  const follow = () => setHash(location.hash);
  useMount(() => {
    const events = ["popstate", "hashchange"] as const;
    for (const event of events) addEventListener(event, follow);
    return () => events.forEach((event) => removeEventListener(event, follow));
  });
  return [hash, follow];
}
