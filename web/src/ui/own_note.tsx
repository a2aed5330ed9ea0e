// A note on a table that nobody else ever sees.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { fetchNote, kMostNote, setNote } from "../net/talk";
import { Problem, Shown } from "./page";
import { useAttempt } from "./use_attempt";
import { useFetched } from "./use_fetched";

export function OwnNote({ table }: { table: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("Your note")}</summary>
      {open && <Note table={table} />}
    </details>
  );
}

function Note({ table }: { table: string }) {
  const note = useFetched(() => fetchNote(table), table);
  return <Shown of={note}>{({ text }) => <NoteForm key={text} table={table} kept={text} onKept={(next) => note.set({ text: next })} />}</Shown>;
}

function NoteForm({ table, kept, onKept }: { table: string; kept: string; onKept(text: string): void }) {
  const [text, setText] = useState(kept);
  const { busy, problem, attempt } = useAttempt();
  const keep = (event: Event) => {
    event.preventDefault();
    void attempt(async () => onKept((await setNote(table, text)).text));
  };
  return (
    <form class="talk-note" onSubmit={keep}>
      <textarea rows={4} aria-label={t("Your note")} maxLength={kMostNote} value={text} onInput={(event) => setText(event.currentTarget.value)} />
      <Problem text={problem} />
      <div class="buttons">
        <button type="submit" class="button" disabled={busy || text === kept}>
          {t("Save")}
        </button>
        <span class="quiet" role="status">
          {text === kept && kept !== "" ? t("Saved") : t("Only you can see it.")}
        </span>
      </div>
    </form>
  );
}
