// Offline play on the start page: the level of the opponent, and the games that this browser keeps.
import { useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import { kLevelNames, kLevels, levelName, listLocalGames, removeLocalGame, type LocalGame } from "../state/local_games";
import { Icon } from "./icons";
import { useSettings } from "../state/settings_context";
import { Link } from "./link";

const kShown = 4;

interface LevelProps {
  rank: string; // of the chosen level, "" where it is not known
  busy: boolean;
  onStart(): void;
}

export function LevelChoice({ rank, busy, onStart }: LevelProps) {
  const { settings, change } = useSettings();
  return (
    <div class="level-choice" id="level-choice">
      <fieldset class="plain">
        <legend>{t("Level of the offline bot")}</legend>
        <div class="chips levels">
          {kLevels.map((level) => (
            <label class={`chip level ${settings.level === level ? "chosen" : ""}`} key={level}>
              <input type="radio" name="level" checked={settings.level === level} onChange={() => change({ level })} />
              <span class="level-number">{level}</span>
              <span class="level-name">{t(kLevelNames[level - 1] ?? "")}</span>
            </label>
          ))}
        </div>
        {rank !== "" && <p class="quiet">{t("Level {level}: {rank}", { level: settings.level, rank })}</p>}
      </fieldset>
      <button type="button" class="button primary big" disabled={busy} onClick={onStart}>
        {busy ? t("Starting …") : t("Start offline game")}
      </button>
      <p class="quiet">{t("No connection needed. The game is saved in this browser.")}</p>
    </div>
  );
}

function stored(): LocalGame[] {
  try {
    return listLocalGames(localStorage).filter((game) => game.moves > 0);
  } catch {
    return []; // storage is forbidden
  }
}

export function LocalGames() {
  const [games, setGames] = useState(stored);
  if (games.length === 0) return null;
  return (
    <section class="card local-games" aria-labelledby="local-title">
      <h2 id="local-title">{t("Your offline games")}</h2>
      <ul>
        {games.slice(0, kShown).map((game) => (
          <li key={game.id}>
            <Link class="local-game" to={`/local/${game.id}`}>
              <span class="local-name">{t(game.title)}</span>
              <span class="quiet">
                {levelName(game.level)} · {tn("{n} move", "{n} moves", game.moves)}
                {game.over && t(" · finished")}
              </span>
            </Link>
            <button
              type="button"
              class="icon-button small"
              aria-label={t("Delete this game of {title}, {moves}", { title: t(game.title), moves: tn("{n} move", "{n} moves", game.moves) })}
              title={t("Delete this game")}
              onClick={() => {
                removeLocalGame(localStorage, game.id);
                setGames(stored());
              }}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
