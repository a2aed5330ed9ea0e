import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { setCatalogue } from "../../src/lang/text";
import type { Challenge, Terms } from "../../src/net/challenges";
import type { Game } from "../../src/net/protocol";
import { kNotSeeking, Seeker, type Seek, type Seeking, type Surroundings } from "../../src/net/seeker";
import { asksMe, begunNow, headText, stateText } from "../../src/state/challenge_words";
import { changedFlags, classOf, classText, draftOf, lastDraft, mayBeRated, namesOf, ordersOf, seatsOf, termsOf, termsText } from "../../src/state/terms";
import { leftText } from "../../src/state/words";
import { Core } from "../../src/wasm/core";

const option = (name: string, values: string, fallback: string) => ({ name, values, default: fallback, help: "" });
const game = (name: string, title: string, options: Game["options"]): Game => ({ name, title, summary: "", hidden: false, options, ranks: [] });
const kGo = game("go", "Go", [option("size", "2..25[x2..25]", "19"), option("handicap", "0..9", "0"), option("agreement", "yes|no", "yes")]);
const kSpargo = game("spargo", "Spargo", [option("players", "2..4", "2"), option("swap", "yes|no", "no")]);
const kGames = [kGo, kSpargo];

describe("terms", () => {
  it("are asked for as the server takes them: what differs, and rated only where it can be", () => {
    const draft = { game: "go", values: { size: "9", handicap: "0", agreement: "yes" }, clock: " fischer 5m+5s ", rated: true };
    expect(termsOf(kGames, draft, true)).toEqual({ game: "go", options: { size: "9" }, clock: "fischer 5m+5s", rated: true });
    expect(termsOf(kGames, draft, false).rated).toBe(false);
    expect(mayBeRated({ ...draft, clock: "none" }, true)).toBe(false);
    expect(draftOf(termsOf(kGames, draft, true)).values).toEqual({ size: "9" });
  });

  it("send a komi that was typed, though it is that of another size, and leave the usual one to the server", () => {
    const komi = game("go", "Go", [option("size", "2..25", "19"), option("komi", 'half points, -400..400, or "usual"', "6.5")]);
    const asked = (values: Record<string, string>) => termsOf([komi], { game: "go", values, clock: "none", rated: false }, false).options;
    expect(asked({ size: "9", komi: "6.5" })).toEqual({ size: "9", komi: "6.5" });
    expect(asked({ size: "9", komi: "usual" })).toEqual({ size: "9" });
  });

  it("tell how many play", () => {
    expect([seatsOf(kGo, {}), seatsOf(kSpargo, {}), seatsOf(kSpargo, { players: "3" }), seatsOf(undefined, {})]).toEqual([2, 2, 3, 2]);
  });

  it("are words", () => {
    const terms: Terms = { game: "go", options: { size: "9", handicap: "2", agreement: "no" }, clock: "correspondence 3d vacation 30d", rated: true };
    expect(termsText(terms, kGo)).toBe("9 × 9, handicap 2, no agreement, 3 days per turn, rated");
    expect(termsText({ options: { players: "3", swap: "yes" }, clock: "none", rated: false }, kSpargo)).toBe("3 players, pie rule, no time limit");
    expect([classOf(kGo, "9"), classOf(kSpargo, "9")]).toEqual(["go-9", "spargo"]);
    expect(["go-9", "spargo", "hex-11", "hex"].map((one) => classText(kGames, one))).toEqual(["Go 9 × 9", "Spargo", "hex-11", "hex"]);
    expect([classOf(kGo, "13x9"), classText(kGames, "go-13x9")]).toEqual(["go-13x9", "Go 13 × 9"]);
    expect(termsText({ options: { size: "13x9" }, clock: "none", rated: false }, kGo)).toBe("13 × 9, no time limit");
  });

  it("leave out a komi that is usual for the board, and tell any other as the language writes it", async () => {
    const core = await Core.load(readFileSync(new URL("../../src/wasm/cairn.wasm", import.meta.url)));
    const tables = [...["2", "9", "13", "14", "19", "25", "13x9", "25x6", "19x9"].map((size) => ({ size })), { size: "9", handicap: "2" }];
    for (const name of ["go", "phantom", "toroidal"]) {
      const info = core.games().find((one) => one.name === name) as Game;
      for (const given of tables.filter((one) => name === "go" || /^(9|13|19)$/.test(one.size))) {
        if (name === "toroidal" && "handicap" in given) continue;
        const komi = String(core.create(name, given).view(4).facts["komi"]);
        const told = (value: string) => termsText({ options: { ...given, komi: value }, clock: "none", rated: false }, info);
        expect(told(komi), `${name} ${given.size}`).not.toContain("komi");
        expect(told("7.5")).toContain("komi 7.5");
      }
    }
    expect(
      termsText(
        { options: { size: "9", komi: "6.5" }, clock: "none", rated: false },
        core.games().find((one) => one.name === "go"),
      ),
    ).toContain("komi 6.5");
  });

  it("stand in the marks and without the blanks of a language that has none", () => {
    const terms: Omit<Terms, "game"> = { options: { size: "9" }, clock: "correspondence 3d", rated: false };
    setCatalogue("ja-JP", { "{time} per turn": "1手{time}" });
    expect(termsText(terms, kGo)).toBe("9 × 9、1手3日");
    setCatalogue("de", { komi: "Komi", "{time} per turn": "{time} pro Zug" });
    expect(termsText({ ...terms, options: { ...terms.options, komi: "7.5" } }, kGo)).toBe("9 × 9, Komi 7,5, 3 Tage pro Zug");
    setCatalogue("en", {});
  });

  it("are told in a title where they are not at their defaults", () => {
    expect(changedFlags(kGo, { size: "9", handicap: "2", agreement: "yes" })).toEqual([]);
    expect(changedFlags(kGo, { size: "9", handicap: "0", agreement: "no" })).toEqual(["no agreement"]);
    expect(changedFlags(kSpargo, { players: "2", swap: "yes" })).toEqual(["pie rule"]);
    expect(changedFlags(undefined, { swap: "yes" })).toEqual([]);
  });

  it("name people in any way, each once", () => {
    expect(namesOf(["Bob, cid", " bob ", "", "Dan;Eve"])).toEqual(["Bob", "cid", "Dan", "Eve"]);
  });

  it("put people into every order, each once", () => {
    expect(ordersOf(["me", "Bob"])).toEqual([
      ["me", "Bob"],
      ["Bob", "me"],
    ]);
    expect(new Set(ordersOf(["me", "Bob", "Cid", "Dan"]).map(String)).size).toBe(24);
  });

  it("are kept, and given up where they fit no longer", () => {
    const draft = { game: "spargo", values: { players: "3" }, clock: "none", rated: false };
    expect(lastDraft(kGames, JSON.stringify(draft))).toEqual(draft);
    for (const broken of [null, "", "{", "7", '{"game":"hex","clock":"none","values":{}}', '{"game":"go","clock":3,"values":{}}'])
      expect(lastDraft(kGames, broken)).toMatchObject({ game: "go", values: {} });
  });

  it("tell how long something lasts, never more than it does", () => {
    expect([0, 119_000, 7_199_000, 7_200_000, 172_799_000, 172_800_000].map(leftText)).toEqual([
      "0 minutes",
      "1 minute",
      "119 minutes",
      "2 hours",
      "47 hours",
      "2 days",
    ]);
  });
});

