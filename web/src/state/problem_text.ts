import { coreSentence } from "../lang/core_text";
import { t } from "../lang/text";
import { ApiError } from "../net/api";
import { CoreError } from "../wasm/core";

/** Words for whatever was thrown. What the browser throws (a TypeError, say) speaks to programmers, in English alone. */
export function problemText(error: unknown): string {
  if (error instanceof CoreError) return coreSentence(error.said);
  const own = error instanceof ApiError || (error instanceof Error && error.constructor === Error);
  return own ? error.message : t("Something went wrong. Try again.");
}
