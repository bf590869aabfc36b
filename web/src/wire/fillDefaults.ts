// Fills in the fields that the server omits because they have their default value.

import { MESSAGES, SHAPES, type Received, type ToPage } from '../protocol';

/** Fill in the omitted fields of a value of the named type. Modifies the value. */
export function fillDefaults<Name extends keyof Received>(name: Name, value: unknown): Received[Name] {
  fill(name, value);
  return value as Received[Name];
}

/** The messages of a frame, with omitted fields filled in. */
export function fillFrameDefaults(frame: unknown): ToPage[] {
  const messages = (Array.isArray(frame) ? frame : [frame]) as ToPage[];
  for (const message of messages) fill(MESSAGES[message.type], message);
  return messages;
}

function fill(name: string, value: unknown): void {
  if (Array.isArray(value)) return value.forEach((each) => fill(name, each));
  const shape = SHAPES[name];
  if (!shape || typeof value !== 'object' || value === null) return;
  const record = value as Record<string, unknown>;
  const fields = shape.kinds?.[String(record[shape.tag!])] ?? Object.keys(shape.defaults);
  for (const field of fields) {
    if (!(field in record) && field in shape.defaults) record[field] = structuredClone(shape.defaults[field]);
  }
  for (const [field, part] of Object.entries(shape.parts)) fill(part, record[field]);
}
