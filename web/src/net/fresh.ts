// What one has just done must be seen at once, also where a server reads lists from replicas of its database, which may be
// some seconds behind: for a while after an own write, requests ask for what is stored now.

const kFreshMs = 15_000;
let wroteAt = -Infinity;

/** Something of one's own was stored. */
export function wrote(now: number = Date.now()): void {
  wroteAt = now;
}

/** The headers that a request for a list needs now. */
export function freshHeaders(now: number = Date.now()): Record<string, string> {
  return now - wroteAt < kFreshMs ? { "Cache-Control": "no-cache" } : {};
}
