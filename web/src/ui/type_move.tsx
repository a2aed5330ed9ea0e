// A move by its name, and buttons for the moves that have no place on the board (pass, swap).
import { useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import { capitalised } from "../state/words";

interface Props {
  mayPlay: boolean;
  extra: readonly string[]; // legal words without a place
  onType(word: string): void;
  onPlay(word: string): boolean; // whether the word was taken
}

export function TypeMove({ mayPlay, extra, onType, onPlay }: Props) {
  const [word, setWord] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const write = (text: string) => {
    setWord(text);
    onType(text);
  };
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
        aria-label={t("Move by name, such as C3")}
        placeholder={t("Move, e.g. C3")}
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
        {t("Play")}
      </button>
      {extra.map((one) => (
        <button type="button" class="button" key={one} onClick={() => onPlay(one)}>
          {capitalised(t(one))}
        </button>
      ))}
    </form>
  );
}
