// Why a game is over, and how its score came about.
import { t } from "../lang/text";
import type { View } from "../net/protocol";
import { colourOf } from "../state/board_model";
import { countOf, endText, type Counted } from "../state/ending";
import { capitalised } from "../state/words";
import { Marble } from "./icons";

/** `otherwise`: what is said where a game was not played out. */
export function WhyEnded({ view, otherwise = null }: { view: View; otherwise?: string | null }) {
  const why = endText(view) ?? otherwise;
  const count = countOf(view);
  return (
    <>
      {why && <p>{why}</p>}
      {count && <Count view={view} count={count} />}
    </>
  );
}

/** A panel of its own, on pages that show a game and say its result elsewhere; nothing where there is no more to say. */
export function EndOfGame({ view }: { view: View }) {
  if (!view.over || (endText(view) === null && countOf(view) === null)) return null;
  return (
    <section class="panel end-panel" aria-labelledby="end-title" data-testid="end">
      <h2 id="end-title">{t("How the game ended")}</h2>
      <WhyEnded view={view} />
    </section>
  );
}

function Count({ view, count }: { view: View; count: Counted }) {
  return (
    <>
      <table class="count">
        <thead>
          <tr>
            <td />
            {view.sides.map((side) => (
              <th scope="col" key={side.name}>
                <Marble colour={colourOf(side.name, view.sides)} /> {capitalised(t(side.name))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {count.rows.map(({ label, values, total }) => (
            <tr key={label} class={total ? "total" : undefined}>
              <th scope="row">{label}</th>
              {values.map((value, i) => (
                <td key={view.sides[i]?.name}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {count.rule && <p class="quiet">{count.rule}</p>}
    </>
  );
}
