// What was said at a table is put together from answers and from the line; the server's numbers are read from their text.
import { describe, expect, it } from "vitest";
import type { FromServer } from "../../src/net/protocol";
import { type Remark, type Room } from "../../src/net/talk";
import { TableTalk } from "../../src/state/table_talk";
import { boundOf, readMetrics, sumOf } from "../../src/state/metrics";
import { saidIn, withRemarks } from "../../src/state/talk";

const remark = (number: number, more: Partial<Remark> = {}): Remark => {
  const room = more.room ?? "players";
  return { id: `${room.charAt(0)}${number}`, room, number, at: number, seat: 0, name: "Ann", text: `word ${number}`, ...more };
};
const gone = (number: number, removes: string): Remark => ({ id: `p${number}`, room: "players", number, at: number, removes });
const stateMessage = (over: boolean, type: "state" | "change" = "state") => ({ type, state: { view: { over } } }) as unknown as FromServer;
const heard = (one: Remark) => ({ type: "talk", ...one }) as unknown as FromServer;

/** A table whose rooms hold these, two at once. */
function club(rooms: Partial<Record<Room, Remark[]>>, say: Room | null) {
  const asked: string[] = [];
  const talk = new TableTalk("T", (_table, room, after) => {
    asked.push(`${room ?? "-"} ${after}`);
    const of = room ?? say;
    const rest = (of ? (rooms[of] ?? []) : []).filter((one) => one.number > after);
    const page = rest.slice(0, 2);
    return Promise.resolve({ rooms: Object.keys(rooms) as Room[], say, room: of, talk: page, next: rest.length > 2 ? (page[1]?.number ?? null) : null });
  });
  return { talk, asked };
}

describe("what was said", () => {
  it("stands once, in order, and stays removed in whatever order the news comes", () => {
    expect(withRemarks([remark(2)], [remark(1), remark(2)]).map((one) => one.id)).toEqual(["p1", "p2"]);
    for (const said of [withRemarks([remark(1)], [gone(2, "p1")]), withRemarks([gone(2, "p1")], [remark(1)])]) {
      expect(said[0]).toEqual({ id: "p1", room: "players", number: 1, at: 1, removed: true });
      expect(saidIn({ rooms: [], say: null, said, known: true, problem: null }, "players")).toHaveLength(1);
    }
  });

  it("is asked for, page by page, when the line comes, and then heard on it", async () => {
    const rooms = { players: [remark(1), remark(2), remark(3)] };
    const { talk, asked } = club(rooms, "players");
    talk.hear(heard(remark(3)));
    talk.hear(stateMessage(false));
    await expect.poll(() => talk.now.value.known).toBe(true);
    talk.hear(stateMessage(false, "change"));
    talk.hear(heard(remark(4)));
    expect(asked).toEqual(["- 0", "players 2"]);
    expect(talk.now.value.said.map((one) => one.number)).toEqual([1, 2, 3, 4]);
  });

  it("is asked for again when the game ends: other rooms open", async () => {
    const rooms: Partial<Record<Room, Remark[]>> = { players: [remark(1)] };
    const { talk, asked } = club(rooms, "players");
    talk.hear(stateMessage(false));
    await expect.poll(() => talk.now.value.known).toBe(true);
    rooms.spectators = [remark(1, { room: "spectators", seat: null, name: "Eve" })];
    talk.hear(stateMessage(true, "change"));
    await expect.poll(() => talk.now.value.rooms).toEqual(["players", "spectators"]);
    expect(asked.slice(1)).toEqual(["- 0", "spectators 0"]);
    expect(saidIn(talk.now.value, "spectators").map((one) => one.name)).toEqual(["Eve"]);
  });

  it("keeps what was read while it is asked for anew", async () => {
    const spectators = [remark(1, { room: "spectators" })];
    const answer = (room: Room | null, talk: Remark[]) => ({ rooms: ["players", "spectators"] as Room[], say: "players" as const, room, talk, next: null });
    let again: Promise<void> | null = null;
    const talk: TableTalk = new TableTalk("T", async (_table, room, after) => {
      if (room === null) return answer("players", [remark(1)]);
      // The next round begins with the first one's answer, and finds that one's numbers.
      again ??= Promise.resolve().then(() => talk.read());
      return answer(
        room,
        spectators.filter((one) => one.number > after),
      );
    });
    await talk.read();
    await again;
    expect(talk.now.value.said.map((one) => one.id)).toEqual(["p1", "s1"]);
  });

  it("stays, with the reason, where it cannot be read anew", async () => {
    const talk = new TableTalk("T", () => Promise.reject(new Error("no line")));
    talk.hear(heard(remark(1)));
    await talk.read();
    expect(talk.now.value).toMatchObject({ known: false, problem: "no line" });
    expect(talk.now.value.said).toHaveLength(1);
  });
});

describe("the server's numbers", () => {
  const metrics = readMetrics(
    [
      "# HELP cairn_ready Whether /readyz says yes",
      "# TYPE cairn_ready gauge",
      "cairn_ready 1",
      'cairn_http_requests_total{route="ready",status="200"} 7',
      'cairn_http_requests_total{route="say",status="503"} 2',
      'cairn_lag_seconds_bucket{route="a",le="0.1"} 90',
      'cairn_lag_seconds_bucket{route="a",le="1"} 100',
      'cairn_lag_seconds_bucket{route="a",le="+Inf"} 100',
      'cairn_lag_seconds_bucket{route="b",le="0.1"} 100',
      'cairn_lag_seconds_bucket{route="b",le="1"} 100',
      'cairn_lag_seconds_bucket{route="b",le="+Inf"} 100',
      'cairn_none_bucket{le="+Inf"} 0',
      "process_resident_memory_bytes 3.5e+07",
    ].join("\n"),
  );

  it("are read with their labels, and added up", () => {
    expect([sumOf(metrics, "cairn_ready"), sumOf(metrics, "process_resident_memory_bytes"), sumOf(metrics, "cairn_nothing")]).toEqual([1, 35_000_000, null]);
    expect(sumOf(metrics, "cairn_http_requests_total")).toBe(9);
    expect(sumOf(metrics, "cairn_http_requests_total", ({ status }) => status === "503")).toBe(2);
  });

  it("tell the bound below which a share lies", () => {
    expect([0.95, 0.99].map((share) => boundOf(metrics, "cairn_lag_seconds", share))).toEqual([0.1, 1]);
    expect([boundOf(metrics, "cairn_none", 0.99), boundOf(metrics, "cairn_nothing", 0.99)]).toEqual([null, null]);
  });
});
