// What one looks for in a library.
import { useState } from "preact/hooks";
import { msg, t } from "../lang/text";
import type { Game } from "../net/protocol";
import { sizeField } from "../state/options";
import { kAnyLibraryGame, libraryQuery, type LibraryWish } from "../state/library_query";
import { SizeOption } from "./option_fields";

const kResults = [
  { value: "", name: msg("Any result") },
  { value: "first", name: msg("First player won") },
  { value: "second", name: msg("Second player won") },
  { value: "third", name: msg("Third player won") },
  { value: "fourth", name: msg("Fourth player won") },
  { value: "drawn", name: msg("A draw") },
  { value: "unknown", name: msg("No result") },
];

interface Props {
  start: LibraryWish;
  games: readonly Game[];
  busy: boolean;
  onSearch(wish: LibraryWish): void;
}

export function LibraryForm({ start, games, busy, onSearch }: Props) {
  const [wish, setWish] = useState(start);
  const set = (change: Partial<LibraryWish>) => setWish({ ...wish, ...change });
  const field = (name: "player" | "against" | "event" | "since" | "until", title: string, type = "text") => (
    <label class="option">
      <span class="option-name">{title}</span>
      <input type={type} maxLength={60} autocomplete="off" value={wish[name]} onInput={(event) => set({ [name]: event.currentTarget.value })} />
    </label>
  );
  const game = games.find((one) => one.name === wish.game);
  const size = game ? sizeField(game) : null;
  const named = games.length > 0 ? games : wish.game ? [{ name: wish.game, title: wish.game }] : [];
  return (
    <form
      class="card search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(wish);
      }}
    >
      <div class="search-fields">
        {field("player", t("Player"))}
        {field("against", t("Opponent"))}
        {field("event", t("Event"))}
        <label class="option">
          <span class="option-name">{t("Game")}</span>
          <select value={wish.game} onChange={(event) => set({ game: event.currentTarget.value, size: "", position: "", pattern: "", place: "" })}>
            <option value="">{t("Any game")}</option>
            {named.map((one) => (
              <option value={one.name} key={one.name}>
                {t(one.title)}
              </option>
            ))}
          </select>
        </label>
        {size && (
          <SizeOption
            field={{ ...size, fallback: "" }}
            value={wish.size}
            title={t("Size")}
            onChange={(typed) => set({ size: typed, pattern: "", place: "" })}
          />
        )}
        <label class="option">
          <span class="option-name">{t("Result")}</span>
          <select value={wish.result} onChange={(event) => set({ result: event.currentTarget.value })}>
            {kResults.map((one) => (
              <option value={one.value} key={one.value}>
                {t(one.name)}
              </option>
            ))}
          </select>
        </label>
        {field("since", t("From"), "date")}
        {field("until", t("To"), "date")}
      </div>
      <div class="account-buttons">
        <button type="submit" class="button primary" disabled={busy}>
          {t("Search")}
        </button>
        {libraryQuery(start).toString() !== "" && (
          <button type="button" class="button" onClick={() => onSearch(kAnyLibraryGame)}>
            {t("Clear filters")}
          </button>
        )}
      </div>
    </form>
  );
}
