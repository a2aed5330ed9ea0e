// A rating as a rank of Go, in a line of its own below it.
import { kyuText } from "../state/level_ranks";

export function Rank({ kyu }: { kyu: number | undefined }) {
  return kyu === undefined ? null : <div class="quiet">{kyuText(kyu)}</div>;
}
