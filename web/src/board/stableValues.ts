// Stable object identity for values that are rebuilt often but seldom change.

/** Remembers the last value of each key. */
export class StableValues<T extends object> {
  private readonly last = new Map<string, { text: string; value: T }>();

  /** Keeps the previous object if the new value is equal, so that components do not re-render. */
  reuse(key: string, value: T): T {
    const before = this.last.get(key);
    if (before?.value === value) return value;
    const text = JSON.stringify(value);
    if (before?.text === text) return before.value;
    this.last.set(key, { text, value });
    return value;
  }
}
