// Line icons, drawn on a 24-unit square in the text's colour. Always beside words or an aria-label.
const kPaths = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  flag: "M5 21V4m0 1c4-3 8 3 13 0v9c-5 3-9-3-13 0",
  top: "M4 17l8 4 8-4M4 12l8 4 8-4M12 3l8 4-8 4-8-4z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  auto: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 3v18M12 7h4M12 11h7M12 15h6",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  check: "M4 12l6 6L20 6",
  close: "M6 6l12 12M18 6L6 18",
  info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 11v6M12 7.5v.01",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  bot: "M5 9h14v10H5zM12 9V5M9 14v.01M15 14v.01M2 13v3M22 13v3M12 4v.01",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2 20c0-4 3-6 7-6s7 2 7 6M16 4.5a3.5 3.5 0 0 1 0 6M18 14.5c2.5.7 4 2.600 4 5.500",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4 21c0-4.500 3.500-7 8-7s8 2.500 8 7",
  offline: "M4 5h16v11H4zM2 20h20M10 16v4M14 16v4",
  play: "M7 4l13 8-13 8z",
  stop: "M6 6h12v12H6z",
  chart: "M3 3v18h18M7 15l4-5 4 3 5-7",
  first: "M19 5l-8 7 8 7M6 5v14",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  fork: "M6 3v18M6 14c7 0 11-3 11-9M13 8l4-4 4 4",
  last: "M5 5l8 7-8 7M18 5v14",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  turnLeft: "M4 10a8 8 0 1 1 2 8M4 4v6h6",
  turnRight: "M20 10a8 8 0 1 0-2 8M20 4v6h-6",
  tilt: "M3 16l9 4 9-4-9-4zM12 9V2M9 5l3-3 3 3",
  left: "M20 12H4M10 6l-6 6 6 6",
  right: "M4 12h16M14 6l6 6-6 6",
  up: "M12 20V4M6 10l6-6 6 6",
  down: "M12 4v16M6 14l6 6 6-6",
  mark: "M4 20l4-1L19 8l-3-3L5 16zM14 7l3 3",
  print: "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z",
  menu: "M4 7h16M4 12h16M4 17h16",
  challenge: "M5 5l14 14M15 19l4-4M4 9V4h5M19 5 5 19M9 19l-4-4M20 9V4h-5",
  language: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
  again: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
} as const;

export type IconName = keyof typeof kPaths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={kPaths[name]} />
    </svg>
  );
}

/** A small marble in a side's colour. */
export function Marble({ colour }: { colour: string }) {
  return <span class={`marble marble-${colour}`} aria-hidden="true" />;
}

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="18" cy="45" r="14.5" class="logo-dark" />
      <circle cx="46" cy="45" r="14.5" class="logo-light" />
      <circle cx="32" cy="20.700" r="14.5" class="logo-dark" />
    </svg>
  );
}
