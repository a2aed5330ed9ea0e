// What the board shows beside the pieces. Every switch is remembered.
import type { View } from "../net/protocol";
import type { Settings } from "../state/settings";
import { useSettings } from "./settings_context";

type Switch = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];

const kSwitches: readonly { name: Switch; label: string; help: string }[] = [
  { name: "freedoms", label: "Freedoms", help: "the empty holes each group lives on, and their number" },
  { name: "hints", label: "Legal places", help: "a dot wherever you may play" },
  { name: "zombies", label: "Zombies", help: "captured balls that cannot leave because others rest on them" },
  { name: "buried", label: "Buried balls", help: "balls under another two levels up: they link to nothing" },
  { name: "cuts", label: "Cut links", help: "neighbours that an overpass has severed" },
  { name: "coordinates", label: "Coordinates", help: "letters and numbers at the edge" },
  { name: "symbols", label: "Shapes", help: "a shape for each colour, for colour-blind players" },
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
        <h2>Show</h2>
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
              <span class="switch-name">{one.label}</span>
              <span class="switch-help">{one.help}</span>
            </span>
          </label>
        ))}
      </div>
      {view.surface === "pyramid" && (
        <label class="row">
          <span>
            Levels shown: {shown} of {standing}
          </span>
          <input
            type="range"
            min={1}
            max={standing}
            value={shown}
            disabled={standing === 1}
            aria-label={`Levels shown, 1 to ${standing}`}
            onInput={(event) => {
              const levels = Number(event.currentTarget.value);
              onPeel(levels >= standing ? null : levels);
            }}
          />
        </label>
      )}
      <label class="row">
        <span>Board</span>
        <select value={settings.board} onChange={(event) => change({ board: event.currentTarget.value as Settings["board"] })}>
          <option value="wood">Walnut</option>
          <option value="slate">Slate</option>
        </select>
      </label>
      <label class="row">
        <span>Confirm each move</span>
        <select value={settings.confirm} onChange={(event) => change({ confirm: event.currentTarget.value as Settings["confirm"] })}>
          <option value="auto">On touch</option>
          <option value="always">Always</option>
          <option value="never">Never</option>
        </select>
      </label>
    </details>
  );
}
