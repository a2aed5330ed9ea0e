// Which game a list shows.
import { t } from "../lang/text";
import type { Game } from "../net/protocol";

export function GameFilter({ games, game, onChange }: { games: readonly Pick<Game, "name" | "title">[]; game: string; onChange(game: string): void }) {
  return (
    <label class="row">
      <span>{t("Game")}</span>
      <select value={game} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t("All games##every kind")}</option>
        {games.map((one) => (
          <option value={one.name} key={one.name}>
            {t(one.title)}
          </option>
        ))}
      </select>
    </label>
  );
}
