// Tournaments in words and tables: nothing is counted here, the server has done that.
import { dateText, msg, numberText, phrases, t, tn } from "../lang/text";
import type { Cell, Duel, Game, Kind, Match, Setup, State, Tournament, Wish } from "../net/tournaments";
import { leftText } from "./words";

export const kKinds: Record<Kind, string> = { "round-robin": msg("Round robin"), swiss: msg("Swiss"), knockout: msg("Knockout"), ladder: msg("Ladder") };
export const kKindHelp: Record<Kind, string> = {
  "round-robin": msg("everybody plays everybody"),
  swiss: msg("each round pairs players with equal points"),
  knockout: msg("the loser of each match is out"),
  ladder: msg("beat a player above you to take their rung; no fixed end"),
};
export const kStates: Record<State, string> = {
  open: msg("open##of a tournament"),
  running: msg("running##of a tournament"),
  over: msg("finished##of a tournament"),
  cancelled: msg("cancelled"),
};
const kMatches: Record<Match, string> = { single: "", "best-of": "", "two-games-and-tally": msg("two games and a tally") };
const kDayMs = 86_400_000;

/** "Swiss, 5 rounds, best of 3": how it is played, without the game. */
export function kindText(setup: Setup): string {
  const match = setup.match === "best-of" ? t("best of {games}", { games: setup.games ?? 3 }) : t(kMatches[setup.match]);
  return phrases([
    t(kKinds[setup.kind]),
    ...(setup.kind === "round-robin" && setup.cycles === 2 ? [t("each pairing twice")] : []),
    ...(setup.kind === "swiss" && setup.rounds ? [tn("{n} round", "{n} rounds", setup.rounds)] : []),
    ...(setup.kind === "ladder" && setup.reach ? [tn("challenges up to {n} rung above", "challenges up to {n} rungs above", setup.reach)] : []),
    ...(match ? [match] : []),
  ]);
}

