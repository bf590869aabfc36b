/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOGUES } from '../catalogue';

const SOURCE = join(import.meta.dirname, '../../src');
const FORMS = /\.(zero|one|two|few|many|other)$/;

const texts = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' })
  .filter((path) => /\.(ts|svelte)$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => readFileSync(join(SOURCE, path), 'utf-8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|<!--[\s\S]*?-->/gm, ''));

/** Every quoted string and every template literal of the sources. */
const quoted = texts.flatMap((text) => [...text.matchAll(/'([^'\\\n]+)'/g)].map((found) => found[1]!));
const made = texts.flatMap((text) => [...text.matchAll(/`([^`\n]*)`/g)].map((found) => found[1]!));

/** The keys of a catalogue, with and without their plural forms. */
const keys = (language: string): Set<string> => new Set(Object.keys(CATALOGUES[language]!).flatMap((key) => [key, key.replace(FORMS, '')]));
const SECTIONS = [...new Set([...keys('en')].filter((key) => key.startsWith('page.')).map((key) => key.split('.')[1]!))];

test.each(Object.keys(CATALOGUES))('every key used by the page is in the catalogue of %s', (language) => {
  const known = keys(language);
  const said = texts.flatMap((text) => [...text.matchAll(/\bwords\.say\('([^']+)'/g)].map((found) => found[1]!));
  const ofPage = quoted.filter((text) => new RegExp(`^(${SECTIONS.join('|')})\\.[\\w.-]+$`).test(text));
  expect(ofPage.length, 'keys are found at all').toBeGreaterThan(200);
  expect([...said, ...ofPage.map((key) => `page.${key}`)].filter((key) => !known.has(key))).toEqual([]);
});

test('every text of the page is used', () => {
  const exact = new Set(quoted.map((text) => text.replace(/^page\./, '')));
  // A template such as `start.${mode}_text` uses every key with that prefix and suffix.
  const patterns = made
    .filter((text) => /^(page\.)?[a-z]+\.[\w.]*\$\{/.test(text))
    .map(
      (text) =>
        new RegExp(
          `^${text
            .replace(/^page\./, '')
            .replace(/\$\{.*?\}(?=[\w.]|$|\$)/g, '\u0000')
            .replaceAll('.', '\\.')
            .replaceAll('\u0000', "[\\w'+/-]+")}$`,
        ),
    );
  const dead = [
    ...new Set(
      Object.keys(CATALOGUES.en!)
        .filter((key) => key.startsWith('page.'))
        .map((key) => key.slice(5)),
    ),
  ].filter((key) => {
    const bare = key.replace(FORMS, '');
    return !exact.has(key) && !exact.has(bare) && !patterns.some((pattern) => pattern.test(key) || pattern.test(bare));
  });
  expect(dead).toEqual([]);
});

test.each(Object.keys(CATALOGUES))('%s has the keys of English', (language) => {
  const stems = (code: string): string[] => [...new Set(Object.keys(CATALOGUES[code]!).map((key) => key.replace(FORMS, '')))].sort();
  expect(stems(language)).toEqual(stems('en'));
});
