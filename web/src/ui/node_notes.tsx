// What is said of the move shown: a comment, a mark, and what may be done with its variation.
import { t } from "../lang/text";
import type { MoveMark } from "../net/records";
import { branchOf, kStart, nodeOf, type Tree } from "../state/tree";
import type { WorkAction } from "../state/work";
import { shortText } from "../state/move_words";
import { kMarkNames, kMarkSigns } from "./tree_list";

interface Props {
  tree: Tree;
  at: number;
  act(action: WorkAction): void;
}

export function NodeNotes({ tree, at, act }: Props) {
  const { data } = nodeOf(tree, at);
  const title = data.move
    ? t("Comment on {word}", { word: shortText(data.move[1]) })
    : at === kStart
      ? t("Comment on the starting position")
      : t("Comment on this position");
  return (
    <section class="panel notes" aria-labelledby="notes-title">
      <h2 id="notes-title">{title}</h2>
      <label>
        <span class="unseen">{title}</span>
        <textarea
          rows={3}
          placeholder={t("Write a comment")}
          maxLength={10_000}
          value={data.comment ?? ""}
          onInput={(event) => act({ type: "comment", text: event.currentTarget.value })}
        />
      </label>
      <div class="notes-row">
        <label class="notes-mark">
          <span class="unseen">{t("Mark")}</span>
          <select value={data.mark ?? ""} disabled={!data.move} onChange={(event) => act({ type: "mark", mark: event.currentTarget.value as MoveMark | "" })}>
            <option value="">{t("No mark")}</option>
            {(Object.keys(kMarkSigns) as MoveMark[]).map((mark) => (
              <option value={mark} key={mark}>
                {kMarkSigns[mark]} {t(kMarkNames[mark])}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class="button small"
          disabled={branchOf(tree, at) === null}
          title={t("Move this variation up, towards the main line")}
          onClick={() => act({ type: "promote" })}
        >
          {t("Promote variation")}
        </button>
        <button
          type="button"
          class="button small"
          disabled={at === kStart}
          title={t("Delete this move and all moves after it")}
          onClick={() => act({ type: "remove" })}
        >
          {t("Delete")}
        </button>
      </div>
    </section>
  );
}
