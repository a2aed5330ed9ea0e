// Whether the server is ready, and its numbers where it tells them.
import { msg, numberText, t, tx } from "../lang/text";
import { fetchMetrics, fetchWhyNotReady } from "../net/admin";
import { boundOf, readMetrics, sumOf, type Metrics } from "../state/metrics";
import { Link } from "./link";
import { Card, Shown } from "./page";
import { useFetched } from "./use_fetched";

const kLookAgainMs = 10_000;
const kSetting = "metrics-from";
const kAsk = "curl http://127.0.0.1:8080/metrics"; // lang: none
const kLateSeconds = 0.25; // docs/hosting.md: worth an alarm

interface Row {
  name: string;
  of(metrics: Metrics): number | null;
  form?: "seconds" | "megabytes";
  bad?(value: number): boolean;
}
const count = (name: string, of: string, bad?: Row["bad"]): Row => ({ name, of: (metrics) => sumOf(metrics, of), ...(bad ? { bad } : {}) });
const part = (name: string, of: string, what: string): Row => ({ name, of: (metrics) => sumOf(metrics, of, (labels) => labels["what"] === what) });
const slowest = (name: string, of: string, bad?: Row["bad"]): Row => ({
  name,
  of: (metrics) => boundOf(metrics, of, 0.99),
  form: "seconds",
  ...(bad ? { bad } : {}),
});
const late = (seconds: number) => seconds > kLateSeconds;
const some = (n: number) => n > 0;

const kGroups: { name: string; rows: Row[] }[] = [
  {
    name: msg("Now"),
    rows: [
      count(msg("Open connections"), "cairn_connections"),
      count(msg("Open game pages"), "cairn_sockets"),
      count(msg("Streams"), "cairn_streams"),
      count(msg("Tables in memory"), "cairn_tables_in_memory"),
      count(msg("Bots thinking"), "cairn_bots_thinking"),
      count(msg("Bot threads"), "cairn_bot_threads"),
      count(msg("Bots waiting"), "cairn_bots_waiting"),
      count(msg("Workers thinking"), "cairn_workers_thinking"),
      count(msg("Analyses waiting"), "cairn_analyses_waiting"),
      count(msg("E-mails waiting"), "cairn_mails_waiting"),
      count(msg("Store operations waiting"), "cairn_store_waiting"),
      { name: msg("Memory in use (MB)"), of: (metrics) => sumOf(metrics, "process_resident_memory_bytes"), form: "megabytes" },
    ],
  },
  {
    name: msg("Since server start"),
    rows: [
      count(msg("Requests"), "cairn_http_requests_total"),
      {
        name: msg("Server errors (5xx)"),
        of: (metrics) => sumOf(metrics, "cairn_http_requests_total", ({ status }) => Boolean(status?.startsWith("5"))),
        bad: some,
      },
      count(msg("Moves stored"), "cairn_moves_stored_total"),
      part(msg("Analyses completed"), "cairn_analyses_total", "done"),
      part(msg("E-mails sent"), "cairn_mails_total", "sent"),
      part(msg("E-mails rejected"), "cairn_mails_total", "refused"),
      count(msg("Store errors"), "cairn_store_faults_total", some),
      { name: msg("CPU time (seconds)"), of: (metrics) => sumOf(metrics, "process_cpu_seconds_total") },
    ],
  },
  {
    name: msg("99th percentile (seconds)"),
    rows: [
      slowest(msg("Requests"), "cairn_http_request_seconds"),
      slowest(msg("Store writes"), "cairn_store_commit_seconds", late),
      slowest(msg("Event loop lag"), "cairn_loop_lag_seconds", late),
    ],
  },
];

export function ServerState() {
  const ready = useFetched(async () => ({ why: await fetchWhyNotReady() }), null, kLookAgainMs);
  const metrics = useFetched(async () => ({ text: await fetchMetrics() }), null, kLookAgainMs);
  return (
    <Card id="server" title={t("Server status")} aside={<Link to="/admin/health">{t("Server health")}</Link>}>
      <Shown of={ready}>
        {({ why }) => (
          <p class={why === null ? "server-good" : "server-bad"}>{why === null ? t("The server is ready.") : t("The server is not ready: {why}", { why })}</p>
        )}
      </Shown>
      <Shown of={metrics}>{({ text }) => (text === null ? <Elsewhere /> : <Numbers metrics={readMetrics(text)} />)}</Shown>
    </Card>
  );
}

function Elsewhere() {
  return (
    <p>
      {tx(
        "The server shows its metrics only to the addresses in its setting {setting}, and never through a proxy. On the server’s own machine, with its port: {command}",
        {
          setting: <code>{kSetting}</code>,
          command: <code>{kAsk}</code>,
        },
      )}
    </p>
  );
}

function Numbers({ metrics }: { metrics: Metrics }) {
  return (
    <>
      <div class="data-box" tabIndex={0} role="region" aria-label={t("Server metrics")}>
        <table class="data server-numbers">
          {kGroups.map((group) => (
            <tbody key={group.name}>
              <tr>
                <th scope="rowgroup" colSpan={2}>
                  {t(group.name)}
                </th>
              </tr>
              {group.rows.map((row) => (
                <NumberRow row={row} value={row.of(metrics)} key={row.name} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <p>
        <a href="/metrics">{t("All metrics as text")}</a>
      </p>
    </>
  );
}

function NumberRow({ row, value }: { row: Row; value: number | null }) {
  if (value === null) return null;
  const bad = row.bad?.(value) ?? false;
  return (
    <tr>
      <td>{t(row.name)}</td>
      <td class={`number ${bad ? "server-bad" : ""}`}>
        {shown(value, row.form)}
        {bad && <span class="unseen">{t(", needs attention")}</span>}
      </td>
    </tr>
  );
}

function shown(value: number, form: Row["form"]): string {
  if (value === Infinity) return t("more than {n}", { n: 10 });
  if (form === "seconds") return numberText(value, { maximumSignificantDigits: 2 });
  return numberText(form === "megabytes" ? value / 1e6 : value, { maximumFractionDigits: 0 });
}
