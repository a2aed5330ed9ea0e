// How strong the bot's levels and the players are in ranks that players of Go know, where that was measured. Pure.
import { t } from "../lang/text";
import type { Game } from "../net/protocol";
import { sizeField } from "./options";

const kWeakest = 30; // kyu: the scale ends there

/** "about 12 kyu"; "" where there is no rank. */
export function kyuText(kyu: number | undefined): string {
  if (kyu === undefined) return "";
  if (kyu >= kWeakest) return t("{n} kyu or weaker", { n: kWeakest });
  return kyu > 0 ? t("about {n} kyu", { n: kyu }) : t("about {n} dan", { n: 1 - kyu });
}

/** The rank of a level on a board of the chosen size; "" where it was not measured. */
export function rankText(game: Game, values: Readonly<Record<string, string>>, level: number): string {
  const size = values["size"] ?? String(sizeField(game)?.fallback ?? "");
  return kyuText(game.ranks?.find((one) => one.size === size)?.kyu[level - 1]);
}
