// How the page and the bridge on this computer prove to each other that they know the code or the key, without saying it
// (server/net/bridge_lock.h): HMAC-SHA-256 over what each side chose for this once; a code is stretched by PBKDF2 first.

/** What of the browser's cryptography is used. */
export type Cryptography = Pick<Crypto, "getRandomValues" | "subtle">;

export interface Challenge {
  by: "code" | "key";
  port: number;
  page: string; // what each side chose
  bridge: string;
}

const kMostRounds = 2_000_000;
const kLeastRounds = 200_000; // what programs ask for: with fewer, whoever hears a proof could try many codes
const bytesOf = (text: string) => new TextEncoder().encode(text);
const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Something that was never said before. */
export const freshNonce = (crypto: Cryptography): string => hexOf(crypto.getRandomValues(new Uint8Array(24)));

export async function secretOfKey(crypto: Cryptography, key: string): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytesOf(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

/** `rounds`: as the bridge asks, within reason; null: it is not. */
export async function secretOfCode(crypto: Cryptography, code: string, salt: unknown, rounds: unknown): Promise<CryptoKey | null> {
  if (typeof salt !== "string" || typeof rounds !== "number" || !(rounds >= kLeastRounds && rounds <= kMostRounds)) return null;
  const plain = code.replace(/[\s-]/g, "").toUpperCase();
  const typed = await crypto.subtle.importKey("raw", bytesOf(plain), "PBKDF2", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt: bytesOf(salt), iterations: rounds }, typed, 256);
  return crypto.subtle.importKey("raw", bits, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

export async function proofOf(crypto: Cryptography, secret: CryptoKey, side: "page" | "bridge", { by, port, page, bridge }: Challenge): Promise<string> {
  const said = bytesOf(`cairn bridge 2 ${side} ${by} ${port} ${page} ${bridge}`); // lang: none
  return hexOf(new Uint8Array(await crypto.subtle.sign("HMAC", secret, said)));
}
