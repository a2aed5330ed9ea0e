// Ways to show a game to others: its link, a picture of the board, and a frame for other pages.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import type { TableState } from "../net/protocol";
import { EmbedLine } from "./embed_line";
import { Icon } from "./icons";

export function ShareGame({ table }: { table: TableState }) {
  const [embedding, setEmbedding] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const { id } = table;
  const copy = async () => {
    const address = new URL(`/t/${id}`, location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      setSaid(t("Link copied"));
      setTimeout(() => setSaid(null), 2500);
    } catch {
      setSaid(address); // the browser forbids it: it can be copied by hand
    }
  };
  return (
    <>
      <p class="files quiet">
        {t("Share:")}
        <button type="button" class="button small" onClick={copy}>
          <Icon name="link" />
          {t("Copy link")}
        </button>
        <a href={`/api/tables/${id}/board.png`} download={`cairn-${id}.png`}>
          {t("Picture")}
        </a>
        <button type="button" class="button small" aria-expanded={embedding} onClick={() => setEmbedding(!embedding)}>
          {t("Embed")}
        </button>
        <span role="status">{said}</span>
      </p>
      {embedding && <EmbedLine id={id} title={t(table.title)} />}
    </>
  );
}
