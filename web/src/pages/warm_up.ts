// What a game without a network will need, fetched ahead.
import { engine } from "../engine/engine";
import { loadCore } from "../wasm/load";

/** When the page has come to rest. Returns how to cancel. */
export function warmUp(): () => void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined; // who saves data loads what is needed when it is needed
  const timer = setTimeout(() => {
    loadCore().catch(() => undefined);
    engine().warm();
    for (const part of [import("./table_page"), import("../boards/board_3d")]) part.catch(() => undefined);
  }, 600);
  return () => clearTimeout(timer);
}
