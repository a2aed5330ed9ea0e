// The line at the top of every page: home link, title, account, theme.
import type { ComponentChildren } from "preact";
import { Icon, Logo } from "./icons";
import { go } from "./router";
import { useSettings } from "./settings_context";

const kNext = { auto: "light", light: "dark", dark: "auto" } as const;
const kNames = { auto: "as the system", light: "light", dark: "dark" } as const;

export function Header({ children }: { children?: ComponentChildren }) {
  const { settings, change } = useSettings();
  const icon = settings.theme === "auto" ? "auto" : settings.theme === "light" ? "sun" : "moon";
  return (
    <header class="top">
      <a
        class="home-link"
        href="/"
        aria-label="Cairn, home"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          go("/");
        }}
      >
        <Logo />
        <span class="brand">Cairn</span>
      </a>
      <div class="top-middle">{children}</div>
      <a
        class="icon-button"
        href="/account"
        aria-label="Your account"
        title="Your account"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          go("/account");
        }}
      >
        <Icon name="person" />
      </a>
      <button
        class="icon-button"
        type="button"
        onClick={() => change({ theme: kNext[settings.theme] })}
        aria-label={`Colours: ${kNames[settings.theme]}. Change to ${kNames[kNext[settings.theme]]}`}
        title={`Colours: ${kNames[settings.theme]}`}
      >
        <Icon name={icon} />
      </button>
    </header>
  );
}
