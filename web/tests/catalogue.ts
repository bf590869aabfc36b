// The real catalogues for tests: our TOML files hold sections, texts and number forms, and no more.

import english from '../../src/naqala/text/en.toml?raw';
import french from '../../src/naqala/text/fr.toml?raw';
import { words } from '../src/state/words.svelte';

const unquoted = (text: string): string => JSON.parse(text) as string;

/** Every message of a catalogue by its whole key. */
export function messages(toml: string): Record<string, string> {
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

export const CATALOGUES: Record<string, Record<string, string>> = { en: messages(english), fr: messages(french) };

/** Let the page speak a language. */
export function speak(language: 'en' | 'fr'): void {
  words.use(language, CATALOGUES[language]!);
}
