// Who sits where, how many pieces each has, and whose turn it is.
import { t } from "../lang/text";
import type { TableState, View } from "../net/protocol";
import { colourOf } from "../state/board_model";
import { capitalised, seatName } from "../state/words";
import { ClockFace, useElapsed } from "./clock";
import { Icon, Marble } from "./icons";

export function Players({ table, view }: { table: Pick<TableState, "seats" | "you" | "thinking" | "clock">; view: View }) {
  const elapsed = useElapsed(table.clock);
  return (
    <ul class="players" aria-label={t("Players")}>
      {view.sides.map((side) => {
        const seat = table.seats[side.seat];
        const acting = !view.over && view.to_act.includes(side.seat);
        const won = view.over && view.result?.winner === side.name;
        return (
          <li class={`player ${acting ? "acting" : ""} ${won ? "won" : ""}`} key={side.name}>
            <Marble colour={colourOf(side.name)} />
            <span class="player-words">
              <span class="player-name">
                {seatName(seat)}
                {table.you === side.seat && <span class="you">{t("you")}</span>}
              </span>
              <span class="player-side">
                {seat?.kind === "bot" && <Icon name="bot" />}
                {capitalised(t(side.name))}
                {acting && (table.thinking && seat?.kind === "bot" ? t(", thinking") : t(", to move"))}
                {won && t(", winner")}
                {side.retired && t(", left##the table")}
              </span>
            </span>
            {table.clock && <ClockFace clock={table.clock} seat={side.seat} elapsed={elapsed} />}
            <span class="player-score" aria-label={t("{score} on the board", { score: side.score })}>
              {side.score}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
