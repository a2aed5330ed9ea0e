// How a tournament stands: the table of results, the bracket, the ladder, and the rounds with their games.
import type { ComponentChildren } from "preact";
import { t, tn } from "../lang/text";
import type { Cell, Game, Tournament } from "../net/tournaments";
import { boardStamp, cellText, duelText, gameText, nameOf, pointsText, roundsOf, rulingText, tableLines } from "../state/tournament";
import { Link } from "./link";
import { SmallBoard } from "./small_board";
import "./tournaments.css";

export function Player({ of, player }: { of: Tournament; player: number | null }) {
  const name = player === null ? "" : (of.players[player]?.name ?? "");
  if (name === "") return <span>{nameOf(of, player)}</span>;
  return <Link to={`/people/${name}`}>{name}</Link>;
}

/** Everybody's results: against each other, or round by round. */
export function Standings({ of }: { of: Tournament }) {
  const { heads, lines } = tableLines(of);
  const crossed = of.setup.kind === "round-robin";
  const shared = lines.some((line, i) => line.place !== i + 1);
  const number = new Map(lines.map((line, i) => [line.player, i + 1])); // places may be shared
  const rows = new Map((of.standings ?? []).map((row) => [row.player, row]));
  return (
    <div class="data-box" tabIndex={0} role="region" aria-label={t("Results table")}>
      <table class="data results">
        <thead>
          <tr>
            <th scope="col" class="number">
              <abbr title={t("Row number")}>#</abbr>
            </th>
            <th scope="col">{t("Player")}</th>
            <th scope="col" class="number">
              {t("Points")}
            </th>
            {heads.map((head, i) => (
              <th scope="col" class="cell" key={head}>
                {crossed ? (
                  <>
                    <span aria-hidden="true">{i + 1}</span>
                    <span class="unseen">{t("against {name}", { name: nameOf(of, head) })}</span>
                  </>
                ) : (
                  <>
                    <span aria-hidden="true">{t("R{head}##short for a round", { head })}</span>
                    <span class="unseen">{t("round {round}", { round: head })}</span>
                  </>
                )}
              </th>
            ))}
            {!crossed && (
              <th scope="col" class="number">
                {t("Buchholz")}
              </th>
            )}
            <th scope="col" class="number">
              <abbr title={t("Sonneborn–Berger")}>{t("SB")}</abbr>
            </th>
            <th scope="col" class="number">
              {t("Wins")}
            </th>
            {shared && (
              <th scope="col" class="number">
                {t("Place##in a ranking")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, i) => {
            const row = rows.get(line.player);
            return (
              <tr key={line.player} class={line.player === of.you ? "own" : ""}>
                <td class="number">{i + 1}</td>
                <th scope="row">
                  <Player of={of} player={line.player} />
                  {!of.players[line.player]?.here && <span class="quiet"> {t("withdrawn")}</span>}
                </th>
                <td class="number">
                  <strong>{pointsText(line.points)}</strong>
                </td>
                {line.columns.map((cells, j) => (
                  <td class={`cell ${crossed && heads[j] === line.player ? "self" : ""}`} key={j}>
                    {cells.map((cell, k) => (
                      <ResultCell key={k} of={of} cell={cell} against={crossed || cell.opponent === null ? null : (number.get(cell.opponent) ?? null)} />
                    ))}
                  </td>
                ))}
                {!crossed && <td class="number">{pointsText(row?.buchholz ?? 0)}</td>}
                <td class="number">{pointsText(row?.sonneborn_berger ?? 0)}</td>
                <td class="number">{row?.wins ?? 0}</td>
                {shared && <td class="number">{line.place}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function ResultCell({ of, cell, against }: { of: Tournament; cell: Cell; against: number | null }) {
  const words = cellText(of, cell);
  return (
    <span class="result" title={words}>
      <span aria-hidden="true">
        {cell.how === "open" ? "…" : cell.how === "bye" ? t("bye") : pointsText(cell.points)}
        {cell.how === "forfeit" && t("f##short for forfeit")}
        {against !== null && <span class="quiet"> #{against}</span>}
      </span>
      <span class="unseen">{words}</span>
    </span>
  );
}

export function Bracket({ of }: { of: Tournament }) {
  const { bracket } = of;
  if (!bracket) return null;
  const names = [t("Final"), t("Semi-finals"), t("Quarter-finals")];
  return (
    <div class="data-box" tabIndex={0} role="region" aria-label={t("Round by round")}>
      <div class="bracket">
        {bracket.rounds.map((duels, i) => (
          <section class="bracket-round" key={i}>
            <h3>{names[bracket.rounds.length - 1 - i] ?? t("Round {round}", { round: i + 1 })}</h3>
            <ul>
              {duels.map((duel, j) => (
                <li class="duel" key={j}>
                  {([0, 1] as const).map((side) => {
                    const player = duel.players[side];
                    const won = duel.decided && player !== null && duel.winner === player;
                    return (
                      <span class={won ? "duel-side won" : "duel-side"} key={side}>
                        {player === null ? <span class="quiet">{duelText(of, duel, side)}</span> : <Player of={of} player={player} />}
                        {won && <span class="tag">{t("advances")}</span>}
                      </span>
                    );
                  })}
                  {duel.replays > 0 && <span class="quiet">{tn("replayed once", "replayed {n} times", duel.replays)}</span>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

export function Rungs({ of, beside }: { of: Tournament; beside(player: number): ComponentChildren }) {
  const { ladder } = of;
  if (!ladder) return null;
  if (ladder.rungs.length === 0) return <p class="quiet">{t("No players on this ladder yet.")}</p>;
  return (
    <ol class="rows rungs">
      {ladder.rungs.map(({ player }, i) => {
        const duel = ladder.challenges.find((one) => one.challenger === player || one.challenged === player);
        const other = duel && (duel.challenger === player ? duel.challenged : duel.challenger);
        return (
          <li key={player} class={player === of.you ? "own" : ""}>
            <span class="rung">{i + 1}</span>
            <span class="row-words">
              <Player of={of} player={player} />
              {duel && other !== undefined && (
                <span class="quiet">
                  {duel.challenger === player
                    ? t("has challenged {name}", { name: nameOf(of, other) })
                    : t("challenged by {name}", { name: nameOf(of, other) })}
                </span>
              )}
            </span>
            {beside(player)}
          </li>
        );
      })}
    </ol>
  );
}

/** The games round by round, the last round open. */
export function Rounds({ of, beside }: { of: Tournament; beside(game: Game): ComponentChildren }) {
  return (
    <>
      {roundsOf(of).map(({ round, games }, i) => (
        <details class="more" open={i === 0} key={round}>
          <summary>
            <h3>{round === 0 ? t("Games") : t("Round {round}", { round })}</h3>
          </summary>
          <ul class="rows">
            {games.map((game) => (
              <li key={game.game}>
                {game.table && <SmallBoard table={game.table} stamp={boardStamp(of, game)} />}
                <span class="row-words">
                  <span>
                    <Player of={of} player={game.first} />
                    {game.second !== null && (
                      <>
                        {" – "}
                        <Player of={of} player={game.second} />
                      </>
                    )}
                  </span>
                  <span class="quiet">{gameText(of, game)}</span>
                  {of.rulings
                    .filter((one) => one.game === game.game)
                    .map((one) => (
                      <span class="quiet" key={one.at}>
                        {rulingText(of, one)}
                      </span>
                    ))}
                </span>
                {game.table && (
                  <Link
                    class="button small"
                    to={`/t/${game.table}`}
                    aria-label={t("Game of {first} and {second}", { first: nameOf(of, game.first), second: nameOf(of, game.second) })}
                  >
                    {t("Game##one that is played")}
                  </Link>
                )}
                {beside(game)}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}
