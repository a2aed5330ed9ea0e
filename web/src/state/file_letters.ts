// The letters of a file that somebody opens: its bytes as Unicode, by their mark, as UTF-8, or in the set that an SGF names
// (CA). The core in the browser reads Unicode alone; outside the browser notation/sgf_charset.cpp does the same.

/** Sets to choose from where a file does not say its own, by the names that browsers know. */
export const kCharacterSets = [
  "windows-1252",
  "gb18030",
  "big5",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "koi8-r",
  "windows-1251",
  "iso-2022-jp",
  "iso-2022-kr",
] as const;

/** Names in use that the Encoding Standard does not list. */
const kOtherNames: Record<string, string> = {
  "windows-936": "gb18030",
  ms936: "gb18030",
  cp936: "gb18030",
  "cn-gb": "gb18030",
  "euc-cn": "gb18030",
  "windows-950": "big5",
  ms950: "big5",
  cp950: "big5",
  "windows-932": "shift_jis",
  cp932: "shift_jis",
  ms949: "euc-kr",
  cp949: "euc-kr",
  uhc: "euc-kr",
  latin1: "windows-1252",
  jis: "iso-2022-jp",
  jis7: "iso-2022-jp",
  "iso-2022-jp-1": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  "iso-2022-jp-3": "iso-2022-jp",
  "iso-2022-jp-ms": "iso-2022-jp",
  cp50220: "iso-2022-jp",
  cp50221: "iso-2022-jp",
  cp50222: "iso-2022-jp",
};

export interface FileLetters {
  text: string;
  /** The set was not told by the file: a guess, which the reader may put right. */
  guessed: string | null;
}

/** Sets that put other letters into seven bits behind escapes: such bytes are UTF-8 too, and say nothing. */
const isSevenBit = (set: string): boolean => /^(?:(?:cs)?iso-?2022|hz|cp5022|jis7?$)/i.test(set);

/**
 * Bytes of GB2312 or KS C 5601 without their eighth bits, which browsers do not know: with them. `begin` and `end` stand around
 * such letters, `head` once before them.
 */
function eightBits(bytes: Uint8Array, begin: string, end: string, head = ""): Uint8Array {
  const latin = new TextDecoder("windows-1252").decode(bytes).replaceAll(head, "");
  const out: number[] = [];
  let letters = false;
  for (let at = 0; at < latin.length; at++) {
    const mark = letters ? end : begin;
    const byte = latin.charCodeAt(at);
    if (byte === 10) letters = false;
    if (latin.startsWith(mark, at)) {
      letters = !letters;
      at += mark.length - 1;
    } else if (begin === "~{" && !letters && /^~[~\n]/.test(latin.slice(at, at + 2))) {
      if (latin[++at] === "~") out.push(0x7e);
    } else out.push(letters && byte > 32 ? byte | 0x80 : byte);
  }
  return Uint8Array.from(out);
}

function decoded(bytes: Uint8Array, set: string, fatal = false): string | null {
  const small = set.toLowerCase();
  if (/^hz/.test(small)) return decoded(eightBits(bytes, "~{", "~}"), "gb18030", fatal);
  if (/^(?:cs)?iso-?2022-?kr$/.test(small)) return decoded(eightBits(bytes, "\x0e", "\x0f", "\x1b$)C"), "euc-kr", fatal);
  for (const name of new Set([small, small.replace(/^x-/, "")])) {
    try {
      return new TextDecoder(kOtherNames[name] ?? name, { fatal }).decode(bytes);
    } catch {
      // no such set, or, where that is fatal, bytes that make no letter
    }
  }
  return null;
}

/** The set that escapes tell; null where there are none. */
function escapedSet(bytes: Uint8Array): string | null {
  if (!bytes.includes(0x1b) || bytes.some((byte) => byte >= 0x80)) return null;
  const text = new TextDecoder("windows-1252").decode(bytes);
  return /\x1b\$[B@]/.test(text) ? "iso-2022-jp" : text.includes("\x1b$)C") ? "iso-2022-kr" : null;
}

/** The set of the first CA; nothing without one. */
function namedSet(bytes: Uint8Array): string | null {
  const latin = new TextDecoder("windows-1252").decode(bytes.subarray(0, 100_000));
  return /(?:^|[^A-Za-z])CA\[\s*([^\]\s]{1,40})\s*\]/.exec(latin)?.[1] ?? null;
}

/** `set`: that somebody has chosen, whatever the file says. */
export function lettersOf(bytes: Uint8Array, set: string | null = null): FileLetters {
  if (set) return { text: decoded(bytes, set) ?? "", guessed: set };
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe))
    return { text: decoded(bytes, bytes[0] === 0xfe ? "utf-16be" : "utf-16le") ?? "", guessed: null };
  const named = namedSet(bytes);
  const ascii = bytes.every((byte) => byte < 0x80);
  if (ascii && named !== null && isSevenBit(named)) {
    const text = decoded(bytes, named);
    if (text !== null) return { text, guessed: null };
  }
  const escaped = escapedSet(bytes);
  if (escaped) return { text: decoded(bytes, escaped) ?? "", guessed: escaped };
  const unicode = decoded(bytes, "utf-8", true);
  if (unicode !== null) return { text: unicode, guessed: null };
  const told = named !== null && !/^utf-?8$/i.test(named) ? decoded(bytes, named) : null;
  if (told !== null) return { text: told, guessed: null };
  return { text: decoded(bytes, kCharacterSets[0]) ?? "", guessed: kCharacterSets[0] };
}
