// Agreeing which groups are dead: what is proposed, how it would count, and everybody's word.
import { listed, numberText, t } from "../lang/text";
import type { TableState } from "../net/protocol";
import { colourOf, groupAt } from "../state/board_model";
import { pointKey } from "../state/points";
import type { Replica } from "../state/replica";
import { capitalised } from "../state/words";
import { Icon, Marble } from "./icons";
import { useSaidAgain } from "./use_said_again";

interface Props {
  table: TableState;
  replica: Replica | null;
  busy: boolean;
  stale: number; // commands that came too late
  onPlay(word: string): void;
}

export function AgreementPanel({ table, replica, busy, stale, onPlay }: Props) {
  const { view } = table;
  const points = (kind: string) => view.marks.filter((mark) => mark.kind === kind).flatMap((mark) => mark.points);
  const dead = new Set(points("dead").map(pointKey));
  const say = useSaidAgain(stale, [...dead].sort().join(" "), onPlay);
  const proposed = points("proposed").filter((at) => !dead.has(pointKey(at)));
  // One stone of each chain is enough: the first, as in the words of the rules.
  const first = proposed.map((at) => groupAt(view, at)?.pieces[0] ?? at);
  const chains = [...new Map(first.map((at) => [pointKey(at), at])).values()];
  const [next] = chains;
  const accepted = view.facts["accepted"];
  const can = (word: string) => table.legal.includes(word);
  return (
    <section class="panel agreement-panel" aria-labelledby="agreement-title">
      <h2 id="agreement-title">{t("Scoring: mark dead groups")}</h2>
      <p class="quiet">{t("Select a group to mark it as dead or alive. If you cannot agree, resume play.")}</p>
      <ul class="counts">
        {view.sides.map((side) => (
          <li key={side.name}>
            <Marble colour={colourOf(side.name, view.sides)} /> {capitalised(t(side.name))} <strong>{numberText(side.score)}</strong>
            {accepted === side.name && <span class="quiet"> {t("has accepted")}</span>}
          </li>
        ))}
      </ul>
      {next && replica && (
        <p>
          {t("Probably dead: {list}.", { list: listed(chains.map((at) => replica.name(at))) })}{" "}
          {can(`dead:${replica.name(next)}`) && (
            <button type="button" class="button small" disabled={busy} onClick={() => say(`dead:${replica.name(next)}`)}>
              {t("Mark {name} as dead", { name: replica.name(next) })}
            </button>
          )}
        </p>
      )}
      <div class="buttons">
        <button type="button" class="button primary" disabled={busy || !can("accept")} onClick={() => say("accept")}>
          <Icon name="check" />
          {t("Accept score")}
        </button>
        <button type="button" class="button" disabled={busy || !can("resume")} onClick={() => say("resume")}>
          {t("Resume play")}
        </button>
      </div>
    </section>
  );
}
