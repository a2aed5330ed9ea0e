// The line at the top of every page: home, the ways to every other page, what waits for this person, account, theme.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { msg, t, tn } from "../lang/text";
import { moderates } from "../net/account";
import { turnsOf } from "../state/own_tables";
import { Icon, Logo } from "./icons";
import { LanguageChoice } from "./language_choice";
import { Link } from "./link";
import { beLive, challenges, ownTables, seeker, seeking, who } from "./live";
import { useSettings } from "../state/settings_context";
import { siteName } from "../state/site_name";
import { useStore } from "../state/use_store";
import { AnnouncementLine } from "./announcement";
import "./nav.css";

const kNext = { auto: "light", light: "dark", dark: "auto" } as const;
const kNames = { auto: msg("system default"), light: msg("light##colours"), dark: msg("dark##colours") } as const;

interface Way {
  to: string;
  name: string;
  moderators?: true; // nobody else sees it
}
const kWays: { name: string; ways: Way[] }[] = [
  {
    name: msg("Play"),
    ways: [
      { to: "/", name: msg("Start a game") },
      { to: "/lobby", name: msg("Lobby") },
      { to: "/challenges", name: msg("Challenges") },
      { to: "/watch", name: msg("Watch") },
      { to: "/tournaments", name: msg("Tournaments") },
    ],
  },
  {
    name: msg("Community"),
    ways: [
      { to: "/people", name: msg("Players") },
      { to: "/leaders", name: msg("Leaderboards") },
      { to: "/account", name: msg("Your account") },
      { to: "/settings", name: msg("Settings") },
      { to: "/admin", name: msg("Moderation"), moderators: true },
    ],
  },
  {
    name: msg("Learn"),
    ways: [
      { to: "/learn", name: msg("Learn the rules") },
      { to: "/puzzle", name: msg("Puzzle of the day") },
      { to: "/analysis", name: msg("Analysis board") },
    ],
  },
  {
    name: msg("Look up"),
    ways: [
      { to: "/archive", name: msg("Archive") },
      { to: "/libraries", name: msg("Libraries") },
      { to: "/openings", name: msg("Openings") },
      { to: "/studies", name: msg("Studies") },
      { to: "/api-docs", name: msg("API") },
    ],
  },
];
const kMain: Way[] = [
  { to: "/lobby", name: msg("Lobby") },
  { to: "/watch", name: msg("Watch") },
  { to: "/tournaments", name: msg("Tournaments") },
  { to: "/people", name: msg("Players") },
  { to: "/archive", name: msg("Archive") },
  { to: "/analysis", name: msg("Analysis") },
  { to: "/learn", name: msg("Learn") },
];

const current = (to: string) => (to === "/" ? location.pathname === "/" : location.pathname === to || location.pathname.startsWith(`${to}/`));

function WayLink({ way, onFollow }: { way: Way; onFollow?: () => void }) {
  return (
    <Link to={way.to} class="way" aria-current={current(way.to) ? "page" : undefined} {...(onFollow ? { onFollow } : {})}>
      {t(way.name)}
    </Link>
  );
}

/** `children`: a title in the place of the ways; the menu has them all. */
export function Header({ children }: { children?: ComponentChildren }) {
  const { settings, change } = useSettings();
  const icon = settings.theme === "auto" ? "auto" : settings.theme === "light" ? "sun" : "moon";
  const now = t(kNames[settings.theme]);
  useEffect(beLive, []);
  return (
    <>
      <header class={`top ${children ? "titled" : ""}`}>
        <Link class="home-link" to="/" aria-label={t("{site}, home", { site: siteName() })}>
          <Logo />
          <span class="brand">{siteName()}</span>
        </Link>
        <div class="top-middle">
          {children ?? (
            <nav class="main-ways" aria-label={t("Main##of menus")}>
              {kMain.map((way) => (
                <WayLink way={way} key={way.to} />
              ))}
            </nav>
          )}
        </div>
        <Waiting />
        <Menu>
          <button type="button" class="way" onClick={() => change({ theme: kNext[settings.theme] })}>
            {t("Theme: {now}", { now })}
          </button>
          <LanguageChoice class="way language" />
        </Menu>
        <Link class="icon-button wide-only" to="/account" aria-label={t("Your account")} title={t("Your account")}>
          <Icon name="person" />
        </Link>
        <button
          class="icon-button wide-only"
          type="button"
          onClick={() => change({ theme: kNext[settings.theme] })}
          aria-label={t("Theme: {now}. Change to {next}", { now, next: t(kNames[kNext[settings.theme]]) })}
          title={t("Theme: {now}", { now })}
        >
          <Icon name={icon} />
        </button>
      </header>
      <AnnouncementLine />
    </>
  );
}

