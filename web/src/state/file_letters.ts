// The letters of a file that somebody opens: its bytes as Unicode, by their mark, as UTF-8, or in the set that an SGF names
// (CA). The core in the browser reads Unicode alone.

/** Sets to choose from where a file does not say its own, by the names that browsers know. */
export const kCharacterSets = ["windows-1252", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr", "koi8-r", "windows-1251"] as const;

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
};

export interface FileLetters {
  text: string;
  /** The set was not told by the file: a guess, which the reader may put right. */
  guessed: string | null;
}

function decoded(bytes: Uint8Array, set: string, fatal = false): string | null {
  try {
    return new TextDecoder(kOtherNames[set.toLowerCase()] ?? set, { fatal }).decode(bytes);
  } catch {
    return null; // no such set, or, where that is fatal, bytes that make no letter
  }
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
  const unicode = decoded(bytes, "utf-8", true);
  if (unicode !== null) return { text: unicode, guessed: null };
  const named = namedSet(bytes);
  const told = named !== null && !/^utf-?8$/i.test(named) ? decoded(bytes, named) : null;
  if (told !== null) return { text: told, guessed: null };
  return { text: decoded(bytes, kCharacterSets[0]) ?? "", guessed: kCharacterSets[0] };
}
