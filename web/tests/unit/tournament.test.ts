import { describe, expect, it } from "vitest";
import type { Cell, Game, Row, Setup, Tournament } from "../../src/net/tournaments";
import {
  boardStamp,
  cellText,
  fieldsOf,
  gameText,
  kFields,
  kindText,
  lastRuling,
  mayAppeal,
  nameOf,
  noRulingText,
  openGameOf,
  pointsText,
  removable,
  roundsOf,
  rulingsOn,
  rulingsText,
  rulingText,
  startText,
  tableLines,
  takesPlayers,
  withinReach,
} from "../../src/state/tournament";

const setup = (part: Partial<Setup> = {}): Setup => ({
  game: "go",
  options: {},
  clock: "move 30s",
  rated: false,
  kind: "round-robin",
  match: "single",
  least: 2,
  most: 40,
  starts: null,
  no_show: null,
  ...part,
});
const game = (number: number, part: Partial<Game> = {}): Game => ({
  game: number,
  round: 1,
  match: 0,
  first: 0,
  second: 1,
  table: "t",
  how: "open",
  winner: null,
  begun: 0,
  ended: null,
  ...part,
});
const cell = (opponent: number | null, part: Partial<Cell> = {}): Cell => ({ round: 1, opponent, first: true, points: 1, how: "played", ...part });
const row = (player: number, cells: Cell[]): Row => ({ player, place: player + 1, points: 0, sonneborn_berger: 0, direct: null, wins: 0, cells });
const tournament = (part: Partial<Tournament> = {}): Tournament => ({
  id: "x",
  name: "Cup",
  title: "Go",
  setup: setup(),
  organiser: "Ann",
  organises: false,
  adjourned: [],
  rulings: [],
  may_rule: null,
  created: 0,
  started: 1,
  now: 2,
  state: "running",
  round: 1,
  rounds: 3,
  you: 1,
  players: ["Ann", "Bob", "Cid", ""].map((name) => ({ name, strength: 1500, here: true })),
  games: [],
  standings: null,
  bracket: null,
  ladder: null,
  ...part,
});

