// What the engine thinks: the best moves with their lines, the chances over the game, and the moves that gave much away.
import { msg, numberText, t } from "../lang/text";
import type { Found } from "../engine/messages";
import type { View } from "../net/protocol";
import { countText, mistakeText, percent, shownCandidates } from "../state/analysis";
import { capitalised } from "../state/words";
import { Icon } from "./icons";
import { useSettings } from "../state/settings_context";
import { SideReports } from "./side_report";
import type { AnalysisHook } from "./use_analysis";
import { WinGraph } from "./win_graph";
import { WinLines } from "./win_lines";

interface Props {
  analysis: AnalysisHook;
  view: View; // of the position shown
  start: View; // of the game's first position
  ply: number;
  plies: number;
  onShow(ply: number): void;
}

export function AnalysisPanel({ analysis, view, start, ply, plies, onShow }: Props) {
  const { settings, change } = useSettings();
  const { on, found, moves, chances } = analysis;
  const seen = found !== null || moves.length > 0 || chances.length > 0;
  const graph = { sides: start.sides, ply, plies, looking: analysis.reported, onShow };
  const mistakes = moves.filter((move) => move.mark !== "");
  return (
    <section class="panel analysis" aria-labelledby="analysis-title">
      <div class="panel-head">
        <h2 id="analysis-title">{t("Analysis")}</h2>
        <button type="button" class={`button small ${seen || on ? "" : "primary"}`} aria-pressed={on} onClick={on ? analysis.stop : analysis.start}>
          <Icon name={on ? "stop" : seen ? "play" : "chart"} />
          {on ? t("Stop") : seen ? t("Continue") : t("Analyse")}
        </button>
      </div>
      {analysis.problem && (
        <p class="problem" role="alert">
          {analysis.problem}
        </p>
      )}
      {!seen && !on && (
        <p class="quiet">
          {analysis.engine
            ? t("Analyse this game with {name} on your computer.", { name: analysis.engine })
            : t("Analyse this game with an engine that runs in your browser.")}
        </p>
      )}
      {analysis.engine && (seen || on) && <p class="quiet">{t("Engine: {name}", { name: analysis.engine })}</p>}
      {(seen || on) && (
        <>
          <Summary analysis={analysis} view={view} />
          <Candidates analysis={analysis} />
          {found?.ownership && (
            <label class="switch">
              <input type="checkbox" checked={settings.ownership} onChange={(event) => change({ ownership: event.currentTarget.checked })} />
              <span class="switch-name">{t("Ownership")}</span>
            </label>
          )}
          {start.sides.length === 2 && (moves.some((move) => move.first_wins !== null) || analysis.reported !== null) && <WinGraph moves={moves} {...graph} />}
          {start.sides.length > 2 && (chances.length > 0 || analysis.reported !== null) && <WinLines chances={chances} {...graph} />}
          {start.sides.length === 2 && <SideReports moves={moves} sides={start.sides} />}
          {mistakes.length > 0 && (
            <details class="mistakes">
              <summary>{t("Mistakes: {n}", { n: mistakes.length })}</summary>
              <ul>
                {mistakes.map((move) => (
                  <li key={move.ply}>
                    <button type="button" class="mistake" onClick={() => onShow(move.ply - 1)}>
                      {mistakeText(move)}
                    </button>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </section>
  );
}

function Summary({ analysis, view }: { analysis: AnalysisHook; view: View }) {
  const { found, why, thinking, on } = analysis;
  if (view.over) return <p class="analysis-state quiet">{t("The game is over in this position. Go back to see the best moves.")}</p>;
  if (why) return <p class="analysis-state quiet">{why}</p>;
  if (!found || found.candidates.length === 0)
    return on ? <p class="analysis-state quiet">{thinking ? t("Thinking …") : t("There is no move to choose here.")}</p> : null;
  if (found.unrated) return <Suggestion found={found} />;
  if (found.visits === 0) return <p class="analysis-state quiet">{t("The engine can analyse this game after the setup.")}</p>;
  const many = view.sides.length > 2;
  const score = many ? "" : scoreText(found.score);
  return (
    <p class="analysis-state">
      <strong>
        {many
          ? t("{name} beats {percent} of the opponents", { name: capitalised(t(found.to_move)), percent: percent(found.win_rate) })
          : t("{side}: win rate {percent}", { side: capitalised(t(found.to_move)), percent: percent(found.win_rate) })}
      </strong>
      {score}
      <span class="quiet">
        {" "}
        {t("· {count} visits", { count: countText(found.visits) })}
        {thinking ? "…" : ""}
      </span>
    </p>
  );
}

/** Of an engine that names moves without win rates. */
function Suggestion({ found }: { found: Found }) {
  return (
    <p class="analysis-state">
      <strong>{t("{side}: {move}", { side: capitalised(t(found.to_move)), move: found.candidates[0]?.move ?? "" })}</strong>
      {scoreText(found.score)}
      <span class="quiet"> {t("· this engine tells no win rates")}</span>
    </p>
  );
}

function scoreText(score: number | null): string {
  if (score === null) return "";
  const tenths = Math.round(Math.abs(score) * 10);
  if (tenths === 0) return t(", even score");
  const lead = numberText(tenths / 10, { minimumFractionDigits: 1 });
  return score > 0 ? t(", score lead +{lead}", { lead }) : t(", score lead −{lead}", { lead });
}

const kListed = 8; // the board shows more, where something is proven of them
const kProven = { win: msg("won"), draw: msg("drawn"), loss: msg("lost") } as const;

function Candidates({ analysis }: { analysis: AnalysisHook }) {
  const shown = shownCandidates(analysis.found).slice(0, kListed);
  const rated = analysis.found?.unrated !== true;
  if (shown.length === 0 || (rated && analysis.found?.visits === 0)) return null;
  return (
    <ol class="candidates" aria-label={t("Best moves")} onMouseLeave={() => analysis.look(null)}>
      {shown.map((one) => (
        <li key={one.move}>
          <button
            type="button"
            class={`candidate ${one.index === 0 ? "best" : ""}`}
            aria-pressed={analysis.focus === one.index}
            onMouseEnter={() => analysis.look(one.index)}
            onFocus={() => analysis.look(one.index)}
            onBlur={() => analysis.look(null)}
            onClick={() => analysis.look(one.index)}
          >
            <span class="candidate-move">{one.move}</span>
            {rated && (
              <>
                <span class="candidate-rate">
                  <span class="unseen">{t("win rate")} </span>
                  {one.proof ? t(kProven[one.proof]) : percent(one.win_rate)}
                </span>
                <span class="candidate-visits">
                  {countText(one.visits)}
                  <span class="unseen"> {t("visits, then")}</span>
                </span>
              </>
            )}
            <span class="candidate-line">{one.line.slice(1).join(" ")}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
