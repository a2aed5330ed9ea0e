// For moderators: somebody can say nothing for a while, and is told why.
import { useState } from "preact/hooks";
import { dateText, msg, t } from "../lang/text";
import { kMostTalk } from "../net/talk";
import { Problem } from "./page";
import { problemText } from "../state/problem_text";

const kMutes = [
  { minutes: 60, name: msg("1 hour") },
  { minutes: 1_440, name: msg("1 day") },
  { minutes: 10_080, name: msg("1 week") },
  { minutes: 43_200, name: msg("30 days") },
  { minutes: 525_600, name: msg("1 year") },
];

interface Props {
  mute(minutes: number, why: string): Promise<{ muted_until: number | null }>;
  unmute(): Promise<{ muted_until: number | null }>;
}

export function MuteForm({ mute, unmute }: Props) {
  const [minutes, setMinutes] = useState(60);
  const [why, setWhy] = useState("");
  const [said, setSaid] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const act = async (what: ReturnType<Props["mute"]>) => {
    setSaid(null);
    setProblem(null);
    try {
      const { muted_until } = await what;
      setSaid(muted_until ? t("Muted until {time}.", { time: dateText(muted_until, { dateStyle: "medium", timeStyle: "short" }) }) : t("No longer muted."));
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          void act(mute(minutes, why.trim()));
        }}
      >
        <label class="option">
          <span class="option-name">{t("Mute for")}</span>
          <select value={String(minutes)} onChange={(event) => setMinutes(Number(event.currentTarget.value))}>
            {kMutes.map((one) => (
              <option value={String(one.minutes)} key={one.minutes}>
                {t(one.name)}
              </option>
            ))}
          </select>
        </label>
        <label class="option">
          <span class="option-name">{t("Reason")}</span>
          <input
            type="text"
            required
            maxLength={kMostTalk}
            placeholder={t("Shown to the muted player")}
            value={why}
            onInput={(event) => setWhy(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button danger">
          {t("Mute")}
        </button>
        <button type="button" class="button" onClick={() => void act(unmute())}>
          {t("Unmute")}
        </button>
      </form>
      <Problem text={problem} />
      <p class="quiet" role="status">
        {said}
      </p>
    </>
  );
}