describe("challenges", () => {
  const challenge = (part: Partial<Challenge> = {}): Challenge => ({
    id: "c1",
    state: "open",
    offer: 1,
    maker: 0,
    you: 1,
    people: [
      { name: "Ann", accepted: true, seat: null },
      { name: "Bob", accepted: false, seat: null },
    ],
    game: "go",
    title: "Go",
    options: {},
    clock: "fischer 5m+5s",
    rated: false,
    note: "",
    created: 0,
    expires: 600_000,
    changed: 0,
    table: null,
    declined: null,
    ...part,
  });

  it("say whose offer it is and whose answer it waits for", () => {
    expect([headText(challenge()), asksMe(challenge())]).toEqual(["Ann challenges you", true]);
    expect([headText(challenge({ you: 0 })), asksMe(challenge({ you: 0 }))]).toEqual(["You challenge Bob", false]);
    const countered = challenge({
      offer: 2,
      maker: 1,
      you: 0,
      people: [
        { name: "Ann", accepted: false, seat: null },
        { name: "Bob", accepted: true, seat: 0 },
      ],
    });
    expect([headText(countered), asksMe(countered)]).toEqual(["Bob made a counter-offer", true]);
    const three = challenge({ people: [...challenge().people, { name: "Cid", accepted: false, seat: null }] });
    expect([headText(three), stateText(three, 0)]).toEqual(["Ann challenges you and Cid", "Waiting for you and Cid. Expires in 10 minutes."]);
  });

  it("say how they ended", () => {
    expect(stateText(challenge({ state: "declined", declined: { by: 1, reason: "not-rated" } }), 0)).toBe("You declined: “Not a rated game.”");
    expect(stateText(challenge({ state: "withdrawn" }), 0)).toBe("This challenge was withdrawn.");
    expect(stateText(challenge({ state: "expired" }), 0)).toBe("Expired without an answer.");
    expect(stateText(challenge(), 590_000)).toBe("Waiting for you. Expires in less than a minute.");
  });

  it("lead to the board only what began while one looked on, and not for days", () => {
    const made = challenge({ state: "made", table: "t1" });
    expect(begunNow([challenge()], [made])).toBe(made);
    expect(begunNow([], [made])).toBe(null);
    expect(begunNow([made], [made])).toBe(null);
    expect(begunNow([challenge()], [{ ...made, clock: "correspondence 3d" }])).toBe(null);
  });
});

