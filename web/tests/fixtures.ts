// Builds protocol values from partial ones, with the defaults that the page fills in.

import type { GameEvent, Received } from '../src/protocol';
import { fillDefaults } from '../src/wire/fillDefaults';

/** A value in which every field is optional, also in nested values. */
export type DeepPartial<T> = T extends string
  ? string
  : T extends number | boolean | null | undefined
    ? T
    : T extends (infer Item)[]
      ? DeepPartial<Item>[]
      : { [Field in keyof T]?: DeepPartial<T[Field]> };

export const gameEvents = (events: DeepPartial<GameEvent>[]): GameEvent[] => events.map((event) => filled('GameEvent', event));

/** A value with the omitted fields filled in. */
export function filled<Name extends keyof Received>(name: Name, value: DeepPartial<Received[Name]>): Received[Name] {
  return fillDefaults(name, structuredClone(value));
}
