// A browser's long name for itself, in words.
import { t } from "../lang/text";

const kBrowsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrom(e|ium)\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const kSystems: [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/, "Linux"],
];

/** "Firefox, Windows"; what is not known stays as it is. */
export function deviceName(agent: string): string {
  const browser = kBrowsers.find(([pattern]) => pattern.test(agent))?.[1];
  const system = kSystems.find(([pattern]) => pattern.test(agent))?.[1];
  if (!browser && !system) return agent || t("A browser");
  return [browser, system].filter(Boolean).join(", ");
}
