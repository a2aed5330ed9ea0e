// Time zones as minutes east of UTC: what the server keeps of them.

/** This browser's, today. */
export function browserZone(): number {
  return -new Date().getTimezoneOffset() || 0; // not -0
}

/** All that are in use. */
export const kZones: readonly number[] = [
  -720, -660, -600, -570, -540, -480, -420, -360, -300, -240, -210, -180, -120, -60, 0, 60, 120, 180, 210, 240, 270, 300, 330, 345, 360, 390, 420, 480, 525,
  540, 570, 600, 630, 660, 720, 765, 780, 840,
];

/** "UTC", "UTC+5:30", "UTC-3". */
export function zoneName(minutes: number): string {
  if (minutes === 0) return "UTC";
  const all = Math.abs(minutes);
  const rest = all % 60;
  return `UTC${minutes < 0 ? "\u2212" : "+"}${Math.floor(all / 60)}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}