/** Every page, in a panel that a button opens. */
function Menu({ children }: { children: ComponentChildren }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement | null>(null);
  const button = useRef<HTMLButtonElement | null>(null);
  const whom = useStore(who);
  useEffect(() => {
    if (!open) return;
    const away = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener("pointerdown", away);
    addEventListener("focusin", away);
    addEventListener("keydown", escape);
    return () => {
      removeEventListener("pointerdown", away);
      removeEventListener("focusin", away);
      removeEventListener("keydown", escape);
    };
  }, [open]);
  return (
    <div class="menu" ref={box}>
      <button
        type="button"
        class="icon-button"
        ref={button}
        aria-label={t("Menu")}
        title={t("Menu")}
        aria-expanded={open}
        aria-controls="all-pages"
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? "close" : "menu"} />
      </button>
      <nav class="menu-panel card" id="all-pages" aria-label={t("Menu")} hidden={!open}>
        {kWays.map((group) => (
          <div key={group.name}>
            <p class="menu-title">{t(group.name)}</p>
            <ul>
              {group.ways
                .filter((way) => !way.moderators || moderates(whom))
                .map((way) => (
                  <li key={way.to}>
                    <WayLink way={way} onFollow={() => setOpen(false)} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
        <div class="menu-foot">
          {children}
          {whom && (
            <span class="quiet">{whom.guest ? t("Playing as {name} (guest)", { name: whom.name }) : t("Signed in as {name}", { name: whom.name })}</span>
          )}
        </div>
      </nav>
    </div>
  );
}

/** What wants an answer, wherever one is: a game that was found, challenges, one's turn elsewhere. */
function Waiting() {
  const { seek } = useStore(seeking);
  const { cards } = useStore(ownTables);
  const { list } = useStore(challenges);
  const at = /^\/t\/([^/]+)/.exec(location.pathname)?.[1] ?? null;
  const turns = turnsOf(cards, at);
  const [next] = turns;
  const asked = list.filter((one) => one.state === "open" && one.you !== null && !one.people[one.you]?.accepted).length;
  const found = seek?.table && seek.table !== at ? seek.table : null;
  return (
    <div class="waiting" role="status">
      {found ? (
        <Link class="chip-link primary" to={`/t/${found}`} onFollow={() => seeker.forget()}>
          {t("Your game has started")}
        </Link>
      ) : (
        seek &&
        seek.table === null && (
          <Link class="chip-link" to="/lobby">
            <Icon name="people" />
            <span class="wide-words">{t("Looking …")}</span>
          </Link>
        )
      )}
      {asked > 0 && (
        <Link class="chip-link primary" to="/challenges">
          <Icon name="challenge" />
          <span aria-hidden="true">{asked}</span>
          <span class="unseen">{tn("{n} challenge to answer", "{n} challenges to answer", asked)}</span>
        </Link>
      )}
      {next && (
        <Link class="chip-link primary" to={`/t/${next.id}`}>
          <Icon name="play" />
          <span class="wide-words">{t("Next game")}</span> {turns.length}{" "}
          <span class="unseen">{tn("waits for your move", "wait for your move", turns.length)}</span>
        </Link>
      )}
    </div>
  );
}
