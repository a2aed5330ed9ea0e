// Who sits where, what each has so far, and whose turn it is.
import { numberText, t, tn } from "../lang/text";
import type { TableState, View } from "../net/protocol";
import { colourOf } from "../state/board_model";
import { tallyOf } from "../state/score";
import { capitalised, hasFreeSeat, seatName } from "../state/words";
import { ClockFace, useElapsed } from "./clock";
import { Icon, Marble } from "./icons";
import { Link } from "./link";

export function Players({ table, view }: { table: Pick<TableState, "seats" | "you" | "thinking" | "clock"> & { rated?: boolean }; view: View }) {
  const elapsed = useElapsed(table.clock);
  const agreeing = view.facts["phase"] === "agreement";
  return (
    <ul class="players" aria-label={t("Players")}>
      {view.sides.map((side) => {
        const seat = table.seats[side.seat];
        const acting = !view.over && view.to_act.includes(side.seat);
        const won = view.over && view.result?.winner === side.name && !hasFreeSeat(table);
        const tally = tallyOf(view, side);
        const captures = tally.captures ? 0 : (side.captures ?? 0);
        return (
          <li class={`player ${acting ? "acting" : ""} ${won ? "won" : ""}`} key={side.name}>
            <Marble colour={colourOf(side.name, view.sides)} />
            <span class="player-words">
              <span class="player-name">
                {table.rated && seat?.name && seat.kind !== "bot" ? <Link to={`/people/${seat.name}`}>{seat.name}</Link> : seatName(seat)}
                {table.you === side.seat && <span class="you">{t("you")}</span>}
              </span>
              <span class="player-side">
                {seat?.kind === "bot" && <Icon name="bot" />}
                {capitalised(t(side.name))}
                {acting && !agreeing && (table.thinking && seat?.kind === "bot" ? t(", thinking") : t(", to move"))}
                {captures > 0 && tn(", {n} capture", ", {n} captures", captures)}
                {won && t(", winner")}
                {side.retired && view.sides.length > 2 && t(", left##the table")}
              </span>
            </span>
            {table.clock && <ClockFace clock={table.clock} seat={side.seat} elapsed={elapsed} />}
            <span class="player-score">
              <strong>{numberText(tally.count)}</strong> <span class="player-unit">{tally.unit}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
