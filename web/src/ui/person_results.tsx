// How a player's latest finished games went.
import { t, tn } from "../lang/text";
import type { ArchiveCard } from "../net/people";
import { gamesIn, personResults, type Results, type Row } from "../state/person_results";
import { Card } from "./page";

const kMostRows = 5;

export function PersonResults({ name, games, more }: { name: string; games: readonly ArchiveCard[]; more: boolean }) {
  const found = personResults(games, name);
  if (gamesIn(found.all) === 0) return null;
  const rows: Row[] = [
    { name: t("All games"), games: gamesIn(found.all), ...found.all },
    { name: t("Moving first"), games: gamesIn(found.first), ...found.first },
    { name: t("Moving second"), games: gamesIn(found.second), ...found.second },
    ...(found.byGame.length > 1 ? found.byGame.slice(0, kMostRows).map((row) => ({ ...row, name: t(row.name) })) : []),
  ];
  return (
    <Card id="results" title={t("Results")}>
      {more && <p class="quiet">{tn("The latest {n} finished game.", "The latest {n} finished games.", games.length)}</p>}
      <ResultTable head={t("Games")} rows={rows.filter((row) => row.games > 0)} />
      {found.byOpponent.length > 0 && <ResultTable head={t("Opponent")} rows={found.byOpponent.slice(0, kMostRows)} />}
    </Card>
  );
}

function ResultTable({ head, rows }: { head: string; rows: readonly Row[] }) {
  return (
    <div class="data-box" tabIndex={0} role="region" aria-label={t("Results: {what}", { what: head })}>
      <table class="data">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col" class="number">
              {t("Won")}
            </th>
            <th scope="col" class="number">
              {t("Drawn")}
            </th>
            <th scope="col" class="number">
              {t("Lost")}
            </th>
            <th scope="col" class="result-share">
              <span class="unseen">{t("Share of wins")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              <td class="number">{row.won}</td>
              <td class="number">{row.drawn}</td>
              <td class="number">{row.lost}</td>
              <td class="result-share">
                <Share of={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Share({ of }: { of: Results }) {
  const part = (n: number) => `${(100 * n) / gamesIn(of)}%`;
  return (
    <>
      <span class="result-bar" aria-hidden="true">
        <span class="result-won" style={{ width: part(of.won) }} />
        <span class="result-drawn" style={{ width: part(of.drawn) }} />
      </span>
      <span class="unseen">{t("{n} %", { n: Math.round((100 * of.won) / gamesIn(of)) })}</span>
    </>
  );
}
