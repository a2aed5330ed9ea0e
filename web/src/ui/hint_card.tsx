// A hint in somebody's first game: what it is about, where it is on the board, and where one learns more.
import type { RefObject } from "preact";
import { t } from "../lang/text";
import { Icon } from "./icons";
import { Link } from "./link";
import type { Hinting } from "./use_hints";

interface Props {
  hinting: Hinting;
  game: string;
  refuge: RefObject<HTMLElement>; // takes the focus of a hint that is put away
}

export function HintCard({ hinting, game, refuge }: Props) {
  const { hint, marked, canMark, mark, close, never } = hinting;
  const putAway = (how: () => void) => () => {
    how();
    refuge.current?.focus({ preventScroll: true });
  };
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
        <button type="button" class="button small" onClick={putAway(close)}>
          {t("Got it")}
        </button>
        <button type="button" class="button small quiet-button" onClick={putAway(never)}>
          {t("Don't show again")}
        </button>
      </div>
    </aside>
  );
}
