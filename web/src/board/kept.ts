// Values that are told anew all the time and seldom differ: equal ones stay the same object.

/** The last value of each name. */
export class Kept<T extends object> {
  private readonly last = new Map<string, { text: string; value: T }>();

  /** The value to go on with: the one of before where the new one says the same. */
  keep(name: string, value: T): T {
    const before = this.last.get(name);
    if (before?.value === value) return value;
    const text = JSON.stringify(value);
    if (before?.text === text) return before.value;
    this.last.set(name, { text, value });
    return value;
  }
}
