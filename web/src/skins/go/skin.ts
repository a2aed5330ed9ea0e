// Go's usual komi: 0.5 with a handicap, else by the size of the board. Lists of games have no core to ask.
import type { Skin } from "../skin";

const kMiddlePoints = 169; // of 13 × 13

function usualKomi(options: Readonly<Record<string, string>>): string {
  if (Number(options["handicap"] ?? 0) > 0) return "0.5";
  const [columns = 0, rows = columns] = (options["size"] ?? "").split("x").map(Number);
  return columns * rows > kMiddlePoints ? "6.5" : "5.5";
}

function usual(options: Readonly<Record<string, string>>): Record<string, string> {
  return options["size"] === undefined ? {} : { komi: usualKomi(options) };
}

export const kGoSkin: Skin = { usual };
