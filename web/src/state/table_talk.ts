// What people say at a table. It is asked for when the line to the table comes and when its game ends or goes on; in
// between the line brings it.
import type { Talk as Heard } from "../net/api_types";
import type { FromServer } from "../net/protocol";
import { fetchTalk, removeSaid, say, type Remark, type Room } from "../net/talk";
import { Store } from "./store";
import { kNoTalk, removed, withRemarks, type Talk } from "./talk";

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
    this.take([await say(this.table, text)]);
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
