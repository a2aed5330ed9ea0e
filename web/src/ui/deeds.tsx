// What one can do at a table: under the line that says how it stands, a panel for each kind of deed.
import type { ComponentChildren } from "preact";
import { useMemo, useRef, type MutableRef } from "preact/hooks";
import type { BoardUse } from "../boards/use_board";
import type { StepPlay } from "../boards/use_steps";
import { t } from "../lang/text";
import type { TableState, View } from "../net/protocol";
import type { TableHook } from "../state/use_table";
import { AgreementPanel } from "./agreement_panel";
import { FormationPanel } from "./formation_panel";
import { Icon } from "./icons";
import { Invite } from "./invite";
import { Offers } from "./offers";
import { PlanPanel } from "./plan_panel";
import { RefereePanel } from "./referee_panel";
import { Actions } from "./table_parts";
import { TurnPanel } from "./turn_panel";
import { TypeMove } from "./type_move";
import { useKeptFocus } from "./use_kept_focus";

interface Props {
  table: TableState;
  hook: TableHook;
  view: View;
  use: BoardUse;
  play: StepPlay;
  open: boolean; // the viewer may play
  reviewing: boolean;
  onPlay(word: string): boolean;
  refuge: MutableRef<HTMLElement | null>; // takes the focus that would be lost
  children: ComponentChildren; // how it stands
}

export function Deeds({ table, hook, view, use, play, open, reviewing, onPlay, refuge, children }: Props) {
  const { page, replica, send, join, hidden } = hook;
  const { turn, planning, forming } = use;
  const busy = page.pending !== null;
  const deeds = useRef<HTMLDivElement | null>(null);
  useKeptFocus(deeds, refuge, busy);
  const { over, facts } = table.view;
  const agreeing = facts["phase"] === "agreement" && !over && table.you !== null;
  // What has a panel of its own needs no button here.
  const extra = useMemo(() => (open && !agreeing && !forming ? table.legal.filter((word) => !/\d/.test(word)) : []), [open, table.legal, agreeing, forming]);
  const sendWord = (word: string) => send({ command: "play", word });
  return (
    <div class="deeds" ref={deeds}>
      {children}
      {play.words.length > 0 && (
        <div class="buttons" role="group" aria-label={play.lifted ? t("With this piece") : t("This turn")}>
          {play.words.map((word) => (
            <button type="button" class="button" key={word} onClick={() => onPlay(word)}>
              {play.label(word)}
            </button>
          ))}
        </div>
      )}
      {!reviewing && <TurnPanel table={table} turn={turn} busy={busy} onSend={(words) => send({ command: "play", words })} />}
      {forming && <FormationPanel table={table} forming={forming} busy={busy} stale={page.stale} onPlay={sendWord} />}
      {agreeing && <AgreementPanel table={table} replica={replica} busy={busy} stale={page.stale} onPlay={sendWord} />}
      {hidden && !over && <RefereePanel table={table} replica={replica} marking={use.marking} onMarking={use.setMarking} />}
      <Offers table={table} busy={busy} send={send} />
      {!over && table.you !== null && (
        <TypeMove game={table.game} view={view} mayPlay={open || planning !== null} extra={extra} onType={play.type} onPlay={onPlay} />
      )}
      <PlanPanel table={table} use={use} busy={busy} onPlan={(plan) => send({ command: "plan", plan })} />
      <Invite table={table} onJoin={join} />
      {table.you === null && !table.seats.some((seat) => seat.kind === "open") && (
        <p class="quiet watching">
          <Icon name="eye" /> {t("You are watching.")}
        </p>
      )}
      <Actions table={table} hidden={hidden} busy={busy} send={send} />
    </div>
  );
}
