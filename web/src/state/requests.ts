// Requests for one thing, one after another. Pure.

/** Only the answer to the newest request counts. */
export class Requests {
  private newest = 0;
  private pending = false;

  /** Whether the newest request has no answer yet. */
  get open(): boolean {
    return this.pending;
  }

  /** Returns the number of a new request; answers to earlier ones no longer count. */
  begin(): number {
    this.pending = true;
    return ++this.newest;
  }

  /** An answer to `request`, or its failure, has come: whether it counts. */
  end(request: number): boolean {
    if (request !== this.newest || !this.pending) return false;
    this.pending = false;
    return true;
  }

  /** No answer to what was requested so far counts any longer. */
  drop(): void {
    this.pending = false;
  }
}
