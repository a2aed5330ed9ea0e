// A new tournament. Only fields that belong to its kind are shown and sent.
import { useState } from "preact/hooks";
import { t } from "../lang/text";
import { addTournament, type Kind, type Match } from "../net/tournaments";
import { loadDraft, termsOf, type Draft } from "../state/terms";
import { fieldsOf, kFields, kKindHelp, kKinds, type Fields } from "../state/tournament";
import type { Game } from "../net/protocol";
import { Link } from "./link";
import { who } from "./live";
import { Card, Page, Problem } from "./page";
import { go } from "../state/router";
import { TermsFields } from "./terms_form";
import { useAttempt } from "./use_attempt";
import { useGames } from "./use_games";
import { useStore } from "../state/use_store";

const kMostPlayers: Record<Kind, number> = { "round-robin": 40, swiss: 300, knockout: 512, ladder: 500 };

export function TournamentForm() {
  const games = useGames();
  const whom = useStore(who);
  return (
    <Page
      title={t("Create tournament")}
      aside={
        <Link class="button" to="/tournaments">
          {t("All tournaments")}
        </Link>
      }
    >
      {whom === undefined || games.length === 0 ? (
        <p class="quiet">{t("Loading …")}</p>
      ) : whom === null || whom.guest ? (
        <Card id="account" title={t("Account required")}>
          <p>{t("You need an account to create or enter tournaments.")}</p>
          <div class="buttons">
            <Link class="button primary" to="/account">
              {t("To your account")}
            </Link>
          </div>
        </Card>
      ) : (
        <Form games={games} />
      )}
    </Page>
  );
}

function Form({ games }: { games: readonly Game[] }) {
  const [draft, setDraft] = useState<Draft>(() => {
    const last = loadDraft(games);
    const { players: _, ...values } = last.values; // games of a tournament are for two
    return { ...last, values, clock: last.clock === "none" ? "fischer 15m+10s lag 300ms" : last.clock };
  });
  const [name, setName] = useState("");
  const [fields, setFields] = useState<Fields>(kFields);
  const { busy, problem, attempt } = useAttempt();
  const change = (part: Partial<Fields>) => setFields({ ...fields, ...part });
  const { kind } = fields;
  const send = (event: Event) => {
    event.preventDefault();
    void attempt(async () => {
      const made = await addTournament({ name: name.trim(), ...termsOf(games, draft, true), ...fieldsOf(fields) });
      go(`/tournaments/${made.id}`);
    });
  };
  const number = (key: keyof Fields, title: string, help: string, low: number, high: number, placeholder = "") => (
    <label class="option">
      <span class="option-name">{title}</span>
      <input
        type="number"
        min={low}
        max={high}
        placeholder={placeholder}
        value={fields[key]}
        onInput={(event) => change({ [key]: event.currentTarget.value })}
      />
      <span class="option-help">{help}</span>
    </label>
  );
  return (
    <form class="column" onSubmit={send}>
      <Card id="what" title={t("Name and game")}>
        <div class="terms">
          <label class="option">
            <span class="option-name">{t("Name")}</span>
            <input type="text" required maxLength={60} value={name} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
        </div>
        <TermsFields games={games} draft={draft} account onChange={setDraft} two clocked />
      </Card>
      <Card id="how" title={t("Format")}>
        <div class="terms">
          <label class="option">
            <span class="option-name">{t("Type")}</span>
            <select value={kind} onChange={(event) => change({ kind: event.currentTarget.value as Kind })}>
              {(Object.keys(kKinds) as Kind[]).map((one) => (
                <option value={one} key={one}>
                  {t(kKinds[one])}
                </option>
              ))}
            </select>
            <span class="option-help">{t(kKindHelp[kind])}</span>
          </label>
          {kind === "round-robin" && (
            <label class="option">
              <span class="option-name">{t("Each pairing")}</span>
              <select value={fields.cycles} onChange={(event) => change({ cycles: event.currentTarget.value })}>
                <option value="1">{t("once")}</option>
                <option value="2">{t("twice, with sides swapped")}</option>
              </select>
            </label>
          )}
          {kind === "swiss" && number("rounds", t("Rounds"), t("empty: enough for a single winner"), 1, 20, t("automatic"))}
          {kind === "swiss" && number("late", t("Late entry until round"), t("empty: entry closes at the start"), 2, 20, t("at the start"))}
          {kind === "swiss" && fields.late.trim() !== "" && (
            <label class="option">
              <span class="option-name">{t("Points per missed round")}</span>
              <select value={fields.latePoints} onChange={(event) => change({ latePoints: event.currentTarget.value })}>
                <option value="0">{t("no points")}</option>
                <option value="0.5">{t("half a point")}</option>
              </select>
            </label>
          )}
          {kind === "knockout" && number("replays", t("Replays of a tied match"), t("then the higher seed advances"), 0, 9)}
          {kind === "ladder" && number("reach", t("Challenge range"), t("how many rungs up a player can challenge"), 1, 100)}
          {kind === "ladder" && number("idle", t("Days without a game"), t("then the player drops a rung; empty: never"), 1, 365, t("never"))}
          {kind !== "ladder" && (
            <label class="option">
              <span class="option-name">{t("Match")}</span>
              <select value={fields.match} onChange={(event) => change({ match: event.currentTarget.value as Match })}>
                <option value="single">{t("one game")}</option>
                <option value="best-of">{t("best of several games")}</option>
                <option value="two-games-and-tally">{t("two games and a tally")}</option>
              </select>
            </label>
          )}
          {kind !== "ladder" && fields.match === "best-of" && (
            <label class="option">
              <span class="option-name">{t("Best of")}</span>
              <select value={fields.games} onChange={(event) => change({ games: event.currentTarget.value })}>
                {[3, 5, 7, 9].map((one) => (
                  <option key={one}>{one}</option>
                ))}
              </select>
            </label>
          )}
        </div>
      </Card>
      <Card id="when" title={t("Players and schedule")}>
        <div class="terms">
          {number("least", t("Minimum number of players"), t("cannot start with fewer"), 2, kMostPlayers[kind], "2")}
          {number("most", t("Maximum number of players"), t("entry closes when full"), 2, kMostPlayers[kind], String(kMostPlayers[kind]))}
          <label class="option">
            <span class="option-name">{t("Start time")}</span>
            <input type="datetime-local" value={fields.starts} onInput={(event) => change({ starts: event.currentTarget.value })} />
            <span class="option-help">{t("your local time; empty: you start it yourself")}</span>
          </label>
          {number("noShow", t("Minutes until a no-show"), kind === "ladder" ? t("empty: seven days") : t("empty: until the clock runs out"), 1, 525_600)}
        </div>
      </Card>
      <Problem text={problem} />
      <div class="buttons">
        <button type="submit" class="button primary" disabled={busy}>
          {busy ? t("Creating …") : t("Create tournament")}
        </button>
      </div>
    </form>
  );
}
