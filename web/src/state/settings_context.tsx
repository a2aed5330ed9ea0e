// The settings for every component, kept in the browser on each change.
import { createContext, Fragment, type ComponentChildren } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { speak } from "../lang/languages";
import { applyTheme, isDark, loadSettings, saveSettings, type Settings } from "./settings";

interface Held {
  settings: Settings;
  change(part: Partial<Settings>): void;
  dark: boolean;
}

const Context = createContext<Held | null>(null);

export function SettingsProvider({ children }: { children: ComponentChildren }) {
  const [settings, setSettings] = useState(loadSettings);
  const [spoken, setSpoken] = useState<string | null>(null); // null: nothing is shown yet
  useEffect(() => void speak(settings.language).then(setSpoken), [settings.language]);
  const [dark, setDark] = useState(() => isDark(settings.theme));
  const { theme, contrast } = settings;
  useEffect(() => {
    applyTheme({ theme, contrast });
    setDark(isDark(theme));
    const system = matchMedia("(prefers-color-scheme: dark)");
    const follow = () => setDark(isDark(theme));
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, [theme, contrast]);
  const held = useMemo<Held>(
    () => ({
      settings,
      dark,
      change: (part) =>
        setSettings((before) => {
          const after = { ...before, ...part };
          saveSettings(after);
          return after;
        }),
    }),
    [settings, dark],
  );
  return (
    <Context.Provider value={held}>
      <Fragment key={spoken}>{spoken !== null && children}</Fragment>
    </Context.Provider>
  );
}

export function useSettings(): Held {
  const held = useContext(Context);
  if (!held) throw new Error("no settings around"); // lang: none
  return held;
}
