// For moderators: what rated games have moved is taken back, of everybody who sat in them.
import { useState } from "preact/hooks";
import { msg, t } from "../lang/text";
import { annul } from "../net/admin";
import type { Annulled } from "../net/api_types";
import { kMostTalk } from "../net/talk";
import { Problem } from "./page";
import { classText } from "../state/terms";
import { Confirm } from "./confirm";
import { useAttempt } from "./use_attempt";
import { useGames } from "./use_games";

const kDayMs = 86_400_000;
const kSpans = [
  { days: 1, name: msg("1 day") },
  { days: 7, name: msg("1 week") },
  { days: 30, name: msg("30 days") },
  { days: 365, name: msg("1 year") },
];

function doneText({ games, refunded, left }: Annulled): string {
  const text = t("Annulled games: {games}. People who got points back: {people}.", { games, people: refunded });
  return left === 0 ? text : `${text} ${t("Games in which you sat: {left}. Another moderator annuls them.", { left })}`;
}

export function AnnulForm({ name, classes }: { name: string; classes: readonly string[] }) {
  const games = useGames();
  const [of, setOf] = useState(classes[0] ?? "");
  const [days, setDays] = useState(7);
  const [why, setWhy] = useState("");
  const [said, setSaid] = useState<string | null>(null);
  const { busy, problem, attempt } = useAttempt();
  return (
    <details>
      <summary>{t("Annul rated games of {name}", { name })}</summary>
      <div class="inline-form">
        <label class="option">
          <span class="option-name">{t("Class of games")}</span>
          <select value={of} onChange={(event) => setOf(event.currentTarget.value)}>
            {classes.map((one) => (
              <option value={one} key={one}>
                {classText(games, one)}
              </option>
            ))}
          </select>
        </label>
        <label class="option">
          <span class="option-name">{t("Within the last")}</span>
          <select value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {kSpans.map((one) => (
              <option value={String(one.days)} key={one.days}>
                {t(one.name)}
              </option>
            ))}
          </select>
        </label>
        <label class="option">
          <span class="option-name">{t("Reason")}</span>
          <input type="text" maxLength={kMostTalk} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
          <span class="option-help">{t("kept for moderators")}</span>
        </label>
        <Confirm
          label={t("Annul …")}
          question={t("Take back what these games moved, for everybody who sat in them?")}
          yes={t("Yes, annul them")}
          disabled={busy || why.trim() === ""}
          onYes={() => void attempt(async () => setSaid(doneText(await annul(name, of, Date.now() - days * kDayMs, why.trim()))))}
        />
      </div>
      <Problem text={problem} />
      <p class="quiet" role="status">
        {said}
      </p>
    </details>
  );
}
