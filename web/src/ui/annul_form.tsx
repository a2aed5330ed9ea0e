// For moderators: what rated games have moved is taken back, of everybody who sat in them.
import { useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import { annul } from "../net/admin";
import type { Annulled } from "../net/api_types";
import { kMostTalk } from "../net/talk";
import { Problem } from "./page";
import { classText } from "../state/terms";
import { Confirm } from "./confirm";
import { useAttempt } from "./use_attempt";
import { useGames } from "./use_games";

const kDayMs = 86_400_000;
const kSpans = [1, 7, 30, 365]; // days

function doneText({ games, refunded, left }: Annulled): string {
  const text = t("Annulled games: {games}. Players who got points back: {people}.", { games, people: refunded });
  return left === 0 ? text : `${text} ${t("Games you played in: {left}. Another moderator must annul them.", { left })}`;
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
          <span class="option-name">{t("Rating category")}</span>
          <select value={of} onChange={(event) => setOf(event.currentTarget.value)}>
            {classes.map((one) => (
              <option value={one} key={one}>
                {classText(games, one)}
              </option>
            ))}
          </select>
        </label>
        <label class="option">
          <span class="option-name">{t("Period")}</span>
          <select value={String(days)} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {kSpans.map((one) => (
              <option value={String(one)} key={one}>
                {tn("last {n} day", "last {n} days", one)}
              </option>
            ))}
          </select>
        </label>
        <label class="option">
          <span class="option-name">{t("Reason")}</span>
          <input type="text" maxLength={kMostTalk} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
          <span class="option-help">{t("visible to moderators only")}</span>
        </label>
        <Confirm
          label={t("Annul …")}
          question={t("Undo the rating changes of these games for all their players?")}
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
