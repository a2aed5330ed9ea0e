// What one will play while one is away: a premove, or answers to what the others may play.
import { t } from "../lang/text";
import type { TableState } from "../net/protocol";
import { lineOf, linesOf, parsePlan, planLineText, planText, premoveOf, withLine, withoutLine } from "../state/plan";
import { Icon } from "./icons";
import type { BoardUse } from "../boards/use_board";

interface Props {
  table: TableState;
  use: BoardUse;
  busy: boolean;
  onPlan(plan: string): void;
}

export function PlanPanel({ table, use, busy, onPlan }: Props) {
  const { planning, canPlan, setPlanning } = use;
  const { you, plan } = table;
  if (!canPlan || you === null) return null;
  const word = premoveOf(plan);
  const turns = word !== null ? [] : (parsePlan(plan ?? "") ?? []);
  const line = planning ? lineOf(planning.moves, you) : null;
  return (
    <section class="panel plan-panel" aria-labelledby="plan-title">
      <h2 id="plan-title">{t("Conditional moves")}</h2>
      {word !== null && (
        <p role="status">
          {t("Premove: {word}. It is played on your turn if it is legal.", { word })}{" "}
          <button type="button" class="button small" disabled={busy} onClick={() => onPlan("")}>
            {t("Cancel premove")}
          </button>
        </p>
      )}
      {turns.length > 0 && (
        <ul class="plan-lines" aria-label={t("Your conditional moves")}>
          {linesOf(turns).map((one) => (
            <li key={planLineText(one)}>
              <span>{planLineText(one)}</span>
              <button
                type="button"
                class="icon-button small"
                aria-label={t("Delete {line}", { line: planLineText(one) })}
                title={t("Delete {line}", { line: planLineText(one) })}
                disabled={busy}
                onClick={() => onPlan(planText(withoutLine(turns, one)))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {planning ? (
        <>
          <p class="quiet">{t("On the board, play a move that your opponent may make, then your answer, and so on. Only you can see them.")}</p>
          <p class="draft" role="status">
            {planning.moves.map((move) => move.word).join(" ") || t("No moves yet.")}
          </p>
          <div class="buttons">
            <button
              type="button"
              class="button primary"
              disabled={busy || line === null}
              onClick={() => {
                if (line) onPlan(planText(withLine(turns, line)));
                planning.clear();
              }}
            >
              <Icon name="check" />
              {t("Save this line")}
            </button>
            <button type="button" class="button" disabled={planning.moves.length === 0} onClick={planning.back}>
              <Icon name="undo" />
              {t("Undo move")}
            </button>
            <button type="button" class="button" onClick={() => setPlanning(false)}>
              {t("Done")}
            </button>
          </div>
        </>
      ) : (
        <button type="button" class="button" onClick={() => setPlanning(true)}>
          <Icon name="fork" />
          {t("Add conditional moves")}
        </button>
      )}
    </section>
  );
}
