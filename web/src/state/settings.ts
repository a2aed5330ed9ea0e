// What a player likes to see, kept in this browser. Unknown or broken stored values fall back one by one.

import { kLanguages, type Language } from "../lang/languages";

export interface Settings {
  language: Language | "auto"; // auto: what the browser wants
  theme: "auto" | "light" | "dark";
  board: "wood" | "slate";
  coordinates: boolean;
  symbols: boolean; // shapes on the marbles beside the colours
  freedoms: boolean;
  zombies: boolean;
  buried: boolean;
  cuts: boolean;
  hints: boolean; // dots on the legal places
  confirm: "auto" | "always" | "never"; // auto: on touch
  ownership: boolean; // of an analysis, on a flat board
  level: number; // of the opponents off-line
  name: string;
}

export const kDefaults: Settings = {
  language: "auto",
  theme: "auto",
  board: "wood",
  coordinates: true,
  symbols: false,
  freedoms: false,
  zombies: true,
  buried: false,
  cuts: false,
  hints: false,
  confirm: "auto",
  ownership: true,
  level: 2,
  name: "",
};

const kChoices: Partial<Record<keyof Settings, readonly string[]>> = {
  language: ["auto", ...kLanguages.map((one) => one.code)],
  theme: ["auto", "light", "dark"],
  board: ["wood", "slate"],
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

export function applyTheme(theme: Settings["theme"]): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export function isDark(theme: Settings["theme"]): boolean {
  return theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
}