/** "1½", "½", "0". */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  const half = points - whole === 0.5;
  if (half) return whole === 0 ? "½" : `${whole}½`;
  return Number.isInteger(points) ? String(points) : numberText(points, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

export const nameOf = ({ players }: Tournament, player: number | null): string => (player === null ? "" : players[player]?.name || t("deleted player"));

/** "round 2 of 5", "open, 3 entered". */
export function stageText({ state, round, rounds, players, setup, ladder }: Tournament): string {
  if (state === "open") return tn("{n} player (maximum {most})", "{n} players (maximum {most})", players.length, { most: setup.most });
  if (state === "running" && !ladder) return rounds ? t("round {round} of {rounds}", { round, rounds }) : t("round {round}", { round });
  return tn("{n} player", "{n} players", players.length);
}

/** How a game stands or went. */
export function gameText(tournament: Tournament, game: Game): string {
  switch (game.how) {
    case "open": {
      const adjourned = tournament.adjourned.find((one) => one.game === game.game);
      if (adjourned) return t("adjourned until {day}", { day: dateText(adjourned.until, { dateStyle: "medium", timeStyle: "short" }) });
      return game.table ? t("in progress") : t("about to start");
    }
    case "bye":
      return t("bye");
    case "annulled":
      return t("annulled");
    case "forfeit":
      if (game.winner !== null) return t("{name} wins by forfeit", { name: nameOf(tournament, game.winner) });
      return lastRuling(tournament, game) ? t("both forfeit") : t("no-show by both players");
    case "played":
      return game.winner === null ? t("drawn") : t("{name} won", { name: nameOf(tournament, game.winner) });
  }
}

const kBoardMs = 15_000;

/** What changes when the board of a game may have: now and then while it is played. */
export const boardStamp = (tournament: Tournament, game: Game): string =>
  [gameText(tournament, game), ...(game.how === "open" ? [Math.floor(tournament.now / kBoardMs)] : [])].join(" ");

export type Ruled = Tournament["rulings"][number];
const kAppealMs = 7 * 86_400_000;

/** What somebody decided about a game, and what became of an appeal. */
export function rulingText(tournament: Tournament, { by, at, how, winner, appeal }: Ruled): string {
  const day = dateText(at, { dateStyle: "medium", timeStyle: "short" });
  const result = how === "annulled" ? t("annulled") : winner === null ? t("both forfeit") : t("{name} wins by forfeit", { name: nameOf(tournament, winner) });
  const ruled = t("Ruling by {name}, {day}: {result}", { name: by || t("deleted player"), day, result });
  if (!appeal) return ruled;
  const name = appeal.by || t("deleted player");
  return `${ruled}. ${appeal.upheld_by === null ? t("{name} appealed.", { name }) : t("{name} appealed; {judge} upheld the ruling.", { name, judge: appeal.upheld_by })}`;
}

export const lastRuling = ({ rulings }: Tournament, { game }: Game): Ruled | undefined => rulings.filter((one) => one.game === game).at(-1);

/** Whether whoever looks on may appeal against the last ruling on a game. */
export function mayAppeal(tournament: Tournament, game: Game): boolean {
  const { you, now } = tournament;
  const last = lastRuling(tournament, game);
  return last !== undefined && you !== null && (game.first === you || game.second === you) && !last.appeal && now - last.at <= kAppealMs;
}

export type MayRule = NonNullable<Tournament["may_rule"]>[number];
type Verdict = "annul" | "first" | "second" | "both";

/** The rulings on a game that the server takes from whoever looks on. */
export function rulingsOn({ may_rule }: Tournament, { game }: Game): readonly Verdict[] {
  const may = may_rule?.[game];
  return may === "any" ? ["annul", "first", "second", "both"] : may === "annul" ? ["annul"] : [];
}

const kPartial = msg("You are or were a player in this rated tournament. A moderator decides about its games and players.");
const kOfOneGame: Partial<Record<MayRule, string>> = {
  annul: msg("Later pairings depend on this result. You can only annul the game, so that it does not change ratings."),
  "own-game": msg("This is your own game. A moderator who is not playing in it must rule on it."),
  "own-ruling": msg("A player appealed against your ruling. Another moderator must decide."),
  moderators: msg("After an appeal or a moderator’s ruling, only moderators can rule on this game."),
};

/** Why not every ruling on a game is offered; "" where all are, or where `rulingsText` says it of many. */
export const noRulingText = ({ may_rule }: Tournament, { game }: Game): string => t(kOfOneGame[may_rule?.[game] ?? "any"] ?? "");

/** What is said once, of all games on which whoever organises or moderates may not rule. */
export function rulingsText({ may_rule }: Tournament): string[] {
  return [
    ...(may_rule?.includes("played") ? [t(kPartial)] : []),
    ...(may_rule?.includes("settled") ? [t("You cannot rule on a game if later pairings depend on it or its result is final.")] : []),
  ];
}

/** Whom somebody who organises or moderates may take out: once it runs, nobody decides about games of their own. */
export function removable(of: Tournament, name: string): { players: string[]; why: string } {
  const { players, setup, state, you } = of;
  const begun = state === "running";
  const partial = begun && setup.rated && players.some((one) => one.name === name);
  const own = (player: number): boolean => {
    const game = begun && you !== null ? openGameOf(of, player) : null;
    return game !== null && (game.first === you || game.second === you);
  };
  const here = players.filter((one, i) => one.here && one.name !== "" && !partial && !own(i));
  return { players: here.map((one) => one.name), why: partial ? t(kPartial) : "" };
}

/** The open game of a player, the last one that there is. */
export function openGameOf({ games }: Tournament, player: number | null): Game | null {
  if (player === null) return null;
  return [...games].reverse().find((game) => game.how === "open" && (game.first === player || game.second === player)) ?? null;
}

/** What a cell of the table says to who cannot see the columns. */
export function cellText(tournament: Tournament, cell: Cell): string {
  const name = nameOf(tournament, cell.opponent);
  if (cell.how === "bye" || cell.opponent === null) return t("bye");
  if (cell.how === "open") return t("playing {name}", { name });
  if (cell.how === "forfeit") return cell.points >= 1 ? t("beat {name} by forfeit", { name }) : t("lost to {name} by forfeit", { name });
  return cell.points >= 1 ? t("beat {name}", { name }) : cell.points > 0 ? t("drew with {name}", { name }) : t("lost to {name}", { name });
}

export interface Line {
  player: number;
  place: number;
  points: number;
  columns: Cell[][]; // one a column; empty where there is none
}

/** Columns by opponent, in the order of the table (each against each), or by round (Swiss). */
export function tableLines({ standings, setup, round }: Tournament): { heads: number[]; lines: Line[] } {
  const rows = standings ?? [];
  const byOpponent = setup.kind === "round-robin";
  const heads = byOpponent ? rows.map((row) => row.player) : Array.from({ length: round }, (_, i) => i + 1);
  return {
    heads,
    lines: rows.map(({ player, place, points, cells }) => ({
      player,
      place,
      points,
      columns: heads.map((head) => cells.filter((cell) => (byOpponent ? cell.opponent === head : cell.round === head))),
    })),
  };
}

/** The rounds with games, the last first; a ladder's games are one list. */
export function roundsOf({ games, ladder }: Tournament): { round: number; games: Game[] }[] {
  if (ladder) return games.length > 0 ? [{ round: 0, games: [...games].reverse() }] : [];
  const numbers = [...new Set(games.map((game) => game.round))].sort((a, b) => b - a);
  return numbers.map((round) => ({ round, games: games.filter((game) => game.round === round) }));
}

/** Whom a player of a ladder may challenge: who stands little above and neither plays a challenge. */
export function withinReach({ ladder, setup, you, state, players }: Tournament): number[] {
  if (!ladder || you === null || state !== "running") return [];
  const busy = new Set(ladder.challenges.flatMap((one) => [one.challenger, one.challenged]));
  const at = ladder.rungs.findIndex((rung) => rung.player === you);
  if (at < 0 || busy.has(you)) return [];
  return ladder.rungs
    .slice(Math.max(0, at - (setup.reach ?? 3)), at)
    .map((rung) => rung.player)
    .filter((player) => !busy.has(player) && players[player]?.here);
}

/** Who still waits in a match of a knockout. */
export function duelText(tournament: Tournament, duel: Duel, side: 0 | 1): string {
  const player = duel.players[side];
  return player !== null ? nameOf(tournament, player) : duel.decided ? t("nobody") : t("to be decided");
}

/** "in 3 hours", or the moment. */
export function startText(starts: number, now: number): string {
  const left = starts - now;
  const when = dateText(starts, { dateStyle: "medium", timeStyle: "short" });
  if (left <= 0) return t("starts now ({when})", { when });
  return left < 60_000 ? t("starts within a minute ({when})", { when }) : t("starts in {left} ({when})", { left: leftText(left), when });
}

/** Whether somebody may enter now. */
export const takesPlayers = (of: Pick<Tournament, "state" | "ladder" | "setup" | "round" | "rounds">): boolean =>
  of.state === "open" || (of.state === "running" && (of.ladder !== null || of.round < Math.min(of.setup.late ?? 0, of.rounds ?? 0)));

/** The form's figures, as they are typed; what is empty is left to the server. */
export interface Fields {
  kind: Kind;
  cycles: string;
  rounds: string;
  late: string;
  latePoints: string;
  replays: string;
  match: Match;
  games: string;
  least: string;
  most: string;
  starts: string; // as the browser's field has it, in local time
  noShow: string; // minutes
  reach: string;
  idle: string; // days
}

export const kFields: Fields = {
  kind: "swiss",
  cycles: "1",
  rounds: "",
  late: "",
  latePoints: "0",
  replays: "1",
  match: "single",
  games: "3",
  least: "",
  most: "",
  starts: "",
  noShow: "",
  reach: "3",
  idle: "30",
};

/** Only what belongs to the kind: the server refuses the rest. */
export function fieldsOf(fields: Fields): Omit<Partial<Wish>, "name" | "game" | "options" | "clock" | "rated"> & { kind: Kind } {
  const number = (text: string) => (text.trim() === "" ? null : Number(text));
  const starts = fields.starts === "" ? null : new Date(fields.starts).getTime();
  const [least, most, noShow, late] = [number(fields.least), number(fields.most), number(fields.noShow), number(fields.late)];
  const idle = number(fields.idle);
  const { kind, match } = fields;
  return {
    kind,
    ...(kind === "round-robin" ? { cycles: Number(fields.cycles) } : {}),
    ...(kind === "swiss" ? { rounds: number(fields.rounds) } : {}),
    ...(kind === "swiss" && late !== null ? { late, late_points: fields.latePoints === "0.5" ? 0.5 : 0 } : {}),
    ...(kind === "knockout" ? { replays: Number(fields.replays) } : {}),
    ...(kind === "ladder" ? { reach: number(fields.reach) ?? 3, idle: idle === null ? null : idle * kDayMs } : { match }),
    ...(kind !== "ladder" && match === "best-of" ? { games: Number(fields.games) } : {}),
    ...(least === null ? {} : { least }),
    ...(most === null ? {} : { most }),
    ...(starts === null ? {} : { starts }),
    ...(noShow === null ? {} : { no_show: noShow * 60_000 }),
  };
}