describe("a seek", () => {
  const terms: Terms = { game: "go", options: { size: "9" }, clock: "fischer 5m+5s", rated: false };
  class World implements Surroundings {
    held: Seek | null = null;
    calls: string[] = [];
    waits: { ms: number; run: () => void }[] = [];
    broken = false;
    private answer(call: string): Promise<{ seek: Seek | null }> {
      this.calls.push(call);
      return this.broken ? Promise.reject(new Error("no line")) : Promise.resolve({ seek: this.held });
    }
    put = (wish: Terms & { request: string; handicap?: boolean }) => {
      if (!this.broken && !this.held?.table) this.held = { handicap: false, ...wish, title: "Go", class: "go-9", since: 0, until: 1, window: 100, table: null };
      return this.answer(`put ${wish.request}`);
    };
    get = () => this.answer("get");
    end = () => {
      if (!this.held?.table) this.held = null;
      return this.answer("end");
    };
    later = (ms: number, run: () => void) => {
      const one = { ms, run };
      this.waits.push(one);
      return () => void (this.waits = this.waits.filter((other) => other !== one));
    };
    private made = 0;
    request = () => `r${++this.made}`;
    async pass(): Promise<void> {
      this.waits.shift()?.run();
      for (let i = 0; i < 8; ++i) await Promise.resolve();
    }
  }
  const begin = () => {
    const world = new World();
    const told: Seeking[] = [];
    const seeker = new Seeker(world, (state) => told.push(state));
    return { world, told, seeker, now: () => told.at(-1) ?? kNotSeeking };
  };

  it("is looked after, with a sign now and then under the same request, until somebody is found", async () => {
    const { world, seeker, now } = begin();
    await seeker.start(terms);
    for (let i = 0; i < 4; ++i) await world.pass();
    expect(world.calls).toEqual(["put r1", "get", "get", "get", "put r1"]);
    if (world.held) world.held = { ...world.held, table: "t1" };
    await world.pass();
    expect(now().seek?.table).toBe("t1");
    expect(world.waits).toEqual([]);
  });

  it("goes on over a broken line, and says so", async () => {
    const { world, seeker, now } = begin();
    await seeker.start(terms);
    world.broken = true;
    await world.pass();
    expect(now()).toMatchObject({ problem: "no line", ended: false });
    world.broken = false;
    await world.pass();
    expect(now()).toMatchObject({ problem: null, ended: false });
    expect(now().seek).not.toBe(null);
  });

  it("says when the server has it no more", async () => {
    const { world, seeker, now } = begin();
    await seeker.start(terms);
    world.held = null;
    await world.pass();
    expect(now()).toMatchObject({ ended: true });
    expect(world.waits).toEqual([]);
    await seeker.start(terms);
    expect(now()).toMatchObject({ ended: false });
  });

  it("that is stopped too late tells the game", async () => {
    const { world, seeker, now } = begin();
    await seeker.start(terms);
    if (world.held) world.held = { ...world.held, table: "t1" };
    await seeker.stop();
    expect(now().seek?.table).toBe("t1");
  });

  it("hears no answer to what was asked before it was stopped", async () => {
    const { world, seeker, now } = begin();
    await seeker.start(terms);
    const look = world.pass(); // on its way
    await seeker.stop();
    await look;
    expect(now()).toEqual(kNotSeeking);
    expect(world.waits).toEqual([]);
  });

  it("of before is gone on with, but not a game that it led to", async () => {
    const { world, seeker, told } = begin();
    await seeker.resume();
    expect(told).toEqual([]);
    world.held = { ...terms, handicap: false, request: "old", title: "Go", class: "go-9", since: 0, until: 1, window: 100, table: "t1" };
    await seeker.resume();
    expect(told).toEqual([]);
    world.held = { ...world.held, table: null };
    await seeker.resume();
    expect(told.at(-1)?.seek?.request).toBe("old");
    for (let i = 0; i < 4; ++i) await world.pass();
    expect(world.calls.at(-1)).toBe("put old");
  });
});
