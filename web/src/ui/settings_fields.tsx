// Fields that set what a player likes; each is remembered at once. Used beside the board and on the page of settings.
import { msg, t } from "../lang/text";
import type { View } from "../net/protocol";
import type { Settings } from "../state/settings";
import { hasLevels } from "../state/surface";
import { useSettings } from "../state/settings_context";
import { capitalised } from "../state/words";

type Named<T> = { [K in keyof Settings]: Settings[K] extends T ? K : never }[keyof Settings];
type Flag = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];
export type Switch = { name: Flag; label: string; help: string };
export type Choice = { name: Named<string>; label: string; values: readonly (readonly [value: string, label: string])[] };

export const kShown: readonly Switch[] = [
  { name: "freedoms", label: msg("Freedoms"), help: msg("The empty holes that each group lives on, and how many") },
  { name: "hints", label: msg("Legal moves"), help: msg("A dot on every point where you may play") },
  { name: "explain", label: msg("Explanations"), help: msg("What was captured and why, and why a move is illegal") },
  { name: "zombies", label: msg("Zombies"), help: msg("Captured balls that stay because others rest on them") },
  { name: "buried", label: msg("Buried balls"), help: msg("Balls with another ball two layers above; they link to nothing") },
  { name: "cuts", label: msg("Cut links"), help: msg("Neighbours whose link an overpass has cut") },
  { name: "coordinates", label: msg("Coordinates"), help: msg("Letters and numbers at the edge of the board") },
  { name: "numbers", label: msg("Move numbers"), help: msg("On each piece, the number of its move") },
  { name: "symbols", label: msg("Shapes"), help: msg("A shape for each colour, for colour-blind players") },
];

const kLiberties: Switch = { name: "freedoms", label: msg("Liberties"), help: msg("The empty points beside each group, and how many") };
const kOfLevels: readonly Flag[] = ["zombies", "buried", "cuts"];

/** Of these switches, those that show something on such a board. */
export function shownOn(view: Pick<View, "surface" | "lives_on">): readonly Switch[] {
  const shown = kShown.filter(({ name }) => (hasLevels(view) || !kOfLevels.includes(name)) && (view.lives_on !== null || name !== "freedoms"));
  return view.lives_on === "liberties" ? shown.map((one) => (one.name === "freedoms" ? kLiberties : one)) : shown;
}

export const kSounds: Switch = {
  name: "sounds",
  label: msg("Sounds"),
  help: msg("For moves, captures and low time; a bell when it is your turn in another tab"),
};
export const kPremoves: Switch = {
  name: "premoves",
  label: msg("Premoves"),
  help: msg("Choose your next move while your opponent thinks. It is played when your turn begins."),
};
export const kKeys: Switch = {
  name: "keys",
  label: msg("Single-key shortcuts"),
  help: msg("Letters enter a move, ? shows the shortcuts, > opens your next game"),
};
export const kContrast: Switch = { name: "contrast", label: msg("High contrast"), help: msg("Stronger colours and lines on every page") };
export const kThumbnails: Switch = { name: "thumbnails", label: msg("Boards in lists"), help: msg("A small board beside each game in a list") };
export const kOwnership: Switch = {
  name: "ownership",
  label: msg("Ownership"),
  help: msg("In an analysis, who is expected to hold each point (flat boards only)"),
};

export const kTheme: Choice = {
  name: "theme",
  label: msg("Theme"),
  values: [
    ["auto", msg("system default")],
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
  label: msg("Layered boards"),
  values: [
    ["3d", msg("3D")],
    ["flat", msg("Flat, from above")],
  ],
};
export const kConfirm: Choice = {
  name: "confirm",
  label: msg("Confirm moves"),
  values: [
    ["auto", msg("On touch screens")],
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
            {capitalised(t(label))}
          </option>
        ))}
      </select>
    </label>
  );
}
