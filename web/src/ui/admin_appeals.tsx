// Appeals against rulings on games of tournaments: a moderator who did not rule decides.
import { t, tx } from "../lang/text";
import { fetchAppeals, upholdRuling, type Appeal } from "../net/admin";
import { Confirm } from "./confirm";
import { Link } from "./link";
import { Problem } from "./page";
import { ReportList, timeText } from "./report_list";
import { useAttempt } from "./use_attempt";

const keyOf = ({ tournament, ruling }: Appeal) => `${tournament} ${ruling.game}`;

async function fetchAll() {
  const { appeals } = await fetchAppeals();
  return { reports: appeals.map((one) => ({ ...one, id: keyOf(one) })) };
}

export function Appeals() {
  return (
    <ReportList
      id="appeals"
      title={t("Appeals against rulings")}
      empty={t("No open appeals.")}
      fetch={fetchAll}
      row={(one, onEnd) => <Row key={one.id} appeal={one} onEnd={onEnd} />}
    />
  );
}

function Row({ appeal, onEnd }: { appeal: Appeal; onEnd(): void }) {
  const { tournament, name, players, table, ruling, by, at, why } = appeal;
  const { busy, problem, attempt } = useAttempt();
  const [first, second] = players;
  const uphold = () =>
    void attempt(async () => {
      await upholdRuling(appeal);
      onEnd();
    });
  return (
    <li class="report">
      <p>
        {tx("{first} against {second} in {tournament}", { first, second, tournament: <Link to={`/tournaments/${tournament}`}>{name}</Link> })}
        {table && (
          <>
            {" · "}
            <Link to={`/t/${table}`}>{t("Game##one that is played")}</Link>
          </>
        )}
      </p>
      <p>{ruling.how === "annulled" ? t("{name} annulled the game.", { name: ruling.by }) : t("{name} ruled a forfeit.", { name: ruling.by })}</p>
      <p>{t("{name} appeals: {why}", { name: by, why })}</p>
      <p class="quiet">{timeText(at)}</p>
      <div class="buttons">
        <Link class="button" to={`/tournaments/${tournament}`}>
          {t("Make a new ruling")}
        </Link>
        <Confirm
          label={t("Uphold …")}
          about={t("Uphold the ruling on {first} against {second}", { first, second })}
          question={t("Uphold this ruling?")}
          yes={t("Yes, uphold it")}
          disabled={busy}
          onYes={uphold}
        />
      </div>
      <Problem text={problem} />
    </li>
  );
}
