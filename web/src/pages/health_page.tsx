// How the server does: a verdict on each part and what to do, for moderators of servers without Prometheus.
import { msg, t, tx } from "../lang/text";
import { coreSentence, coreText } from "../lang/core_text";
import { moderates } from "../net/account";
import { fetchHealth, type HealthLine } from "../net/admin";
import { useStore } from "../state/use_store";
import { Link } from "../ui/link";
import { who } from "../ui/live";
import { Card, Page, Shown } from "../ui/page";
import { useFetched } from "../ui/use_fetched";
import "./admin.css";

const kLookAgainMs = 15_000;

const kNames: Record<HealthLine["name"], string> = {
  ready: msg("Server"),
  moves: msg("Moves played"),
  requests: msg("Requests"),
  store: msg("Database"),
  replica: msg("Replica"),
  bots: msg("Bots"),
  disk: msg("Disk"),
  mail: msg("Mail"),
  outbox: msg("Outbox"),
  backup: msg("Backups"),
  sockets: msg("Connections"),
  version: msg("Versions"),
};
const kStates: Record<HealthLine["state"], string> = { good: msg("good##of a part of the server"), warning: msg("warning"), bad: msg("needs attention") };

export default function HealthPage() {
  const whom = useStore(who);
  return (
    <Page title={t("Server health")} aside={<Link to="/admin">{t("Moderation")}</Link>}>
      {whom === undefined ? (
        <p class="quiet">{t("Loading …")}</p>
      ) : moderates(whom) ? (
        <HealthList />
      ) : (
        <p>{tx("This page is for moderators. {link} with a moderator account.", { link: <Link to="/account">{t("Sign in")}</Link> })}</p>
      )}
    </Page>
  );
}

function HealthList() {
  const found = useFetched(fetchHealth, null, kLookAgainMs);
  return (
    <Card id="health" title={t("Now and in the last minutes")}>
      <Shown of={found}>
        {({ lines }) => (
          <ul class="reports">
            {lines.map((line, i) => (
              <HealthRow key={`${line.name} ${i}`} line={line} />
            ))}
          </ul>
        )}
      </Shown>
    </Card>
  );
}

function HealthRow({ line: { name, state, says, todo } }: { line: HealthLine }) {
  return (
    <li class="report">
      <p>
        <strong>{t(kNames[name])}</strong> <span class={`health-${state}`}>{t(kStates[state])}</span>
      </p>
      <p>{coreSentence(says)}</p>
      {todo && <p>{t("What to do: {todo}", { todo: coreText(todo) })}</p>}
    </li>
  );
}
