// The board with its keyboard, its camera buttons and what a screen reader is told of it.
import type { ComponentChildren } from "preact";
import type { MutableRef } from "preact/hooks";
import { useMemo, useState } from "preact/hooks";
import { phrases, sentences, t } from "../lang/text";
import type { Point, View } from "../net/protocol";
import type { BoardState } from "../state/board_state";
import { stones } from "../state/points";
import { groundOf, shapeOf } from "../state/surface";
import type { Rules } from "../state/replica";
import { capitalised } from "../state/words";
import { Board, drawnFlat } from "../boards/board";
import type { BoardHandle, BoardProps } from "../boards/board_props";
import { BoardGrid, cellId } from "../boards/board_grid";
import { Icon, type IconName } from "./icons";
import { useSettings } from "../state/settings_context";
import { touchedText } from "./touched";
import type { Play } from "../boards/use_play";

interface Props {
  state: BoardState;
  view: View;
  replica: Rules | null;
  play: Play & { lifted?: Point | null };
  handle: MutableRef<BoardHandle | null>;
  spoken: string; // the keyboard's place in words
  touched?: string | null; // what became of a piece that was touched, where it is more than the board tells
  children?: ComponentChildren; // right under the board
}

const kArrows = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" } as const;
const kScroll = { left: [1, 0], right: [-1, 0], up: [0, -1], down: [0, 1] } as const; // the board goes the other way
const kEighth = Math.PI / 4;
const kTilt = Math.PI / 7;

export function BoardPanel({ state, view, replica, play, handle, spoken, touched = touchedText(view, replica, play), children }: Props) {
  const { settings } = useSettings();
  const [top, setTop] = useState(true);
  const { stacked, endless } = groundOf(state);

  const scroll = (way: keyof typeof kScroll) => {
    const [x, y] = kScroll[way];
    handle.current?.scroll(x, y);
  };
  // The arrow keys go on from where the hand was.
  const tap: BoardProps["onTap"] = (picked, touch) => {
    if (picked) play.from(picked.at);
    play.tap(picked, touch);
  };
  const drag = play.drag && {
    ...play.drag,
    drop: (at: Point) => {
      play.from(at);
      play.drag?.drop(at);
    },
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = kArrows[event.key as keyof typeof kArrows];
    const camera = handle.current;
    if (arrow && event.shiftKey) {
      if (endless) scroll(arrow);
      else if (arrow === "left") camera?.turn(-kEighth, 0);
      else if (arrow === "right") camera?.turn(kEighth, 0);
      else camera?.turn(0, arrow === "up" ? kTilt : -kTilt);
    } else if (arrow) play.move(arrow);
    else if (event.key === "Enter" || event.key === " ") {
      if (play.chosen) play.confirm();
      else play.press();
    } else if (event.key === "Escape") play.cancel();
    else if (event.key === "+" || event.key === "=") camera?.zoom(1.25);
    else if (event.key === "-") camera?.zoom(0.8);
    else if (event.key === "Home") camera?.toTop();
    else return;
    event.preventDefault();
  };

  const buttons: { icon: IconName; label: string; act(camera: BoardHandle): void }[] = [
    { icon: "turnLeft", label: t("Turn the board left"), act: (camera) => camera.turn(kEighth, 0) },
    { icon: "turnRight", label: t("Turn the board right"), act: (camera) => camera.turn(-kEighth, 0) },
    { icon: "tilt", label: t("Tilt the board"), act: (camera) => camera.turn(0, kTilt) },
    { icon: "plus", label: t("Zoom in"), act: (camera) => camera.zoom(1.25) },
    { icon: "minus", label: t("Zoom out"), act: (camera) => camera.zoom(0.8) },
  ];

  const scrolls: { icon: IconName; label: string; way: keyof typeof kScroll }[] = [
    { icon: "left", label: t("Scroll left"), way: "left" },
    { icon: "right", label: t("Scroll right"), way: "right" },
    { icon: "up", label: t("Scroll up"), way: "up" },
    { icon: "down", label: t("Scroll down"), way: "down" },
  ];

  return (
    <div class="board-panel">
      <div
        class="board-frame"
        style={{ "--shape": shapeOf(view) }}
        role="grid"
        aria-readonly="true"
        aria-activedescendant={cellId(play.cursor)}
        tabIndex={0}
        aria-label={
          stacked
            ? t("Board. Arrow keys move over the points, Enter plays, Shift with arrow keys turns the board, Home shows it from above.")
            : endless
              ? t("Board without edges. Arrow keys move over the points, Enter plays, Shift with arrow keys scrolls.")
              : t("Board. Arrow keys move over the points, Enter plays.")
        }
        aria-describedby="board-words"
        onKeyDown={onKey}
        data-testid="board"
      >
        <BoardGrid view={view} rules={replica} play={play} spoken={spoken} />
        <Board state={state} onHover={play.hover} onTap={tap} drag={drag} onView={setTop} handle={handle} />
      </div>
      {children}
      <p class="unseen" aria-live="polite" data-testid="told">
        {touched}
      </p>
      <BoardWords view={view} replica={replica} />
      {stacked && !drawnFlat(settings) && (
        <div class="camera" role="group" aria-label={t("Board view")}>
          <button type="button" class={`button small ${top ? "" : "primary"}`} disabled={top} onClick={() => handle.current?.toTop()}>
            <Icon name="top" />
            <span class="camera-words">{t("From above")}</span>
          </button>
          {buttons.map((button) => (
            <button
              type="button"
              class="icon-button small"
              key={button.icon}
              aria-label={button.label}
              title={button.label}
              onClick={() => handle.current && button.act(handle.current)}
            >
              <Icon name={button.icon} />
            </button>
          ))}
        </div>
      )}
      {endless && (
        <div class="camera" role="group" aria-label={t("Board view")}>
          <button type="button" class="button small" onClick={() => handle.current?.toTop()}>
            {t("Reset view")}
          </button>
          {scrolls.map((button) => (
            <button type="button" class="icon-button small" key={button.icon} aria-label={button.label} title={button.label} onClick={() => scroll(button.way)}>
              <Icon name={button.icon} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** The position as a sentence for each side, on each level, for those who do not see the board. */
function BoardWords({ view, replica }: { view: View; replica: Rules | null }) {
  const text = useMemo(() => {
    if (!replica) return "";
    const all = stones(view);
    if (all.length === 0) return t("The board is empty.");
    const lines: string[] = [];
    for (let level = 0; level < view.levels; ++level) {
      for (const side of view.sides) {
        const here = all.filter((stone) => stone.at[0] === level && stone.letter === side.letter);
        if (here.length === 0) continue;
        const names = phrases(here.map((stone) => replica.name(stone.at)));
        if (view.levels > 1) lines.push(t("Layer {level}, {side}: {names}.", { level: level + 1, side: t(side.name), names }));
        else lines.push(t("{side}: {names}.", { side: capitalised(t(side.name)), names }));
      }
    }
    return sentences(lines);
  }, [view, replica]);
  return (
    <p class="unseen" id="board-words">
      {text}
    </p>
  );
}
