// Each side's mistakes and average loss, below the graph of an analysis.
import { numberText, t } from "../lang/text";
import type { View } from "../net/protocol";
import { colourOf } from "../state/board_model";
import { sideReports } from "../state/side_report";
import { capitalised } from "../state/words";
import type { ReportedMove } from "../wasm/engine";
import { Marble } from "./icons";

export function SideReports({ moves, sides }: { moves: readonly ReportedMove[]; sides: View["sides"] }) {
  const reports = sideReports(
    moves,
    sides.map((side) => side.name),
  );
  if (reports.length < 2) return null;
  return (
    <table class="count side-reports">
      <caption class="unseen">{t("Mistakes of each side")}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t("Doubtful")} ?!</th>
          <th scope="col">{t("Bad##a move")} ?</th>
          <th scope="col">{t("Very bad##a move")} ??</th>
          <th scope="col">{t("Average loss")}</th>
        </tr>
      </thead>
      <tbody>
        {reports.map(({ side, doubtful, bad, veryBad, loss }) => (
          <tr key={side}>
            <th scope="row">
              <Marble colour={colourOf(side, sides)} /> {capitalised(t(side))}
            </th>
            <td>{doubtful}</td>
            <td>{bad}</td>
            <td>{veryBad}</td>
            <td>{t("{n} %", { n: numberText(100 * loss, { maximumFractionDigits: 1 }) })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
