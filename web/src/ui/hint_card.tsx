// A hint in somebody's first game: what it is about, where it is on the board, and where one learns more.
import { t } from "../lang/text";
import { Icon } from "./icons";
import { Link } from "./link";
import type { Hinting } from "./use_hints";

export function HintCard({ hinting, game }: { hinting: Hinting; game: string }) {
  const { hint, marked, canMark, mark, close, never } = hinting;
  return (
    <aside class="hint" aria-label={t("Hint")} data-testid="hint">
      <p role="status" key={hint.id}>
        {t(hint.text)}
      </p>
      <div class="buttons">
        {canMark && (
          <button type="button" class="button small" aria-pressed={marked} onClick={mark}>
            <Icon name="eye" />
            {t("Show me")}
          </button>
        )}
        <Link class="button small" to={`/learn/${game}`}>
          {t("Lesson")}
        </Link>
        <button type="button" class="button small" onClick={close}>
          {t("Got it")}
        </button>
        <button type="button" class="button small quiet-button" onClick={never}>
          {t("Don't show again")}
        </button>
      </div>
    </aside>
  );
}
