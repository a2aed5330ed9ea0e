// The keys, told on the page of settings and by "?" wherever one is.
import { useEffect, useRef } from "preact/hooks";
import { msg, t } from "../lang/text";

const kGroups: { name: string; keys: [keys: string, what: string][] }[] = [
  {
    name: msg("On the board"),
    keys: [
      ["← → ↑ ↓", msg("Move from point to point")],
      ["Enter", msg("Play there, or pick up the piece")], // lang: none
      ["Esc", msg("Put the piece down again")], // lang: none
      ["Shift ← → ↑ ↓", msg("Turn and tilt the board, or scroll a board without edges")], // lang: none
      ["+ −", msg("Zoom in, zoom out")],
      ["Home", msg("View from above")], // lang: none
    ],
  },
  {
    name: msg("In a game"),
    keys: [
      ["← →", msg("Previous move, next move")],
      ["Home End", msg("First move, latest move")], // lang: none
      ["Shift Z", msg("Zen mode: only the board and the game")], // lang: none
      ["C 3", msg("Type a move by name, beginning with its letter")],
    ],
  },
  {
    name: msg("On the analysis board"),
    keys: [
      ["↑ ↓", msg("Switch to another variation")],
      ["Ctrl Z", msg("Undo; with Shift, redo")], // lang: none
    ],
  },
  {
    name: msg("Everywhere"),
    keys: [
      [">", msg("Your next game to move in")],
      ["?", msg("These shortcuts")],
    ],
  },
];

export function Shortcuts() {
  return (
    <div class="shortcuts">
      {kGroups.map((group) => (
        <section key={group.name}>
          <h3>{t(group.name)}</h3>
          <dl>
            {group.keys.map(([keys, what]) => (
              <div key={keys}>
                <dt>
                  {keys.split(" ").map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{t(what)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => box.current?.showModal(), []);
  return (
    <dialog
      class="card shortcuts-dialog"
      ref={box}
      aria-labelledby="keys-title"
      onClose={onClose}
      onClick={(event) => event.target === box.current && box.current?.close()}
    >
      <div class="page-head">
        <h2 id="keys-title">{t("Keyboard shortcuts")}</h2>
        <button type="button" class="button" onClick={() => box.current?.close()}>
          {t("Close")}
        </button>
      </div>
      <Shortcuts />
    </dialog>
  );
}
