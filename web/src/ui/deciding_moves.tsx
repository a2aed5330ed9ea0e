// The moves that decided a game, from its analysis, which is asked for here where it has not run to its end.
import { t } from "../lang/text";
import { mistakeText } from "../state/analysis";
import { decidingMoves } from "../state/ending";
import { Icon } from "./icons";
import type { AnalysisHook } from "./use_analysis";

interface Props {
  analysis: Pick<AnalysisHook, "allowed" | "graph" | "moves" | "complete" | "on" | "start">;
  sides: number;
  onShow(ply: number): void;
}

/** Of games for two without hidden information: the others have no such report. */
export function Deciding({ analysis, sides, onShow }: Props) {
  const { allowed, graph, moves, complete, on, start } = analysis;
  if (!allowed || !graph || sides !== 2) return null;
  if (!on && !complete)
    return (
      <button type="button" class="button small" onClick={start}>
        <Icon name="chart" />
        {t("Find the deciding moves")}
      </button>
    );
  const found = decidingMoves(moves);
  return (
    <>
      <h3>{t("Deciding moves")}</h3>
      {!complete && <p class="quiet">{t("Looking through the game …")}</p>}
      {complete && found.length === 0 && <p class="quiet">{t("No single move decided this game.")}</p>}
      <ul class="deciding">
        {found.map((move) => (
          <li key={move.ply}>
            <button type="button" class="mistake" onClick={() => onShow(move.ply - 1)}>
              {mistakeText(move)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
