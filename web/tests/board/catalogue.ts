/// <reference types="node" />
// The catalogue of a language as the server sends it, read from the package's own file.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words } from '../../src/state/words.svelte';

const PAIR = /(\w+)\s*=\s*"((?:[^"\\]|\\.)*)"/g;

/** The messages of a language by their whole keys. */
export function catalogue(language: string): Record<string, string> {
  const path = join(import.meta.dirname, '../../../src/naqala/text', `${language}.toml`);
  const messages: Record<string, string> = {};
  let section = '';
  for (const raw of readFileSync(path, 'utf-8').split('\n')) {
    const heading = /^\[(.+)\]$/.exec(raw);
    if (heading) section = heading[1]!.replaceAll('"', '');
    const entry = /^("?)([\w'-]+)\1 = (.*)$/.exec(raw);
    if (!entry) continue;
    const [, , key, value] = entry;
    if (value!.startsWith('{')) {
      for (const [, form, text] of value!.matchAll(PAIR)) messages[`${section}.${key}.${form}`] = text!;
    } else if (value!.startsWith('"')) messages[`${section}.${key}`] = JSON.parse(value!) as string;
  }
  return messages;
}

/** Let the page speak a language. */
export function speak(language: string): void {
  words.use(language, catalogue(language));
}
