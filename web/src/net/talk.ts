// What people say at a table. It is asked for when the line to the table comes and when its game ends or goes on; in
// between the line brings it.
import { kNoTalk, removed, withRemarks, type Talk } from "../state/talk";
import { Store } from "../state/store";
import { ask, askAgain } from "./api";
import type { Note, Remark, Room, Talk as Heard } from "./api_types";
import type { FromServer } from "./protocol";
import { freshId } from "./table_connection";

export type { Remark, Room };

export const kMostTalk = 500; // letters of a remark, and of why something is reported
export const kMostNote = 4_000;

const at = (table: string, what: string) => `/api/tables/${encodeURIComponent(table)}/${what}`;

export const fetchTalk = (table: string, room: Room | null, after: number): Promise<Heard> =>
  askAgain("GET", at(table, room === null ? "talk" : `talk?room=${room}&after=${after}`));
export const removeSaid = (table: string, id: string): Promise<unknown> => ask("DELETE", at(table, `talk/${id}`));
export const reportSaid = (table: string, id: string, why: string): Promise<unknown> => ask("POST", at(table, `talk/${id}/report`), { why });
export const fetchNote = (table: string): Promise<Note> => ask("GET", at(table, "note"));
export const setNote = (table: string, text: string): Promise<Note> => askAgain("PUT", at(table, "note"), { text });

export class TableTalk {
  readonly now = new Store<Talk>(kNoTalk);
  private readonly asked = new Map<Room, number>(); // up to where each room was read
  private over = false;
  private round = 0;

  constructor(
    readonly table: string,
    private readonly fetch = fetchTalk,
  ) {}

  /** Whatever the line brings. */
  hear(message: FromServer): void {
    if (message.type === "talk") return this.take([message]);
    if (message.type !== "state" && message.type !== "change") return;
    const other = message.state.view.over !== this.over;
    this.over = message.state.view.over;
    if (message.type === "state" || other) void this.read();
  }

  async read(): Promise<void> {
    const round = ++this.round;
    try {
      const first = await this.fetch(this.table, null, 0);
      const rest = await Promise.all(first.rooms.map((room) => this.readRoom(room, room === first.room ? first : null)));
      this.take(rest.flat()); // it is not asked for again, even where a later round says what may be heard
      if (round === this.round) this.now.set({ ...this.now.value, rooms: first.rooms, say: first.say, known: true, problem: null });
    } catch (error) {
      if (round === this.round) this.now.set({ ...this.now.value, problem: error instanceof Error ? error.message : String(error) });
    }
  }

  async say(text: string): Promise<void> {
    this.take([await askAgain<Remark>("POST", at(this.table, "talk"), { request: freshId(), text })]);
  }

  async remove(remark: Remark): Promise<void> {
    await removeSaid(this.table, remark.id);
    this.take([removed(remark)]);
  }

  private take(fresh: readonly Remark[]): void {
    this.now.set({ ...this.now.value, said: withRemarks(this.now.value.said, fresh) });
  }

  /** What of a room is not known yet; `first`: its beginning, where that was asked for. */
  private async readRoom(room: Room, first: Heard | null): Promise<Remark[]> {
    const said = [...(first?.talk ?? [])];
    let next = first ? first.next : (this.asked.get(room) ?? 0);
    while (next !== null) {
      const page: Heard = await this.fetch(this.table, room, next);
      said.push(...page.talk);
      next = page.next;
    }
    this.asked.set(room, Math.max(this.asked.get(room) ?? 0, ...said.map((one) => one.number)));
    return said;
  }
}
