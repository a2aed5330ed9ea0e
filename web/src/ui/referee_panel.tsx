// What the referee of a hidden game has said, and the player's own marks on the board.
import { listed, t, tn } from "../lang/text";
import type { Point, TableState } from "../net/protocol";
import type { Replica } from "../state/replica";
import { capitalised } from "../state/words";
import { Icon } from "./icons";

interface Props {
  table: TableState;
  replica: Replica | null;
  marking: boolean;
  onMarking(on: boolean): void;
}

export function RefereePanel({ table, replica, marking, onMarking }: Props) {
  const { view } = table;
  const names = (kind: string): string => {
    const points: Point[] = view.marks.filter((mark) => mark.kind === kind).flatMap((mark) => mark.points);
    return points.length > 0 && replica ? listed(points.map((at) => replica.name(at))) : "";
  };
  const tried = names("tried");
  const captured = names("captured");
  const atari = view.sides.flatMap((side) => {
    const count = Number(view.facts[`${side.name}-in-atari`] ?? 0);
    return count > 0 ? [tn("{side}: {n} group in atari.", "{side}: {n} groups in atari.", count, { side: capitalised(t(side.name)) })] : [];
  });
  const stones = table.moves.filter((move) => !move.refused && move.word !== "pass").length;
  return (
    <section class="panel referee-panel" aria-labelledby="referee-title">
      <h2 id="referee-title">{t("Referee")}</h2>
      <div role="status">
        <ul>
          <li>{tn("{n} stone played.", "{n} stones played.", stones)}</li>
          {captured && <li>{t("Last captures: {list}.", { list: captured })}</li>}
          {tried && <li>{t("Illegal in this turn: {list}.", { list: tried })}</li>}
          {atari.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      {table.you !== null && (
        <button type="button" class={`button ${marking ? "primary" : ""}`} aria-pressed={marking} onClick={() => onMarking(!marking)}>
          <Icon name="mark" />
          {t("Mark points")}
        </button>
      )}
      {marking && <p class="quiet">{t("Select empty points to note your guesses: ● stone, ○ no stone, ? unsure. This does not play a move.")}</p>}
    </section>
  );
}
