// What the board shows beside the pieces. Every switch is remembered.
import { msg, t } from "../lang/text";
import type { View } from "../net/protocol";
import type { Settings } from "../state/settings";
import { useSettings } from "./settings_context";

type Switch = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

const kSwitches: readonly { name: Switch; label: string; help: string }[] = [
  { name: "freedoms", label: msg("Freedoms"), help: msg("the empty holes each group lives on, and their number") },
  { name: "hints", label: msg("Legal places"), help: msg("a dot wherever you may play") },
  { name: "zombies", label: msg("Zombies"), help: msg("captured balls that cannot leave because others rest on them") },
  { name: "buried", label: msg("Buried balls"), help: msg("balls under another two levels up: they link to nothing") },
  { name: "cuts", label: msg("Cut links"), help: msg("neighbours that an overpass has severed") },
  { name: "coordinates", label: msg("Coordinates"), help: msg("letters and numbers at the edge") },
  { name: "symbols", label: msg("Shapes"), help: msg("a shape for each colour, for colour-blind players") },
];

interface Props {
  view: View;
  peel: number | null;
  onPeel(levels: number | null): void;
}

export function ViewOptions({ view, peel, onPeel }: Props) {
  const { settings, change } = useSettings();
  const standing = Math.max(1, view.surface === "pyramid" ? view.board.length : 1);
  const shown = Math.min(peel ?? standing, standing);
  return (
    <details class="panel view-options">
      <summary>
        <h2>{t("Show")}</h2>
      </summary>
      <div class="switches">
        {kSwitches.map((one) => (
          <label class="switch" key={one.name}>
            <input
              type="checkbox"
              checked={settings[one.name]}
              onChange={(event) => change({ [one.name]: event.currentTarget.checked })}
            />
            <span>
              <span class="switch-name">{t(one.label)}</span>
              <span class="switch-help">{t(one.help)}</span>
            </span>
          </label>
        ))}
      </div>
      {view.surface === "pyramid" && (
        <label class="row">
          <span>
            {t("Levels shown: {shown} of {standing}", { shown, standing })}
          </span>
          <input
            type="range"
            min={1}
            max={standing}
            value={shown}
            disabled={standing === 1}
            aria-label={t("Levels shown, 1 to {standing}", { standing })}
            onInput={(event) => {
              const levels = Number(event.currentTarget.value);
              onPeel(levels >= standing ? null : levels);
            }}
          />
        </label>
      )}
      <label class="row">
        <span>{t("Board")}</span>
        <select value={settings.board} onChange={(event) => change({ board: event.currentTarget.value as Settings["board"] })}>
          <option value="wood">{t("Walnut")}</option>
          <option value="slate">{t("Slate")}</option>
        </select>
      </label>
      <label class="row">
        <span>{t("Confirm each move")}</span>
        <select value={settings.confirm} onChange={(event) => change({ confirm: event.currentTarget.value as Settings["confirm"] })}>
          <option value="auto">{t("On touch")}</option>
          <option value="always">{t("Always")}</option>
          <option value="never">{t("Never")}</option>
        </select>
      </label>
    </details>
  );
}
