/// <reference types="node" />
// The real catalogues for tests. The parser only supports the TOML that they use: sections, strings and plural forms.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { words } from '../src/state/words.svelte';

const unquoted = (text: string): string => JSON.parse(text) as string;

/** The messages of a catalogue by their full keys. */
export function parseCatalogue(toml: string): Record<string, string> {
  const found: Record<string, string> = {};
  let section = '';
  for (const line of toml.split('\n')) {
    const header = /^\[(.+)\]$/.exec(line);
    if (header) section = header[1]!.replace(/"/g, '');
    const entry = /^("[^"]+"|[\w-]+) = (.+)$/.exec(line);
    if (!entry) continue;
    const key = `${section}.${entry[1]!.replace(/"/g, '')}`;
    if (entry[2]!.startsWith('{')) {
      for (const form of entry[2]!.matchAll(/(\w+) = ("(?:[^"\\]|\\.)*")/g)) found[`${key}.${form[1]}`] = unquoted(form[2]!);
    } else found[key] = unquoted(entry[2]!);
  }
  return found;
}

// Read from disk, because Vite does not serve files outside its root.
const FOLDER = join(import.meta.dirname, '../../src/naqala/text');

/** The messages by language. */
export const CATALOGUES: Record<string, Record<string, string>> = Object.fromEntries(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.toml'))
    .map((name) => [name.replace('.toml', ''), parseCatalogue(readFileSync(join(FOLDER, name), 'utf-8'))]),
);

/** Switch the page to a language. */
export function speak(language: 'en' | 'fr'): void {
  words.offer(Object.keys(CATALOGUES));
  words.use(language, CATALOGUES[language]!);
}
