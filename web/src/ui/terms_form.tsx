// The fields for what a game is played on: game, board, clock, rated, and all else behind "More options".
import { t } from "../lang/text";
import type { Game } from "../net/protocol";
import { kClocks } from "../state/clock";
import { sizeField } from "../state/options";
import { gameOf, mayBeRated, type Draft } from "../state/terms";
import { OptionFields, SizeOption } from "./option_fields";

interface Props {
  games: readonly Game[];
  draft: Draft;
  account: boolean; // whoever asks has one
  onChange(draft: Draft): void;
  two?: boolean; // only two can play
  clocked?: boolean; // there must be a clock
}

const kOther = "other";

export function TermsFields({ games, draft, account, onChange, two = false, clocked = false }: Props) {
  const game = gameOf(games, draft.game);
  if (!game) return null;
  const size = sizeField(game);
  const change = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const set = (name: string, value: string) => change({ values: { ...draft.values, [name]: value } });
  const known = kClocks.some((one) => one.rule === draft.clock);
  const rateable = mayBeRated(draft, account);
  const players = two ? undefined : game.options.find((spec) => spec.name === "players");
  const rest = game.options.filter((spec) => spec.name !== "size" && spec.name !== "players");
  return (
    <>
      <div class="terms">
        <label class="option">
          <span class="option-name">{t("Game")}</span>
          <select value={draft.game} onChange={(event) => change({ game: event.currentTarget.value, values: {} })}>
            {games.map((one) => (
              <option value={one.name} key={one.name}>
                {t(one.title)}
              </option>
            ))}
          </select>
        </label>
        {size && <SizeOption field={size} value={draft.values["size"] ?? size.fallback} onChange={(value) => set("size", value)} />}
        {players && <OptionFields specs={[players]} values={draft.values} onChange={set} />}
        <label class="option">
          <span class="option-name">{t("Time control")}</span>
          <select
            value={known ? draft.clock : kOther}
            onChange={(event) => change({ clock: event.currentTarget.value === kOther ? "fischer 10m+10s" : event.currentTarget.value })}
          >
            {kClocks
              .filter((one) => !clocked || one.rule !== "none")
              .map(({ rule, name }) => (
                <option value={rule} key={rule}>
                  {t(name)}
                </option>
              ))}
            <option value={kOther}>{t("Custom …")}</option>
          </select>
        </label>
        {!known && (
          <label class="option">
            <span class="option-name">{t("Custom time control")}</span>
            <input type="text" required spellcheck={false} value={draft.clock} onInput={(event) => change({ clock: event.currentTarget.value })} />
            <span class="option-help">
              {t("For example: {rules}", { rules: "absolute 15m, fischer 5m+3s, byoyomi 10m+3x30s, canadian 10m+20/5m, move 30s, correspondence 3d" })}
            </span>
          </label>
        )}
        <label class="option flag">
          <input type="checkbox" checked={draft.rated && rateable} disabled={!rateable} onChange={(event) => change({ rated: event.currentTarget.checked })} />
          <span class="option-name">{t("Rated")}</span>
          <span class="option-help">{!account ? t("Requires an account") : rateable ? t("Affects ratings; no takebacks") : t("Requires a time control")}</span>
        </label>
      </div>
      {rest.length > 0 && (
        <details class="more">
          <summary>{t("More options")}</summary>
          <div class="option-grid">
            <OptionFields specs={rest} values={draft.values} onChange={set} />
          </div>
        </details>
      )}
    </>
  );
}
