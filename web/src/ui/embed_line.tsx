// What somebody puts into a page of his own, so that the board stands there.
import { useRef, useState } from "preact/hooks";
import { t } from "../lang/text";
import { pageTitle } from "../state/site_name";
import { Icon } from "./icons";

/** `title`: of the game. */
export function embedLine(address: string, title: string): string {
  const safe = title.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${address}" title="${safe}" width="480" height="600" style="border:0;max-width:100%" loading="lazy"></iframe>`; // lang: none
}

export function EmbedLine({ id, title }: { id: string; title: string }) {
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const line = embedLine(new URL(`/embed/${id}`, location.origin).href, pageTitle(title));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line);
      setCopied(true);
      setTimeout(() => setCopied(false), 2500);
    } catch {
      field.current?.select();
    }
  };
  return (
    <section class="panel invite" aria-labelledby="embed-title">
      <h2 id="embed-title">{t("Embed this game")}</h2>
      <p>{t("Paste this code into your web page. It shows the board and follows the game live.")}</p>
      <div class="invite-row">
        <input ref={field} readOnly value={line} aria-label={t("Embed code")} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="button" onClick={copy}>
          <Icon name={copied ? "check" : "copy"} />
          {copied ? t("Copied") : t("Copy")}
        </button>
      </div>
    </section>
  );
}
