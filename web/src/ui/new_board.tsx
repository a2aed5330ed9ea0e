// A board to begin with: any game, any options.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { skinOf } from "../skins/skins";
import type { GameRecord } from "../net/records";
import { changedOptions } from "../state/options";
import type { Core } from "../wasm/core";
import { problemText } from "../state/problem_text";
import { OptionFields } from "./option_fields";

export function emptyRecord(game: string, options: Record<string, string> = {}): GameRecord {
  return { format: "cairn-record", version: 2, game, options, nodes: [{}] };
}

const startOf = (game: string): Record<string, string> => ({ ...skinOf(game).start?.options });

interface Props {
  core: Core;
  game: string; // chosen first
  onSetUp(record: GameRecord): void;
}

export function NewBoard({ core, game: first, onSetUp }: Props) {
  const games = core.games();
  const [name, setName] = useState(first);
  const [values, setValues] = useState<Record<string, string>>(startOf(first));
  const [problem, setProblem] = useState<string | null>(null);
  const game = games.find((one) => one.name === name) ?? games[0];
  if (!game) return null;
  const setUp = (event: Event) => {
    event.preventDefault();
    const record = emptyRecord(game.name, changedOptions(game, values));
    try {
      core.create(record.game, record.options).free();
    } catch (error) {
      setProblem(problemText(error));
      return;
    }
    setProblem(null);
    onSetUp(record);
  };
  return (
    <details class="panel">
      <summary>
        <h2>{t("New board")}</h2>
      </summary>
      <form class="panel-form" onSubmit={setUp}>
        <label class="option">
          <span class="option-name">{t("Game")}</span>
          <select
            value={game.name}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setValues(startOf(event.currentTarget.value));
            }}
          >
            {games.map((one) => (
              <option value={one.name} key={one.name}>
                {t(one.title)}
              </option>
            ))}
          </select>
        </label>
        <OptionFields
          specs={game.options.filter((spec) => spec.name === "size")}
          values={values}
          onChange={(option, value) => setValues({ ...values, [option]: value })}
        />
        <details>
          <summary>{game.options.some((spec) => spec.name === "size") ? t("More options") : t("Options")}</summary>
          <div class="option-grid">
            <OptionFields
              specs={game.options.filter((spec) => spec.name !== "size")}
              values={values}
              onChange={(option, value) => setValues({ ...values, [option]: value })}
            />
          </div>
        </details>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" class="button primary">
          {t("Set up board")}
        </button>
      </form>
    </details>
  );
}
