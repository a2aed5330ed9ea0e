// The name of the page, in the browser's tab and history.
import { useEffect } from "preact/hooks";
import { pageTitle } from "../state/site_name";

/** null: another part of the page says it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = pageTitle(title);
  }, [title]);
}
