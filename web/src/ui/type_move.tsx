// A move by its name, and buttons for the moves that have no place on the board (pass, swap).
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import type { View } from "../net/protocol";
import { skinOf } from "../skins/skins";
import { capitalised } from "../state/words";
import { useSettings } from "../state/settings_context";

interface Props {
  game: string; // tells, with the view, how moves are written
  view: Pick<View, "facts">;
  mayPlay: boolean;
  extra: readonly string[]; // legal words without a place
  onType(word: string): void;
  onPlay(word: string): boolean; // whether the word was taken
}

export function TypeMove({ game, view, mayPlay, extra, onType, onPlay }: Props) {
  const [word, setWord] = useState("");
  const example = skinOf(game).example?.(view.facts) ?? "C3";
  const input = useRef<HTMLInputElement>(null);
  const write = (text: string) => {
    setWord(text);
    onType(text);
  };
  // A letter typed anywhere begins the name of a move.
  const { settings } = useSettings();
  useEffect(() => {
    if (!settings.keys || !mayPlay) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !/^[a-z]$/i.test(event.key)) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
      input.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [settings.keys, mayPlay]);
  return (
    <form
      class="type-move"
      onSubmit={(event) => {
        event.preventDefault();
        if (word.trim() !== "" && onPlay(word.trim())) write("");
        input.current?.focus();
      }}
    >
      <input
        ref={input}
        type="text"
        class="coordinate"
        aria-label={t("Type a move, such as {example}", { example })}
        placeholder={t("Move, e.g. {example}", { example })}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={64}
        value={word}
        disabled={!mayPlay}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && write("")}
      />
      <button type="submit" class="button" disabled={!mayPlay || word.trim() === ""}>
        {t("Play##a move")}
      </button>
      {extra.map((one) => (
        <button type="button" class="button" key={one} onClick={() => onPlay(one)}>
          {capitalised(t(one))}
        </button>
      ))}
    </form>
  );
}
