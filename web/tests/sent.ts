// Values as the server sends them, completed as they are when they arrive.

import type { GameEvent, Received } from '../src/protocol';
import { complete } from '../src/wire/defaults';

/** A value of a type, in which every field may be missing. */
export type Sent<T> = T extends string
  ? string
  : T extends number | boolean | null | undefined
    ? T
    : T extends (infer Item)[]
      ? Sent<Item>[]
      : { [Field in keyof T]?: Sent<T[Field]> };

/** Events with the defaults of their kinds. */
export const gameEvents = (events: Sent<GameEvent>[]): GameEvent[] => events.map((event) => filled('GameEvent', event));

/** A value with the defaults of its type. */
export function filled<Name extends keyof Received>(name: Name, value: Sent<Received[Name]>): Received[Name] {
  return complete(name, structuredClone(value));
}
