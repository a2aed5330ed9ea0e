import { describe, expect, it } from "vitest";
import { wishOf, type StartTerms } from "../../src/state/start_wish";

const terms: StartTerms = { seat: "first", seconds: 5, level: 3, clock: "fischer 5m+5s lag 300ms", rated: false };
const base = { seat: "first", level: 3, clock: "fischer 5m+5s lag 300ms" };

describe("what the start form asks for", () => {
  it("is a casual game with the thinking time of the bot", () => {
    expect(wishOf(terms, "bot")).toEqual({ ...base, opponent: "bot", seconds: 5, listed: false });
  });

  it("is a rated game only against the bot, which then takes its own time", () => {
    const rated = { ...terms, rated: true };
    expect(wishOf(rated, "bot")).toEqual({ ...base, opponent: "bot", rated: true });
    expect(wishOf(rated, "friend")).toEqual({ ...base, opponent: "friend", seconds: 5, listed: false });
    expect(wishOf(rated, "open")).toEqual({ ...base, opponent: "friend", seconds: 5, listed: true });
  });
});
