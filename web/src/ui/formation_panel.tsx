// Arranging eight pieces in sight of the other player, until both consent.
import { msg, t } from "../lang/text";
import type { TableState } from "../net/protocol";
import { formationWord, usualFormations, type Usual } from "../state/formation";
import { capitalised, seatName } from "../state/words";
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

const kUsual: Record<Usual["name"], string> = { line: msg("A line"), block: msg("A block"), wings: msg("Two wings"), teeth: msg("Teeth") };

export function FormationPanel({ table, forming, busy, stale, onPlay }: Props) {
  const { facts, sides } = table.view;
  const side = sides.find((one) => one.seat === table.you)?.name ?? "";
  const other = sides.find((one) => one.seat !== table.you);
  const theirs = facts[`${other?.name ?? ""}_formation`] ?? "";
  const accepts = facts[`${other?.name ?? ""}_accepts`] === "yes";
  const given = (facts[`${side}_formation`] ?? "") !== "";
  const who = seatName(table.seats[other?.seat ?? -1]);
  const accepted = facts[`${side}_accepts`] === "yes";
  const can = (word: string) => table.legal.includes(word);
  const say = useSaidAgain(stale, theirs, onPlay);
  return (
    <section class="panel formation-panel" aria-labelledby="formation-title">
      <h2 id="formation-title">{t("Your formation")}</h2>
      <p class="quiet">{t("Take a piece up and choose where in your two rows it goes. Play begins when each has accepted the other’s formation.")}</p>
      <div class="buttons" role="group" aria-label={t("Usual formations")}>
        {usualFormations(side).map((one) => (
          <button type="button" class="button small" key={one.name} onClick={() => forming.set(one.squares)}>
            {t(kUsual[one.name])}
          </button>
        ))}
      </div>
      <p role="status">
        {theirs === "" ? t("{name} has not shown a formation yet.", { name: who }) : accepts ? t("{name} accepts.", { name: who }) : t("{name} has not accepted yet.", { name: who })}
      </p>
      <div class="buttons">
        <button type="button" class={`button ${forming.changed ? "primary" : ""}`} disabled={busy || !forming.changed} onClick={() => say(formationWord(forming.squares))}>
          {given ? t("Change to this") : t("Show this formation")}
        </button>
        {given && theirs !== "" && (
          <button type="button" class={`button ${forming.changed ? "" : "primary"}`} disabled={busy || forming.changed || !can("accept")} onClick={() => say("accept")}>
            <Icon name="check" />
            {accepted ? t("Accepted") : t("Accept")}
          </button>
        )}
        {can("hostile") && (
          <button type="button" class="button" disabled={busy} title={t("Then each places one piece in turn, and none is moved again.")} onClick={() => onPlay("hostile")}>
            {capitalised(t("hostile"))}
          </button>
        )}
      </div>
    </section>
  );
}
