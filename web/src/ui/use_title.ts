// The name of the page, in the browser's tab and history.
import { useEffect } from "preact/hooks";

/** null: another part of the page says it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title === "" ? "Cairn" : `${title} · Cairn`;
  }, [title]);
}
