// For moderators: everything that somebody announced is cancelled, as far as it has not begun.
import { useState } from "preact/hooks";
import { t, tn } from "../lang/text";
import { takeTournamentsOff } from "../net/admin";
import { Confirm } from "./confirm";
import { Problem } from "./page";
import { useAttempt } from "./use_attempt";

export function TakeTournamentsOff({ name }: { name: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const { busy, problem, attempt } = useAttempt();
  const takeOff = () =>
    void attempt(async () => {
      const { ended } = await takeTournamentsOff(name);
      setSaid(
        ended === 0 ? t("{name} has no tournaments that are open for entry.", { name }) : tn("{n} tournament cancelled.", "{n} tournaments cancelled.", ended),
      );
    });
  return (
    <>
      <Confirm
        label={t("Cancel tournaments …")}
        question={t("Cancel all tournaments by {name} that have not started?", { name })}
        yes={t("Yes, cancel them")}
        disabled={busy}
        onYes={takeOff}
      />
      <Problem text={problem} />
      <p class="quiet" role="status">
        {said}
      </p>
    </>
  );
}
