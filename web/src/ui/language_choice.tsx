// Each language by its own name, for whoever cannot read the one that is set.
import { kLanguages, languageOf } from "../lang/languages";
import { t } from "../lang/text";
import { mailInLanguage } from "../net/account";
import type { Settings } from "../state/settings";
import { Icon } from "./icons";
import { useSettings } from "../state/settings_context";

export function LanguageChoice({ class: look }: { class: "row" | "way language" }) {
  const { settings, change } = useSettings();
  const choose = (language: Settings["language"]) => {
    change({ language });
    // The pages are in it all the same where the server cannot be asked.
    mailInLanguage(languageOf(language).code).catch((error: unknown) => console.error(error));
  };
  return (
    <label class={look}>
      {look !== "row" && <Icon name="language" />}
      <span class={look === "row" ? "" : "unseen"}>{t("Language")}</span>
      <select value={settings.language} onChange={(event) => choose(event.currentTarget.value as Settings["language"])}>
        <option value="auto">{t("Browser default")}</option>
        {kLanguages.map((one) => (
          <option value={one.code} lang={one.code} key={one.code}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}
