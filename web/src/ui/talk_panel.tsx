// What players and those who watch say at a table, each where the server lets them, and one's own note.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg, t, tn } from "../lang/text";
import type { TableState } from "../net/protocol";
import { kMostTalk, type Room } from "../net/talk";
import type { TableTalk } from "../state/table_talk";
import { keepReadUpTo, readUpTo, saidIn, unread, type Talk } from "../state/talk";
import { Link } from "./link";
import { who } from "./live";
import { OwnNote } from "./own_note";
import { Problem } from "./page";
import { TalkRemark } from "./talk_remark";
import { useAttempt } from "./use_attempt";
import { useStore } from "../state/use_store";
import "./talk.css";
import { useEvent } from "../state/use_event";

const kRooms: Record<Room, string> = {
  players: msg("Players##chat room"),
  spectators: msg("Spectators##chat room"),
  everybody: msg("Comments##chat room"),
};
const kWhoHears: Record<Room, string> = {
  players: msg("Players only until the game ends, then public."),
  spectators: msg("Registered spectators only until the game ends, then public."),
  everybody: msg("Everybody can read this."),
};

const kNarrow = "(max-width: 900px)"; // the board stands above, and what is open here far below

export function TalkPanel({ talk, table }: { talk: TableTalk; table: TableState }) {
  const now = useStore(talk.now);
  const whom = useStore(who);
  const [open, setOpen] = useState(() => !table.seats.some((seat) => seat.kind === "bot") && !matchMedia(kNarrow).matches);
  const [chosen, setChosen] = useState<Room | null>(null);
  const fresh = useFresh(table.id, now, open);
  const unfold = useEvent(() => {
    if (now.known && fresh > 0) setOpen(true);
  });
  useEffect(unfold, [now.known, unfold]);
  const room = chosen && now.rooms.includes(chosen) ? chosen : (now.say ?? now.rooms[0] ?? null);
  const mayNote = table.you !== null || Boolean(whom && !whom.guest);
  return (
    <details class="panel talk" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t("Chat")}</h2>
        <span class="talk-fresh" role="status">
          {fresh > 0 && <span class="tag">{tn("{n} new##message", "{n} new##messages", fresh)}</span>}
        </span>
      </summary>
      <Problem text={now.problem} onRetry={() => void talk.read()} />
      {now.rooms.length > 1 && (
        <div class="buttons" role="group" aria-label={t("Chat rooms")}>
          {now.rooms.map((one) => (
            <button type="button" class="button small" key={one} aria-pressed={one === room} onClick={() => setChosen(one)}>
              {t(kRooms[one])} {saidIn(now, one).length}
            </button>
          ))}
        </div>
      )}
      {room === null ? (
        now.known && <p class="quiet">{t("The chat becomes public when the game ends. Until then, registered spectators can chat with each other.")}</p>
      ) : (
        <>
          <Log key={room} talk={talk} now={now} room={room} table={table} />
          {room === now.say && <SayForm talk={talk} room={room} />}
          <p class="option-help">{t(kWhoHears[room])}</p>
        </>
      )}
      {now.known && now.say === null && (
        <p>
          <Link to="/account">{t("Sign in to chat")}</Link>
        </p>
      )}
      {mayNote && <OwnNote table={table.id} />}
    </details>
  );
}

/** How much was said since the panel was last seen open. */
function useFresh(table: string, now: Talk, open: boolean): number {
  const [read, setRead] = useState(() => readUpTo(table));
  const newest = Math.max(0, ...now.said.map((one) => one.at));
  // Kept with what is shown, not after it: who leaves at once has read it, too.
  useLayoutEffect(() => {
    if (!open || newest <= read) return;
    setRead(newest);
    keepReadUpTo(table, newest);
  }, [open, newest, read, table]);
  return open ? 0 : unread(now, read);
}

function Log({ talk, now, room, table }: { talk: TableTalk; now: Talk; room: Room; table: TableState }) {
  const list = saidIn(now, room);
  const box = useRef<HTMLDivElement | null>(null);
  const whom = useStore(who);
  useEffect(() => box.current?.scrollTo(0, box.current.scrollHeight), [list.length]);
  return (
    <div class="talk-log" role="log" aria-label={t(kRooms[room])} tabIndex={0} ref={box}>
      {list.length === 0 ? (
        <p class="quiet">{t("No messages yet.")}</p>
      ) : (
        <ol>
          {list.map((one) => (
            <TalkRemark key={one.id} remark={one} talk={talk} you={table.you} whom={whom} />
          ))}
        </ol>
      )}
    </div>
  );
}

function SayForm({ talk, room }: { talk: TableTalk; room: Room }) {
  const [text, setText] = useState("");
  const { busy, problem, attempt } = useAttempt();
  const say = (event: Event) => {
    event.preventDefault();
    if (text.trim() === "" || busy) return;
    void attempt(async () => {
      await talk.say(text.trim());
      setText("");
    });
  };
  return (
    <form onSubmit={say}>
      <Problem text={problem} />
      <div class="talk-say">
        <input
          type="text"
          aria-label={t("Message to: {room}", { room: t(kRooms[room]) })}
          maxLength={kMostTalk}
          autocomplete="off"
          enterkeyhint="send"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={busy || text.trim() === ""}>
          {t("Send")}
        </button>
      </div>
    </form>
  );
}
