// The line under the board: what is pointed at, what waits for a yes, whose turn it is, what went wrong.
import type { ComponentChildren, Ref } from "preact";
import { t, tn } from "../lang/text";
import type { TablePage } from "../state/table";
import { resultHeadline, resultLine, turnText } from "../state/words";
import { Icon } from "./icons";
import type { Play } from "../boards/use_play";
import { previewText } from "../state/point_words";

interface Props {
  page: TablePage;
  play: Play;
  pointed: string | null; // the selected group or the keyboard's place, in words
  reviewing: boolean;
  fresh: number; // moves since one began to look back
  ahead?: boolean; // what is chosen waits for one's turn
  explained?: boolean; // the board says why what is pointed at is not allowed
  onLive(): void;
  box: Ref<HTMLDivElement>; // takes the focus that would be lost
}

export function StatusLine({ box, ...props }: Props) {
  const { kind, content } = statusOf(props);
  return (
    <div class={`status ${kind}`} data-testid="status" tabIndex={-1} ref={box}>
      {content}
    </div>
  );
}

function statusOf({ page, play, pointed, reviewing, fresh, ahead, explained, onLive }: Omit<Props, "box">): {
  kind: string;
  content: ComponentChildren;
} {
  const table = page.table;
  if (!table) return { kind: "", content: null };
  const { preview, chosen } = play;
  const previewed = preview && (ahead ? t("Premove: {preview}", { preview: previewText(preview) }) : previewText(preview));
  if (chosen && preview) {
    const legal = preview.checked.reason === "";
    const content = (
      <>
        <span class="status-words">{explained ? turnText(table) : previewed}</span>
        {legal && (
          <button type="button" class="button primary" onClick={play.confirm}>
            <Icon name="check" />
            {ahead ? t("Set premove") : t("Confirm move")}
          </button>
        )}
        <button type="button" class="button" onClick={play.cancel}>
          {legal ? t("Cancel") : t("Close")}
        </button>
      </>
    );
    return { kind: legal ? "asking" : explained ? "" : "refused", content };
  }
  if (reviewing) {
    const content = (
      <>
        <span class="status-words">
          {t("Viewing an earlier position")}
          <span class="status-news" role="status">
            {fresh > 0 && tn("{n} new move", "{n} new moves", fresh)}
          </span>
        </span>
        <button type="button" class={`button ${fresh > 0 ? "primary" : ""}`} onClick={onLive}>
          {fresh > 0 ? t("Show latest move") : t("Back to the game")}
        </button>
      </>
    );
    return { kind: "looking", content };
  }
  if (page.notice)
    return {
      kind: "refused",
      content: (
        <span class="status-words" role="alert">
          {page.notice}
        </span>
      ),
    };
  if (table.view.over && !preview && !pointed) {
    const content = (
      <>
        <span class="status-words">
          <strong data-testid="result">{resultHeadline(table)}</strong>
          <span class="result-detail">{resultLine(table)}</span>
        </span>
      </>
    );
    return { kind: "result", content };
  }
  if (explained) return { kind: "yours", content: <span class="status-words">{turnText(table)}</span> };
  const refused = preview !== null && preview.checked.reason !== "";
  const yours = !preview && !pointed && table.you !== null && table.view.to_act.includes(table.you);
  const words = page.pending ? t("Sending …") : (previewed ?? pointed ?? turnText(table));
  return { kind: refused ? "refused" : yours ? "yours" : "", content: <span class="status-words">{words}</span> };
}
