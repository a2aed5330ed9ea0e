// The keys, told on the page of settings and by "?" wherever one is.
import { useEffect, useRef } from "preact/hooks";
import { msg, t } from "../lang/text";

const kGroups: { name: string; keys: [keys: string, what: string][] }[] = [
  {
    name: msg("On the board"),
    keys: [
      ["← → ↑ ↓", msg("go from place to place")],
      ["Enter", msg("play there, or take the piece up")], // lang: none
      ["Esc", msg("let go")], // lang: none
      ["Shift ← → ↑ ↓", msg("turn and tilt the board, or scroll one without edges")], // lang: none
      ["+ −", msg("closer, farther")],
      ["Home", msg("look from above")], // lang: none
    ],
  },
  {
    name: msg("In a game"),
    keys: [
      ["← →", msg("one move back, one move on")],
      ["Home End", msg("to the start, to the newest move")], // lang: none
      ["C 3", msg("a letter begins to write a move by its name")],
    ],
  },
  {
    name: msg("On the analysis board"),
    keys: [
      ["↑ ↓", msg("to another variation")],
      ["Ctrl Z", msg("undo; with Shift, redo")], // lang: none
    ],
  },
  {
    name: msg("Everywhere"),
    keys: [
      [">", msg("the next game that waits for you")],
      ["?", msg("these keys")],
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
