// Who may challenge one: a preference that the server itself keeps to.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { ask } from "../net/api";
import { Card, Shown } from "./page";
import { problemText } from "../state/problem_text";
import { useFetched } from "./use_fetched";

type Policy = { from: "everybody" | "accounts" | "nobody" } | { from: "window"; window: number };
type Preferences = Record<string, unknown> & { challenges?: Policy };

const kWindow = 200;

export function ChallengePolicy() {
  const preferences = useFetched(() => ask<Preferences>("GET", "/api/account/preferences"));
  const [said, setSaid] = useState("");
  const choose = async (from: string) => {
    setSaid("");
    try {
      // What else is kept there stays as it is now.
      const before = await ask<Preferences>("GET", "/api/account/preferences");
      const policy = from === "window" ? { from, window: kWindow } : { from };
      preferences.set(await ask<Preferences>("PUT", "/api/account/preferences", { ...before, challenges: policy }));
      setSaid(t("Saved"));
    } catch (error) {
      setSaid(problemText(error));
      void preferences.reload();
    }
  };
  return (
    <Card id="policy" title={t("Who may challenge you")}>
      <Shown of={preferences}>
        {({ challenges }) => (
          <div class="inline-form">
            <label class="option">
              <span class="option-name">{t("Challenges from")}</span>
              <select value={challenges?.from ?? "everybody"} onChange={(event) => void choose(event.currentTarget.value)}>
                <option value="everybody">{t("everybody")}</option>
                <option value="accounts">{t("registered players")}</option>
                <option value="window">{t("players near my rating")}</option>
                <option value="nobody">{t("nobody")}</option>
              </select>
              {challenges?.from === "window" && (
                <span class="option-help">{t("Within {window} points of your rating in that game", { window: challenges.window })}</span>
              )}
            </label>
            <p class="quiet" role="status">
              {said}
            </p>
          </div>
        )}
      </Shown>
    </Card>
  );
}
