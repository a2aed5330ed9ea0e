// For moderators: somebody can say nothing for a while, and is told why.
import { useState } from "preact/hooks";
import { dateText, msg, t } from "../lang/text";
import { kMostTalk } from "../net/talk";
import { Problem } from "./page";
import { problemText } from "./use_fetched";

const kMutes = [
  { minutes: 60, name: msg("an hour") },
  { minutes: 1_440, name: msg("a day") },
  { minutes: 10_080, name: msg("a week") },
  { minutes: 43_200, name: msg("thirty days") },
  { minutes: 525_600, name: msg("a year") },
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
      setSaid(muted_until ? t("Muted until {time}.", { time: dateText(muted_until, { dateStyle: "medium", timeStyle: "short" }) }) : t("Not muted."));
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
          <input type="text" required maxLength={kMostTalk} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
          <span class="option-help">{t("shown to the muted player")}</span>
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
