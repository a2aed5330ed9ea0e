// What moderators tell everybody on top of each page, until a visitor closes it.
import { useEffect, useState } from "preact/hooks";
import { t } from "../lang/text";
import { useStore } from "../state/use_store";
import { Icon } from "./icons";
import { beOnSite, site } from "./site";

const kClosed = "cairn:announcement"; // its number, in this browser

function closedBefore(): string | null {
  try {
    return localStorage.getItem(kClosed);
  } catch {
    return null;
  }
}

export function AnnouncementLine() {
  const told = useStore(site)?.announcement;
  const [closed, setClosed] = useState(closedBefore);
  useEffect(beOnSite, []);
  if (!told || told.id === closed) return null;
  const close = () => {
    setClosed(told.id);
    try {
      localStorage.setItem(kClosed, told.id);
    } catch {
      // It comes again with the next page.
    }
  };
  return (
    <aside class="announcement" aria-label={t("Announcement")}>
      <p>{told.text}</p>
      <button type="button" class="icon-button" aria-label={t("Close the announcement")} title={t("Close the announcement")} onClick={close}>
        <Icon name="close" />
      </button>
    </aside>
  );
}
