// The languages there are, which one a browser wants, and how one is loaded.
import { usePhrases } from "./phrases";
import { addCatalogue, useCatalogue, type Catalogue } from "./text";

export const kLanguages = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
  { code: "fr", name: "Français" },
  { code: "es", name: "Español" },
  { code: "ja", name: "日本語" },
  { code: "zh", name: "中文" },
] as const;
export type Language = (typeof kLanguages)[number]["code"];

type Load = () => Promise<{ default: unknown }>;
const kCatalogues: Record<Exclude<Language, "en">, Load> = {
  de: () => import("./de.json"),
  fr: () => import("./fr.json"),
  es: () => import("./es.json"),
  ja: () => import("./ja.json"),
  zh: () => import("./zh.json"),
};
/** What the core and the server say, piece by piece. */
const kPhrases: Record<Exclude<Language, "en">, Load> = {
  de: () => import("./core/de.json"),
  fr: () => import("./core/fr.json"),
  es: () => import("./core/es.json"),
  ja: () => import("./core/ja.json"),
  zh: () => import("./core/zh.json"),
};
const kLessons: Record<Exclude<Language, "en">, Load> = {
  de: () => import("./learn/de.json"),
  fr: () => import("./learn/fr.json"),
  es: () => import("./learn/es.json"),
  ja: () => import("./learn/ja.json"),
  zh: () => import("./learn/zh.json"),
};

let current: Language = "en";

const isLanguage = (code: string): code is Language => kLanguages.some((one) => one.code === code);

/** The first of a browser's languages that there is. */
export function wantedLanguage(wished: readonly string[]): Language {
  return wished.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

/** "auto": what the browser wants. Dates and numbers are those of its own country where the language is the same. */
export function languageOf(setting: Language | "auto"): { code: Language; tag: string } {
  const code = setting === "auto" ? wantedLanguage(navigator.languages) : setting;
  return { code, tag: navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === code) ?? code };
}

/** Loads a language and speaks it from now on; one that cannot be fetched leaves the one before. */
export async function speak(setting: Language | "auto"): Promise<Language> {
  const { code, tag } = languageOf(setting);
  if (code === current && code !== "en") return current;
  try {
    if (code === "en") {
      useCatalogue(tag, {});
      usePhrases({});
    } else {
      const [texts, phrases] = await Promise.all([kCatalogues[code](), kPhrases[code]()]);
      useCatalogue(tag, texts.default as Catalogue);
      usePhrases(phrases.default as Record<string, string>);
    }
    current = code;
    document.documentElement.lang = code;
  } catch (error) {
    console.error(error); // off-line, or the server has another version by now
  }
  return current;
}

/** The texts of the lessons, which only their page needs. */
export async function speakOfLessons(): Promise<void> {
  if (current === "en") return;
  try {
    addCatalogue((await kLessons[current]()).default as Catalogue);
  } catch (error) {
    console.error(error);
  }
}
