// Whether this browser became somebody, or somebody else: then what was asked for the person before is asked anew.
const kEvent = "cairn:person";
let somebody = false;

/** A guest was made or found. */
export function somebodyCame(): void {
  if (somebody) return;
  somebody = true;
  dispatchEvent(new CustomEvent(kEvent, { detail: false }));
}

/** Signed in, signed out, made or deleted. */
export function personChanged(now: "somebody" | "nobody"): void {
  somebody = now === "somebody";
  dispatchEvent(new CustomEvent(kEvent, { detail: true }));
}

/** `other`: it is another person than before. */
export function onPersonChanged(run: (other: boolean) => void): void {
  addEventListener(kEvent, (event) => run((event as CustomEvent<boolean>).detail));
}
