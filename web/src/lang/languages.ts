// The languages there are, which one a browser wants, and how one is loaded.
import { setSentences } from "./messages";
import { addCatalogue, setCatalogue, type Catalogue } from "./text";

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
/** Of the pages; of what the core and the server say, by code; of the lessons. */
const kLoads: Record<Exclude<Language, "en">, { texts: Load; sentences: Load; lessons: Load }> = {
  de: { texts: () => import("./de.json"), sentences: () => import("./core/de.json"), lessons: () => import("./learn/de.json") },
  fr: { texts: () => import("./fr.json"), sentences: () => import("./core/fr.json"), lessons: () => import("./learn/fr.json") },
  es: { texts: () => import("./es.json"), sentences: () => import("./core/es.json"), lessons: () => import("./learn/es.json") },
  ja: { texts: () => import("./ja.json"), sentences: () => import("./core/ja.json"), lessons: () => import("./learn/ja.json") },
  zh: { texts: () => import("./zh.json"), sentences: () => import("./core/zh.json"), lessons: () => import("./learn/zh.json") },
};

let current: Language = "en";

/** That the pages are in now. */
export const spokenLanguage = (): Language => current;

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
      setCatalogue(tag, {});
      setSentences({});
    } else {
      const [texts, sentences] = await Promise.all([kLoads[code].texts(), kLoads[code].sentences()]);
      setCatalogue(tag, texts.default as Catalogue);
      setSentences(sentences.default as Catalogue);
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
    addCatalogue((await kLoads[current].lessons()).default as Catalogue);
  } catch (error) {
    console.error(error);
  }
}
