// Everything a player can set for this browser, on one page.
import { t } from "../lang/text";
import { kDefaults } from "../state/settings";
import { LanguageChoice } from "../ui/language_choice";
import { Link } from "../ui/link";
import { Card, Page } from "../ui/page";
import {
  Choose,
  kBoard,
  kConfirm,
  kContrast,
  kKeys,
  kOwnership,
  kPremoves,
  kPyramid,
  kShown,
  kSounds,
  kTheme,
  kThumbnails,
  Switches,
} from "../ui/settings_fields";
import { useSettings } from "../state/settings_context";
import { Shortcuts } from "../ui/shortcuts";

export default function SettingsPage() {
  const { change } = useSettings();
  return (
    <Page title={t("Settings")}>
      <div class="settings">
        <p class="quiet">
          {t("These settings are saved in this browser, for everyone who uses it.")} <Link to="/account">{t("Your account has its own preferences.")}</Link>
        </p>
        <Card title={t("Appearance")} id="looks">
          <LanguageChoice class="row" />
          <Choose of={kTheme} />
          <Choose of={kBoard} />
          <Choose of={kPyramid} />
          <Switches of={[kThumbnails, kContrast]} />
        </Card>
        <Card title={t("On the board")} id="on-board">
          <Switches of={[...kShown, kOwnership]} />
        </Card>
        <Card title={t("Playing")} id="playing">
          <Choose of={kConfirm} />
          <Switches of={[kPremoves, kSounds]} />
        </Card>
        <Card title={t("Keyboard shortcuts")} id="keys">
          <Switches of={[kKeys]} />
          <Shortcuts />
        </Card>
        <p>
          <button type="button" class="button" onClick={() => change({ ...kDefaults })}>
            {t("Reset to defaults")}
          </button>
        </p>
      </div>
    </Page>
  );
}
