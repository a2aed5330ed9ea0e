// The line at the top of every page: home, the ways to every other page, what waits for this person, account, theme.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { turnsOf } from "../state/own_tables";
import { Icon, Logo } from "./icons";
import { Link } from "./link";
import { beLive, challenges, ownTables, seeker, seeking, who } from "./live";
import { useSettings } from "./settings_context";
import { useStore } from "./use_store";
import "./nav.css";

const kNext = { auto: "light", light: "dark", dark: "auto" } as const;
const kNames = { auto: "as the system", light: "light", dark: "dark" } as const;

interface Way {
  to: string;
  name: string;
}
const kWays: { name: string; ways: Way[] }[] = [
  {
    name: "Play",
    ways: [
      { to: "/", name: "Start a game" },
      { to: "/lobby", name: "Lobby" },
      { to: "/challenges", name: "Challenges" },
      { to: "/tournaments", name: "Tournaments" },
    ],
  },
  {
    name: "People",
    ways: [
      { to: "/people", name: "Players" },
      { to: "/leaders", name: "Leader boards" },
      { to: "/account", name: "Your account" },
    ],
  },
  {
    name: "Learn",
    ways: [
      { to: "/learn", name: "Learn the rules" },
      { to: "/puzzle", name: "Puzzle of the day" },
      { to: "/analysis", name: "Analysis board" },
    ],
  },
  {
    name: "Look up",
    ways: [
      { to: "/archive", name: "Archive" },
      { to: "/openings", name: "Openings" },
      { to: "/studies", name: "Studies" },
    ],
  },
];
const kMain: Way[] = [
  { to: "/lobby", name: "Lobby" },
  { to: "/tournaments", name: "Tournaments" },
  { to: "/people", name: "Players" },
  { to: "/archive", name: "Archive" },
  { to: "/analysis", name: "Analysis" },
  { to: "/learn", name: "Learn" },
];

const current = (to: string) => (to === "/" ? location.pathname === "/" : location.pathname === to || location.pathname.startsWith(`${to}/`));

function WayLink({ way, onFollow }: { way: Way; onFollow?: () => void }) {
  return (
    <Link to={way.to} class="way" aria-current={current(way.to) ? "page" : undefined} {...(onFollow ? { onFollow } : {})}>
      {way.name}
    </Link>
  );
}

/** `children`: a title in the place of the ways; the menu has them all. */
export function Header({ children }: { children?: ComponentChildren }) {
  const { settings, change } = useSettings();
  const icon = settings.theme === "auto" ? "auto" : settings.theme === "light" ? "sun" : "moon";
  useEffect(beLive, []);
  return (
    <header class={`top ${children ? "titled" : ""}`}>
      <Link class="home-link" to="/" aria-label="Cairn, home">
        <Logo />
        <span class="brand">Cairn</span>
      </Link>
      <div class="top-middle">
        {children ?? (
          <nav class="main-ways" aria-label="Main">
            {kMain.map((way) => (
              <WayLink way={way} key={way.to} />
            ))}
          </nav>
        )}
      </div>
      <Waiting />
      <Menu>
        <button type="button" class="way" onClick={() => change({ theme: kNext[settings.theme] })}>
          Colours: {kNames[settings.theme]}
        </button>
      </Menu>
      <Link class="icon-button wide-only" to="/account" aria-label="Your account" title="Your account">
        <Icon name="person" />
      </Link>
      <button
        class="icon-button wide-only"
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
        aria-label="All pages"
        title="All pages"
        aria-expanded={open}
        aria-controls="all-pages"
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? "close" : "menu"} />
      </button>
      <nav class="menu-panel card" id="all-pages" aria-label="All pages" hidden={!open}>
        {kWays.map((group) => (
          <div key={group.name}>
            <p class="menu-title">{group.name}</p>
            <ul>
              {group.ways.map((way) => (
                <li key={way.to}>
                  <WayLink way={way} onFollow={() => setOpen(false)} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        <div class="menu-foot">
          {children}
          {whom && <span class="quiet">{whom.guest ? `You are ${whom.name}, a guest` : `You are ${whom.name}`}</span>}
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
          Your game has begun
        </Link>
      ) : (
        seek &&
        seek.table === null && (
          <Link class="chip-link" to="/lobby">
            <Icon name="people" />
            <span class="wide-words">Looking …</span>
          </Link>
        )
      )}
      {asked > 0 && (
        <Link class="chip-link primary" to="/challenges">
          <Icon name="challenge" />
          {asked} <span class="unseen">{asked === 1 ? "challenge waits for your answer" : "challenges wait for your answer"}</span>
        </Link>
      )}
      {next && (
        <Link class="chip-link primary" to={`/t/${next.id}`}>
          <Icon name="play" />
          <span class="wide-words">Next game</span> {turns.length}{" "}
          <span class="unseen">{turns.length === 1 ? "waits for your move" : "wait for your move"}</span>
        </Link>
      )}
    </div>
  );
}
