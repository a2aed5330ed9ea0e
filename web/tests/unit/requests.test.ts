import { describe, expect, it } from "vitest";
import { Requests } from "../../src/state/requests";

describe("requests for one thing", () => {
  it("are open until the newest has its answer, however it turned out", () => {
    const requests = new Requests();
    expect(requests.open).toBe(false);
    const first = requests.begin();
    expect(requests.open).toBe(true);
    expect(requests.end(first)).toBe(true);
    expect(requests.open).toBe(false);
  });

  it("count the answer to the newest alone, in whatever order answers come", () => {
    const requests = new Requests();
    const [first, second] = [requests.begin(), requests.begin()];
    expect(requests.end(first)).toBe(false);
    expect(requests.open).toBe(true);
    expect(requests.end(second)).toBe(true);
    expect(requests.end(first)).toBe(false);
  });

  it("that were dropped are not open, and their answers do not count", () => {
    const requests = new Requests();
    const first = requests.begin();
    requests.drop();
    expect(requests.open).toBe(false);
    expect(requests.end(first)).toBe(false);
    const second = requests.begin();
    expect(requests.end(first)).toBe(false);
    expect(requests.end(second)).toBe(true);
  });

  it("that take longer than the time between two looks are heard, and none is sent meanwhile", () => {
    const requests = new Requests();
    const sent: { id: number; due: number }[] = [];
    let heard = 0;
    for (let second = 0; second < 60; ++second) {
      for (const { id } of sent.filter((one) => one.due === second)) if (requests.end(id)) heard += 1;
      if (second % 4 === 0 && !requests.open) sent.push({ id: requests.begin(), due: second + 6 }); // asked every 4 s, answered after 6 s
    }
    expect(sent.length).toBe(8);
    expect(heard).toBe(7);
  });
});
