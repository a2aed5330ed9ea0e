// What the board shows beside the pieces. Every switch is remembered.
import { t } from "../lang/text";
import type { View } from "../net/protocol";
import { Link } from "./link";
import { Choose, kBoard, kConfirm, kPyramid, kSounds, shownOn, Switches } from "./settings_fields";
import { hasLevels } from "../state/surface";

interface Props {
  view: View;
  peel: number | null;
  onPeel(levels: number | null): void;
  onZen?(): void; // hides all but the board and the game
}

export function ViewOptions({ view, peel, onPeel, onZen }: Props) {
  const stacked = hasLevels(view);
  const standing = Math.max(1, stacked ? view.board.length : 1);
  const shown = Math.min(peel ?? standing, standing);
  return (
    <details class="panel view-options">
      <summary>
        <h2>{t("Board settings")}</h2>
      </summary>
      <Switches of={[...shownOn(view), kSounds]} />
      {stacked && (
        <label class="row">
          <span>{t("Layers shown: {shown} of {standing}", { shown, standing })}</span>
          <input
            type="range"
            min={1}
            max={standing}
            value={shown}
            disabled={standing === 1}
            aria-label={t("Layers shown, 1 to {standing}", { standing })}
            onInput={(event) => {
              const levels = Number(event.currentTarget.value);
              onPeel(levels >= standing ? null : levels);
            }}
          />
        </label>
      )}
      {stacked && <Choose of={kPyramid} />}
      <Choose of={kBoard} />
      <Choose of={kConfirm} />
      {onZen && (
        <p>
          <button type="button" class="button small" onClick={onZen}>
            {t("Zen mode: hide the rest")}
          </button>
        </p>
      )}
      <p class="quiet">
        <Link to="/settings">{t("All settings")}</Link>
      </p>
    </details>
  );
}
