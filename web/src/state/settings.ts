// What a player likes to see, kept in this browser. Unknown or broken stored values fall back one by one.

import { kLanguages, type Language } from "../lang/languages";

export interface Settings {
  language: Language | "auto"; // auto: what the browser wants
  theme: "auto" | "light" | "dark";
  contrast: boolean; // more of it, also where the system asks for none
  board: "wood" | "slate";
  pyramid: "3d" | "flat"; // how boards with levels are drawn
  coordinates: boolean;
  numbers: boolean; // of the moves, on the pieces
  symbols: boolean; // shapes on the marbles beside the colours
  freedoms: boolean;
  zombies: boolean;
  buried: boolean;
  cuts: boolean;
  hints: boolean; // dots on the legal places
  explain: boolean; // after captures and refusals, why
  confirm: "auto" | "always" | "never"; // auto: on touch
  premoves: boolean; // one may say what to play while others think
  sounds: boolean;
  keys: boolean; // single letters and signs do something
  thumbnails: boolean; // boards beside the games of lists
  ownership: boolean; // of an analysis, on a flat board
  level: number; // of the opponents off-line
  name: string;
}

export const kDefaults: Settings = {
  language: "auto",
  theme: "auto",
  contrast: false,
  board: "wood",
  pyramid: "3d",
  coordinates: true,
  numbers: false,
  symbols: false,
  freedoms: false,
  zombies: true,
  buried: false,
  cuts: false,
  hints: false,
  explain: true,
  confirm: "auto",
  premoves: true,
  sounds: true,
  keys: true,
  thumbnails: true,
  ownership: true,
  level: 2,
  name: "",
};

const kChoices: Partial<Record<keyof Settings, readonly string[]>> = {
  language: ["auto", ...kLanguages.map((one) => one.code)],
  theme: ["auto", "light", "dark"],
  board: ["wood", "slate"],
  pyramid: ["3d", "flat"],
  confirm: ["auto", "always", "never"],
};

const kKey = "cairn.settings";

export function readSettings(text: string | null): Settings {
  const settings = { ...kDefaults };
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    return settings;
  }
  if (typeof stored !== "object" || stored === null) return settings;
  for (const [key, value] of Object.entries(stored)) {
    if (!(key in kDefaults)) continue;
    const name = key as keyof Settings;
    const fits = typeof value === typeof kDefaults[name] && (kChoices[name]?.includes(value as string) ?? true);
    if (fits) Object.assign(settings, { [name]: value });
  }
  return settings;
}

export function loadSettings(): Settings {
  try {
    return readSettings(localStorage.getItem(kKey));
  } catch {
    return { ...kDefaults }; // storage is forbidden
  }
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(kKey, JSON.stringify(settings));
  } catch {
    // Forbidden or full: the choice lasts for this visit.
  }
}

export function applyTheme({ theme, contrast }: Pick<Settings, "theme" | "contrast">): void {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset["theme"];
  else dataset["theme"] = theme;
  if (contrast || matchMedia("(prefers-contrast: more)").matches) dataset["contrast"] = "more";
  else delete dataset["contrast"];
}

export function isDark(theme: Settings["theme"]): boolean {
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}
