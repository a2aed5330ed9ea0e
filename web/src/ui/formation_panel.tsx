// Arranging pieces in sight of the other player, until both consent.
import { t } from "../lang/text";
import type { TableState } from "../net/protocol";
import { seatName } from "../state/words";
import { Icon } from "./icons";
import type { Forming } from "../boards/use_board";
import { useSaidAgain } from "./use_said_again";

interface Props {
  table: Pick<TableState, "view" | "you" | "seats"> & { legal: readonly string[] };
  forming: Forming;
  busy: boolean;
  stale: number; // commands that came too late
  onPlay(word: string): void;
}

export function FormationPanel({ table, forming, busy, stale, onPlay }: Props) {
  const { by, points, changed, set } = forming;
  const { sides } = table.view;
  const side = sides.find((one) => one.seat === table.you)?.name ?? "";
  const other = sides.find((one) => one.seat !== table.you);
  const theirs = by.shown(table.view, other?.name ?? "");
  const accepts = by.accepts(table.view, other?.name ?? "");
  const given = by.shown(table.view, side) !== "";
  const who = seatName(table.seats[other?.seat ?? -1]);
  const accepted = by.accepts(table.view, side);
  const can = (word: string) => table.legal.includes(word);
  const say = useSaidAgain(stale, theirs, onPlay);
  return (
    <section class="panel formation-panel" aria-labelledby="formation-title">
      <h2 id="formation-title">{t("Your formation")}</h2>
      <p class="quiet">{t(by.help)}</p>
      <div class="buttons" role="group" aria-label={t("Ready-made formations")}>
        {by.usual(side).map((one) => (
          <button type="button" class="button small" key={one.name} onClick={() => set(one.points)}>
            {t(one.name)}
          </button>
        ))}
      </div>
      <p role="status">
        {theirs === ""
          ? t("{name} has not proposed a formation yet.", { name: who })
          : accepts
            ? t("{name} accepts your formation.", { name: who })
            : t("{name} has not accepted your formation yet.", { name: who })}
      </p>
      <div class="buttons">
        <button type="button" class={`button ${changed ? "primary" : ""}`} disabled={busy || !changed} onClick={() => say(by.word(points))}>
          {given ? t("Propose this instead") : t("Propose this formation")}
        </button>
        {given && theirs !== "" && (
          <button type="button" class={`button ${changed ? "" : "primary"}`} disabled={busy || changed || !can("accept")} onClick={() => say("accept")}>
            <Icon name="check" />
            {accepted ? t("Accepted") : t("Accept formation")}
          </button>
        )}
        {by.demands.map(
          ({ word, name, help }) =>
            can(word) && (
              <button type="button" class="button" key={word} disabled={busy} title={t(help)} onClick={() => onPlay(word)}>
                {t(name)}
              </button>
            ),
        )}
      </div>
    </section>
  );
}