describe("a tournament", () => {
  it("asks for the board of a game again now and then while it is played, and once when it has ended", () => {
    const stamp = (now: number, part: Partial<Game> = {}) => boardStamp(tournament({ now }), game(1, part));
    expect(stamp(1_000)).toBe(stamp(9_000));
    expect(stamp(1_000)).not.toBe(stamp(16_000));
    expect(stamp(16_000)).not.toBe(stamp(31_000));
    const won: Partial<Game> = { how: "played", winner: 0 };
    expect(stamp(1_000, won)).not.toBe(stamp(1_000));
    expect(stamp(1_000, won)).toBe(stamp(90_000, won));
  });

  it("says what kind it is", () => {
    expect(kindText(setup({ cycles: 2 }))).toBe("Round robin, each pairing twice");
    expect(kindText(setup({ kind: "swiss", rounds: 5, match: "best-of", games: 3 }))).toBe("Swiss, 5 rounds, best of 3");
    expect(kindText(setup({ kind: "swiss", rounds: null }))).toBe("Swiss");
    expect(kindText(setup({ kind: "ladder", reach: 3 }))).toBe("Ladder, challenges up to 3 rungs above");
  });

  it("takes players until it begins, or late until a round is paired", () => {
    expect(takesPlayers(tournament({ state: "open" }))).toBe(true);
    expect(takesPlayers(tournament())).toBe(false);
    const late = setup({ kind: "swiss", late: 2 });
    expect(takesPlayers(tournament({ setup: late, round: 1 }))).toBe(true);
    expect(takesPlayers(tournament({ setup: late, round: 2 }))).toBe(false);
    expect(takesPlayers(tournament({ setup: late, round: 1, rounds: 1 }))).toBe(false);
    expect(takesPlayers(tournament({ setup: late, state: "over" }))).toBe(false);
  });

  it("writes points as people do", () => {
    expect([0, 0.5, 1, 2.5, 0.75].map(pointsText)).toEqual(["0", "½", "1", "2½", "0.75"]);
  });

  it("tells how each game went", () => {
    const of = tournament();
    const told = [
      game(0),
      game(0, { table: null }),
      game(0, { how: "played", winner: 1 }),
      game(0, { how: "played" }),
      game(0, { how: "forfeit", winner: 0 }),
      game(0, { how: "forfeit" }),
    ];
    expect(told.map((one) => gameText(of, one))).toEqual([
      "in progress",
      "about to start",
      "Bob won",
      "drawn",
      "Ann wins by forfeit",
      "no-show by both players",
    ]);
    const ruled = tournament({ rulings: [{ game: 0, by: "Eve", at: 0, how: "forfeit", winner: null, appeal: null }] });
    expect(gameText(ruled, game(0, { how: "forfeit" }))).toBe("both forfeit");
    expect(nameOf(of, 3)).toBe("deleted player");
    const stands = tournament({ adjourned: [{ game: 0, until: Date.UTC(2026, 0, 2, 12) }] });
    expect(gameText(stands, { ...game(0), game: 0 })).toMatch(/^adjourned until .*2026/);
    expect(gameText(stands, { ...game(0), game: 1 })).toBe("in progress");
  });

  it("tells who ruled, and lets the players of the game appeal for a week", () => {
    const at = Date.UTC(2026, 0, 2, 12);
    const ruling = { game: 0, by: "Eve", at, how: "forfeit" as const, winner: 1, appeal: null };
    const of = tournament({ rulings: [{ ...ruling, how: "annulled", winner: null }, ruling], now: at + 1 });
    expect(rulingText(of, ruling)).toMatch(/^Ruling by Eve, .*2026.*: Bob wins by forfeit$/);
    expect(rulingText(of, { ...ruling, how: "annulled", winner: null })).toMatch(/: annulled$/);
    const appeal = { by: "Ann", at, open: true, upheld_by: null };
    expect(rulingText(of, { ...ruling, appeal })).toMatch(/Ann appealed\.$/);
    expect(rulingText(of, { ...ruling, appeal: { ...appeal, open: false, upheld_by: "Max" } })).toMatch(/Ann appealed; Max upheld the ruling\.$/);
    expect(lastRuling(of, game(0))).toBe(ruling);
    expect(mayAppeal(of, game(0))).toBe(true);
    expect(mayAppeal({ ...of, you: 2 }, game(0))).toBe(false);
    expect(mayAppeal({ ...of, now: at + 8 * 86_400_000 }, game(0))).toBe(false);
    expect(mayAppeal({ ...of, rulings: [{ ...ruling, appeal }] }, game(0))).toBe(false);
    expect(mayAppeal(tournament(), game(0))).toBe(false);
  });

  it("offers whoever organises or moderates the rulings that the server takes, and says why not the others", () => {
    const may_rule = ["any", "annul", "own-game", "own-ruling", "moderators", "settled"] as const;
    const of = tournament({ may_rule: [...may_rule] });
    const all = ["annul", "first", "second", "both"];
    expect(may_rule.map((_, i) => rulingsOn(of, game(i)))).toEqual([all, ["annul"], [], [], [], []]);
    const why = may_rule.map((_, i) => noRulingText(of, game(i)));
    expect(why.map((text) => text !== "")).toEqual([false, true, true, true, true, false]);
    expect(why[3]).toBe("A player appealed against your ruling. Another moderator must decide.");
    expect(rulingsText(of)).toEqual([expect.stringMatching(/^You cannot rule on a game if/)]);

    const player = tournament({ may_rule: ["played", "played"] });
    expect([rulingsOn(player, game(0)), noRulingText(player, game(0))]).toEqual([[], ""]);
    expect(rulingsText(player)).toEqual([expect.stringMatching(/^You are or were a player in this rated tournament/)]);
    const watcher = tournament();
    expect([rulingsOn(watcher, game(0)), noRulingText(watcher, game(0)), rulingsText(watcher)]).toEqual([[], "", []]);
  });

  it("offers to take players out whom the server lets go", () => {
    const games = [game(0)]; // Ann and Bob, who looks on
    const names = (part: Partial<Tournament>, name = "Bob") => removable(tournament({ games, ...part }), name).players;
    expect(names({})).toEqual(["Cid"]);
    expect(names({ you: null }, "Eve")).toEqual(["Ann", "Bob", "Cid"]);
    const rated = { setup: setup({ rated: true }) };
    expect(names(rated)).toEqual([]);
    expect(removable(tournament(rated), "Bob").why).toMatch(/A moderator decides/);
    expect(names({ ...rated, you: null }, "Eve")).toEqual(["Ann", "Bob", "Cid"]);
    expect(names({ ...rated, games: [], state: "open" })).toEqual(["Ann", "Bob", "Cid"]);
  });

  it("has each against each by opponent, and Swiss rounds by round", () => {
    const standings = [row(2, [cell(0, { points: 0.5 })]), row(0, [cell(2, { points: 0.5 }), cell(2, { round: 4, points: 0 })]), row(1, [])];
    const crossed = tableLines(tournament({ standings }));
    expect(crossed.heads).toEqual([2, 0, 1]);
    expect(crossed.lines.map((line) => line.columns.map((cells) => cells.map((one) => one.points)))).toEqual([
      [[], [0.5], []],
      [[0.5, 0], [], []],
      [[], [], []],
    ]);
    const rounds = tableLines(tournament({ standings, round: 2, setup: setup({ kind: "swiss" }) }));
    expect(rounds.heads).toEqual([1, 2]);
    expect(rounds.lines[1]?.columns.map((cells) => cells.length)).toEqual([1, 0]);
    const of = tournament();
    expect([cell(2), cell(2, { points: 0.5 }), cell(2, { points: 0, how: "forfeit" }), cell(null, { how: "bye" })].map((one) => cellText(of, one))).toEqual([
      "beat Cid",
      "drew with Cid",
      "lost to Cid by forfeit",
      "bye",
    ]);
  });

  it("knows one's open game, and the rounds with the last first", () => {
    const games = [game(0, { how: "played", winner: 0 }), game(1, { round: 2, first: 2, second: 3 }), game(2, { round: 2, first: 0, second: 1 })];
    expect(openGameOf(tournament({ games }), 1)?.game).toBe(2);
    expect(openGameOf(tournament({ games }), null)).toBe(null);
    expect(roundsOf(tournament({ games })).map(({ round, games: list }) => [round, list.length])).toEqual([
      [2, 2],
      [1, 1],
    ]);
  });

  it("lets one challenge who is within reach and free", () => {
    const ladder = { rungs: [2, 0, 3, 1].map((player) => ({ player, active: 0 })), challenges: [] };
    const of = (part: Partial<Tournament>) => withinReach(tournament({ ladder, setup: setup({ kind: "ladder", reach: 2 }), ...part }));
    expect(of({})).toEqual([0, 3]);
    expect(of({ ladder: { ...ladder, challenges: [{ challenger: 3, challenged: 2, game: 1 }] } })).toEqual([0]);
    expect(of({ ladder: { ...ladder, challenges: [{ challenger: 1, challenged: 0, game: 1 }] } })).toEqual([]);
    expect(of({ you: null })).toEqual([]);
    expect(of({ state: "over" })).toEqual([]);
  });

  it("says when it begins", () => {
    expect(startText(7_200_000, 0)).toMatch(/^starts in 2 hours \(/);
    expect(startText(0, 5)).toMatch(/^starts now/);
  });
});

describe("the form of a tournament", () => {
  it("sends only what belongs to the kind", () => {
    expect(fieldsOf(kFields)).toEqual({ kind: "swiss", rounds: null, match: "single" });
    expect(fieldsOf({ ...kFields, late: "3", latePoints: "0.5" })).toEqual({ kind: "swiss", rounds: null, late: 3, late_points: 0.5, match: "single" });
    expect(fieldsOf({ ...kFields, kind: "knockout", late: "3" })).not.toHaveProperty("late");
    expect(fieldsOf({ ...kFields, kind: "round-robin", cycles: "2", match: "best-of", games: "5", least: "4" })).toEqual({
      kind: "round-robin",
      cycles: 2,
      match: "best-of",
      games: 5,
      least: 4,
    });
    expect(fieldsOf({ ...kFields, kind: "ladder", match: "best-of", idle: "", noShow: "60" })).toEqual({
      kind: "ladder",
      reach: 3,
      idle: null,
      no_show: 3_600_000,
    });
    expect(fieldsOf({ ...kFields, kind: "knockout", starts: "2026-11-22T20:00" }).starts).toBe(new Date(2026, 10, 22, 20).getTime());
  });
});
