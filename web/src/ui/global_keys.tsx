// Single keys that do the same on every page.
import { useEffect, useState } from "preact/hooks";
import { turnsOf } from "../state/own_tables";
import { ownTables } from "./live";
import { go } from "../state/router";
import { useSettings } from "../state/settings_context";
import { ShortcutsDialog } from "./shortcuts";

export function GlobalKeys() {
  const { settings } = useSettings();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!settings.keys) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
      if (event.key === "?") setShown(true);
      else if (event.key === ">") {
        const [next] = turnsOf(ownTables.value.cards, /^\/t\/([^/]+)/.exec(location.pathname)?.[1] ?? null);
        if (next) go(`/t/${next.id}`);
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [settings.keys]);
  return shown ? <ShortcutsDialog onClose={() => setShown(false)} /> : null;
}
