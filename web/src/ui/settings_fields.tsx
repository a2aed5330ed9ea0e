// Fields that set what a player likes; each is remembered at once. Used beside the board and on the page of settings.
import { msg, t } from "../lang/text";
import type { View } from "../net/protocol";
import type { Settings } from "../state/settings";
import { hasLevels } from "../state/surface";
import { useSettings } from "../state/settings_context";

type Named<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings];
type Flag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];
export type Switch = { name: Flag; label: string; help: string };
export type Choice = { name: Named<string>; label: string; values: readonly (readonly [value: string, label: string])[] };

export const kShown: readonly Switch[] = [
  { name: "freedoms", label: msg("Freedoms"), help: msg("the empty holes each group lives on, and their number") },
  { name: "hints", label: msg("Legal places"), help: msg("a dot wherever you may play") },
  { name: "zombies", label: msg("Zombies"), help: msg("captured balls that cannot leave because others rest on them") },
  { name: "buried", label: msg("Buried balls"), help: msg("balls under another two levels up: they link to nothing") },
  { name: "cuts", label: msg("Cut links"), help: msg("neighbours that an overpass has severed") },
  { name: "coordinates", label: msg("Coordinates"), help: msg("letters and numbers at the edge") },
  { name: "numbers", label: msg("Move numbers"), help: msg("on each piece, when it was played") },
  { name: "symbols", label: msg("Shapes"), help: msg("a shape for each colour, for colour-blind players") },
];

const kLiberties: Switch = { name: "freedoms", label: msg("Liberties"), help: msg("the empty points each group lives on, and their number") };
const kOfLevels: readonly Flag[] = ["zombies", "buried", "cuts"];

/** Of these switches, those that show something on such a board. */
export function shownOn(view: Pick<View, "surface" | "lives_on">): readonly Switch[] {
  const shown = kShown.filter(({ name }) => (hasLevels(view) || !kOfLevels.includes(name)) && (view.lives_on !== null || name !== "freedoms"));
  return view.lives_on === "liberties" ? shown.map((one) => (one.name === "freedoms" ? kLiberties : one)) : shown;
}

export const kSounds: Switch = {
  name: "sounds",
  label: msg("Sounds"),
  help: msg("a click for a move, another for a capture, a bell while you look elsewhere, a warning when time runs out"),
};
export const kPremoves: Switch = {
  name: "premoves",
  label: msg("Premoves"),
  help: msg("while the other thinks, a place that you choose is played as soon as it is your turn"),
};
export const kKeys: Switch = { name: "keys", label: msg("Single keys"), help: msg("letters write a move, ? shows the keys, > leads to the next game") };
export const kContrast: Switch = { name: "contrast", label: msg("More contrast"), help: msg("stronger colours and lines on every page") };
export const kOwnership: Switch = { name: "ownership", label: msg("Ownership"), help: msg("of an analysis, on flat boards") };

export const kTheme: Choice = {
  name: "theme",
  label: msg("Colours"),
  values: [
    ["auto", msg("as the system")],
    ["light", msg("light##colours")],
    ["dark", msg("dark##colours")],
  ],
};
export const kBoard: Choice = {
  name: "board",
  label: msg("Board"),
  values: [
    ["wood", msg("Walnut")],
    ["slate", msg("Slate")],
  ],
};
export const kPyramid: Choice = {
  name: "pyramid",
  label: msg("Boards with levels"),
  values: [
    ["3d", msg("In space")],
    ["flat", msg("Flat, from above")],
  ],
};
export const kConfirm: Choice = {
  name: "confirm",
  label: msg("Confirm each move"),
  values: [
    ["auto", msg("On touch")],
    ["always", msg("Always")],
    ["never", msg("Never")],
  ],
};

export function Switches({ of }: { of: readonly Switch[] }) {
  const { settings, change } = useSettings();
  return (
    <div class="switches">
      {of.map((one) => (
        <label class="switch" key={one.name}>
          <input type="checkbox" checked={settings[one.name]} onChange={(event) => change({ [one.name]: event.currentTarget.checked })} />
          <span>
            <span class="switch-name">{t(one.label)}</span>
            <span class="switch-help">{t(one.help)}</span>
          </span>
        </label>
      ))}
    </div>
  );
}

export function Choose({ of }: { of: Choice }) {
  const { settings, change } = useSettings();
  return (
    <label class="row">
      <span>{t(of.label)}</span>
      <select value={settings[of.name]} onChange={(event) => change({ [of.name]: event.currentTarget.value })}>
        {of.values.map(([value, label]) => (
          <option value={value} key={value}>
            {t(label)}
          </option>
        ))}
      </select>
    </label>
  );
}
