// A whole game in a link: its record, packed, behind the "#", so that it needs no server.
import { t } from "../lang/text";
import type { GameRecord } from "../net/records";

export const kLongLink = 8_000; // characters; more is cut off by some mail and chat programs
const kMostRead = 4 << 20; // bytes of an unpacked record

async function through(bytes: Uint8Array, way: ReadableWritablePair<Uint8Array, BufferSource>, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(way).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) throw new Error(t("The game in this link is too large."));
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The text that stands behind "game=" in a link. */
export async function packRecord(record: GameRecord): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(record)), new CompressionStream("deflate"), Infinity);
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** The record's text; throws where the link was cut short. It is the core that judges what the text says. */
export async function unpackRecord(packed: string): Promise<string> {
  try {
    const letters = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate"), kMostRead));
  } catch {
    throw new Error(t("This link does not contain a complete game. Check that you copied all of it."));
  }
}

/** What stands behind the "#" of an address, by name. */
export function readHash(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ""));
}
