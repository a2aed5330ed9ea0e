// A value that several components look at, wherever they stand.
export class Store<T> {
  private readonly listeners = new Set<() => void>();

  constructor(private held: T) {}

  get value(): T {
    return this.held;
  }

  set(value: T): void {
    if (Object.is(value, this.held)) return;
    this.held = value;
    for (const tell of [...this.listeners]) tell();
  }

  /** Returns how to listen no more. */
  readonly listen = (tell: () => void): (() => void) => {
    this.listeners.add(tell);
    return () => this.listeners.delete(tell);
  };
}
