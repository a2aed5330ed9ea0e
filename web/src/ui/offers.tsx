// What needs everybody's consent: what waits for an answer, and ways to ask.
import { dateText, msg, t } from "../lang/text";
import type { OfferKind, TableState } from "../net/protocol";
import { seatName } from "../state/words";
import { Icon } from "./icons";
import type { TableHook } from "../state/use_table";

interface Props {
  table: TableState;
  hidden: boolean; // the game hides something: nothing is taken back
  busy: boolean;
  send: TableHook["send"];
}

type InPlay = Exclude<OfferKind, "rematch">;
const kAsks: Record<InPlay, string> = {
  draw: msg("{name} offers a draw."),
  undo: msg("{name} requests a takeback."),
  pause: msg("{name} asks to adjourn."),
};
const kWaits: Record<InPlay, string> = {
  draw: msg("You offered a draw."),
  undo: msg("You requested a takeback."),
  pause: msg("You asked to adjourn."),
};

/** Each open offer, with the answers that this viewer may give; and what the clocks do that nobody would expect. */
export function Offers({ table, busy, send }: Omit<Props, "hidden">) {
  if (table.view.over) return null;
  const { you } = table;
  return (
    <>
      {table.clock?.paused && (
        <div class="offer" role="status">
          <span class="offer-words">
            {table.clock.resumes === undefined
              ? t("The game is adjourned. All clocks are stopped.")
              : t("The game is adjourned. The clocks start again on {day}.", {
                  day: dateText(table.clock.resumes, { dateStyle: "medium", timeStyle: "short" }),
                })}
          </span>
          {you !== null && (
            <button type="button" class="button primary" disabled={busy} onClick={() => send({ command: "resume" })}>
              {t("Resume game")}
            </button>
          )}
        </div>
      )}
      {table.clock?.set !== undefined && (
        <div class="offer" role="status">
          <span class="offer-words">
            {t("The server's clock was wrong and was corrected on {day}. The clocks of this game continue from then, with the time left after the last move.", {
              day: dateText(table.clock.set, { dateStyle: "medium", timeStyle: "short" }),
            })}
          </span>
        </div>
      )}
      {table.offers.map(({ offer, by, agreed }) => {
        if (offer === "rematch") return null;
        const own = by === you;
        const asked = you !== null && !agreed.includes(you);
        return (
          <div class="offer" role="status" key={offer}>
            <span class="offer-words">{own ? t(kWaits[offer]) : t(kAsks[offer], { name: seatName(table.seats[by]) })}</span>
            {asked && (
              <button type="button" class="button primary" disabled={busy} onClick={() => send({ command: "accept", offer })}>
                {t("Accept")}
              </button>
            )}
            {(asked || own) && (
              <button type="button" class="button" disabled={busy} onClick={() => send({ command: "decline", offer })}>
                {own ? t("Withdraw offer") : t("Decline")}
              </button>
            )}
          </div>
        );
      })}
    </>
  );
}

/** Buttons to ask the others; nothing where only bots play. */
export function Ask({ table, hidden, busy, send }: Props) {
  const { you, clock } = table;
  if (you === null || table.view.over || table.seats.some((seat) => seat.kind !== "guest")) return null;
  const open = (offer: OfferKind) => table.offers.some((one) => one.offer === offer);
  const moved = table.moves.some((move) => move.seat === you);
  return (
    <>
      {!hidden && (
        <button type="button" class="button" disabled={busy || !moved || open("undo")} onClick={() => send({ command: "undo" })}>
          <Icon name="undo" />
          {t("Request takeback")}
        </button>
      )}
      <button type="button" class="button" disabled={busy || open("draw")} onClick={() => send({ command: "offer", offer: "draw" })}>
        <Icon name="people" />
        {t("Offer draw")}
      </button>
      {clock && !clock.paused && (
        <button type="button" class="button" disabled={busy || open("pause")} onClick={() => send({ command: "offer", offer: "pause" })}>
          {t("Ask to adjourn")}
        </button>
      )}
    </>
  );
}
